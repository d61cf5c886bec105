// What every part of the session shares: the options, the log folded into a ledger, and the readings.

import { emptyLedger, type Ledger, record } from '../core/ledger.ts';
import { fromRoot, mayReach } from '../core/paths.ts';
import type { Ports, WrittenReport } from '../core/ports.ts';
import type { ProjectFiles, Reading } from '../core/reading-types.ts';
import { readCommand } from '../core/shell/reading.ts';
import type { Fact, FactBody } from '../core/types.ts';
import type { SessionOptions } from '../session-types.ts';

export type SessionContext = {
  options: SessionOptions;
  ledger: Ledger;
  /** Report files that lines have written since they began, by their text. */
  writtenReports: Map<string, () => readonly WrittenReport[]>;
  /** Puts a fact into the log and into the ledger. */
  append(body: FactBody): Fact;
  /** Folds in what other processes have put into the log. */
  catchUp(): void;
  /** Records that we failed; never throws itself, since a fault of ours may not become one of the host's. */
  fault(where: string, error: unknown): void;
};

export function createContext(options: SessionOptions): SessionContext {
  const ledger = emptyLedger();
  const { log } = options.ports;
  const catchUp = (): void => {
    for (const fact of newFacts(log.facts(), ledger.seq)) record(ledger, fact);
  };
  const append = (body: FactBody): Fact => {
    const fact = log.append(body);
    if (fact.seq !== ledger.seq + 1) catchUp();
    if (fact.seq > ledger.seq) record(ledger, fact);
    options.onFact?.(fact);
    return fact;
  };
  const fault = (where: string, error: unknown): void => {
    const text = error instanceof Error ? error.message : String(error);
    try {
      append({ type: 'faulted', where, error: text });
    } catch {
      ledger.fault = { where, error: text };
    }
  };
  catchUp();
  return { options, ledger, writtenReports: new Map(), append, catchUp, fault };
}

function newFacts(facts: readonly Fact[], after: number): readonly Fact[] {
  let from = facts.length;
  while (from > 0 && (facts[from - 1]?.seq ?? 0) > after) from -= 1;
  return facts.slice(from);
}

/** The reading of a line that starts in a directory (relative to the root), with the project's files in view. */
export function readLine(context: SessionContext, command: string, directory: string): Reading {
  const { project, oldBash = false } = context.options.ports;
  return readCommand(command, { project: projectIn(project, directory), oldBash });
}

/** The project's files as a line sees them that starts in `directory`. */
export function projectIn(project: ProjectFiles, directory: string): ProjectFiles {
  if (directory === '' || directory === '.') return project;
  const at = (path: string) => (path.startsWith('/') ? path : `${directory}/${path}`);
  return {
    read: (path) => project.read(at(path)),
    isFile: (path) => project.isFile(at(path)),
    isDirectory: (path) => project.isDirectory(at(path)),
    outside: (path) => project.outside?.(path) ?? null,
  };
}

/** Whether a path, as a line names it that starts in `directory`, leads out of the project; a link may lead back into it. */
export function outsideOf(
  { root, project }: Pick<Ports, 'root' | 'project'>,
  directory: string,
): (path: string) => boolean {
  const { isDirectory, isFile } = projectIn(project, directory);
  return (path) =>
    path.startsWith('~/')
      ? !mayReach(root, path)
      : fromRoot({ root, directory, path }) === null && !isDirectory(path) && !isFile(path);
}
