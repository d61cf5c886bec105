import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './witnessed-line.ts';

/** `ran`: probes of the lines' own that wrote their status; `witnessed`: those whose status bash told. */
export type Tally = { lines: number; ran: number; witnessed: number; unknown: number };

/** Runs the line, and says where what was judged by the witness is not what the probes wrote. */
export async function contradictions(place: Place, line: string, tally: Tally): Promise<readonly string[]> {
  const log = join(place.directory, 'p.log');
  rmSync(log, { force: true });
  const { run, judged } = await place.run(line);
  const wrote = writtenStatuses(log);
  tally.lines += 1;
  // Our parser took what bash refused in the middle; nothing that is said about such a line can be held against the witness.
  if (run.output.includes('syntax error')) return [];
  return judged.commands.flatMap((command) => {
    const name = /^(?:exec )?\.\/p (\w+) /.exec(command.text)?.[1];
    if (name === undefined) return [];
    const statuses = wrote.get(name) ?? [];
    const about = `${JSON.stringify(line)}: ${command.text} wrote ${statuses.join(',') || 'nothing'}`;
    if (command.result === 'none' && statuses.length > 0) return [`${about}, judged as not run`];
    if (statuses.length > 0) tally.ran += 1;
    if (command.by !== 'witness' || command.exit === null) {
      if (statuses.length > 0) tally.unknown += 1;
      return [];
    }
    tally.witnessed += 1;
    const isTrue =
      command.exit === 0
        ? statuses.length > 0 && statuses.every((status) => status === 0)
        : statuses.includes(command.exit);
    return isTrue ? [] : [`${about}, witnessed ${command.exit} (line ${JSON.stringify(run.exit)})`];
  });
}

function writtenStatuses(log: string): ReadonlyMap<string, readonly number[]> {
  const wrote = new Map<string, number[]>();
  for (const entry of existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []) {
    const [name, status] = entry.split(' ');
    if (name === undefined || status === undefined) continue;
    wrote.set(name, [...(wrote.get(name) ?? []), Number(status)]);
  }
  return wrote;
}
