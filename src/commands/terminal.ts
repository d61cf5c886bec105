import { stderr, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import picocolors from 'picocolors';

export type Colors = ReturnType<typeof picocolors.createColors>;

/**
 * Colours for what a person reads on a stream: off with `--no-color`, NO_COLOR or TERM=dumb, in CI and where no terminal is.
 * FORCE_COLOR turns them on in a pipe.
 */
export function colorsFor(options: { color: boolean; stream?: { isTTY?: boolean } }): Colors {
  const { env } = process;
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  const terminal = (options.stream ?? stdout).isTTY === true && env.CI === undefined && env.TERM !== 'dumb';
  return picocolors.createColors(options.color && (env.NO_COLOR ?? '') === '' && (terminal || forced));
}

/** Asks a person at the terminal; only a yes is one. */
export async function isAgreed(question: string): Promise<boolean> {
  stderr.write(`${question} [y/N] `);
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}

/** Writes to stdout and waits until it is taken, so that a pipe gets all of it before the process ends. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
}
