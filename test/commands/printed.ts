/** Runs a command in this process; answers its status and what it prints. */
export async function printed(run: () => Promise<number>): Promise<{ status: number; out: string }> {
  const written: string[] = [];
  const { write } = process.stdout;
  process.stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    written.push(String(chunk));
    const done = rest.find((argument) => typeof argument === 'function');
    if (typeof done === 'function') done();
    return true;
  };
  try {
    return { status: await run(), out: written.join('') };
  } finally {
    process.stdout.write = write;
  }
}
