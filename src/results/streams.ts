import { withoutTimes } from './line-times.ts';

/** What pnpm -r, turbo, lerna, npm-run-all, concurrently and docker compose put before each line of the programs that they run at once. */
const PREFIX =
  /^((?:@?[\w./-]+ test(?::\S+)?:|@?[\w./-]+:test(?::\S+)?:|@[\w.-]+\/[\w.-]+:|[\w.-]+ +\||\[[\w:./@-]+ *\]) ?)/;

/** The streams of programs that ran at the same time, told apart by what stands before each of their lines. */
export function streamsOf(text: string): string[] {
  const streams = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const prefix = PREFIX.exec(line)?.[1];
    if (prefix === undefined) continue;
    const rest = line.slice(prefix.length);
    const stream = streams.get(prefix.trim());
    if (stream === undefined) streams.set(prefix.trim(), [rest]);
    else stream.push(rest);
  }
  return [...streams.values()].map((lines) => withoutTimes(lines.join('\n')));
}
