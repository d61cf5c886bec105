import { wayTo } from './paths.ts';

/** A command that runs in one folder, as a line has to say it that starts in another; both relative to the root. */
export function asTyped(given: { command: string; directory: string; from: string }): string {
  const way = wayTo(given.from, given.directory);
  if (way === '.') return given.command;
  const word = /^[\w./-]+$/.test(way) ? way : `'${way.replaceAll("'", `'\\''`)}'`;
  return `cd ${word} && ${given.command}`;
}
