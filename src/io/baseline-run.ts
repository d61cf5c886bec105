import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Exec, ExecResult, Reach, ReportFiles, ReportPlaces, WrittenReport } from '../core/ports.ts';
import { writeAtomically } from './atomic-write.ts';
import { linkDependencies } from './dependencies.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import type { OpenedTree } from './tree.ts';

/** Failing tests of one run, by name. */
export type Failures = { failing: readonly string[]; namesComplete: boolean };

export type BaselineRunOptions = {
  tree: OpenedTree;
  exec: Exec;
  reach: Reach;
  reports: ReportFiles;
  root: string;
  /** File in which the baseline's answers are kept. */
  answersPath: string;
  /** Where a line that starts below `root` may write report files; null: nowhere. */
  reportPlaces: (line: Line) => ReportPlaces | null;
  /** Reads a run's failing tests, with the report files that it wrote; null: the run does not say which. */
  readFailures: (line: Line, result: ExecResult & { written: readonly WrittenReport[] }) => Failures | null;
};

/** A line of a run in a copy. */
export type Line = { root: string; command: string; directory: string };

export type BaselineRequest = {
  command: string;
  /** Where the command starts, relative to the root. */
  directory: string;
  timeoutMs: number;
  /** The tests that fail in the working tree. */
  failing: readonly string[];
  signal?: AbortSignal;
};

/** Compile caches hide from us that a file of the original was used; every run in a copy compiles anew. */
const uncached = { PYTHONDONTWRITEBYTECODE: '1', NODE_DISABLE_COMPILE_CACHE: '1' };

/**
 * Which tests fail on the baseline's files: in a copy of them, with the installed dependencies linked. Null where that
 * cannot be known:
 * - a copy of the files as they stand now does not fail as the working tree itself does (a file that git ignores is
 *   missing there, an absolute path leads back), so what fails in a copy says nothing;
 * - the run opened a changed file of the original (an editable installation), so it tested the change;
 * - time is up, it was interrupted, the tree is too large or cannot be read, the file system does not record access.
 * The baseline's answer is remembered, over processes; that of the control as long as this value lives.
 */
export function openBaselineRun(
  options: BaselineRunOptions,
): (request: BaselineRequest) => Promise<Failures | null> {
  const controls = new Map<string, Promise<boolean>>();
  const control = (key: string, request: BaselineRequest, failing: readonly string[]): Promise<boolean> => {
    const known = controls.get(key);
    if (known !== undefined) return known;
    const made = runInCopy(options, request, { of: 'now', changed: [] }).then(
      (found) => found !== null && isSame(found.failing, failing),
    );
    controls.set(key, made);
    return made;
  };
  return async (request) => {
    const { command, directory, failing } = request;
    try {
      const [baseline, look] = [await options.tree.baseline(), await options.tree.look()];
      if (baseline.id === null || look.id === null || !(await options.reach.works())) return null;
      const kept = keptAnswers(options.answersPath, JSON.stringify([baseline.id, command, directory]));
      const answer =
        kept.find() ?? (await runInCopy(options, request, { of: 'baseline', changed: look.changed }));
      if (answer === null) return null;
      kept.keep(answer);
      // Where nothing of it failed before, it need not be asked whether that is to be believed.
      if (!failing.some((name) => answer.failing.includes(name))) return answer;
      const key = JSON.stringify([look.id, command, directory, failing]);
      return (await control(key, request, failing)) ? answer : null;
    } catch {
      // A copy that cannot be made proves nothing: the failure counts as new.
      return null;
    }
  };
}

function keptAnswers(path: string, key: string): { find(): Failures | null; keep(answer: Failures): void } {
  const read = (): Record<string, Failures> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Record<string, Failures>;
    } catch {
      return {};
    }
  };
  return {
    find: () => read()[key] ?? null,
    keep: (answer) => writeAtomically(path, JSON.stringify({ ...read(), [key]: answer }), { durable: false }),
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const names = new Set(one);
  return names.size === new Set(other).size && other.every((name) => names.has(name));
}

/**
 * Before what is installed: an editable installation leads into the original.
 * Limit: one of a package that stands deeper in the project still does, and then nothing is known.
 */
function pythonPath(root: string, copy: string): string {
  const own = (process.env.PYTHONPATH ?? '').split(delimiter).filter((path) => path !== '');
  const moved = own.map((path) =>
    path === root || path.startsWith(`${root}/`) ? copy + path.slice(root.length) : path,
  );
  return [...moved, join(copy, 'src'), copy].join(delimiter);
}

async function runInCopy(
  options: BaselineRunOptions,
  request: BaselineRequest,
  copied: { of: 'baseline' | 'now'; changed: readonly string[] },
): Promise<Failures | null> {
  const { tree, exec, reach, reports, root } = options;
  const { path: copy, remove } = makeTemporaryDirectory('baseline');
  try {
    if (!(await tree.copyTo(copy, copied.of))) return null;
    linkDependencies(root, copy);
    const line = { root: copy, command: request.command, directory: request.directory };
    const places = options.reportPlaces(line);
    const writtenReports = places === null ? () => [] : reports.watch(places);
    await reach.before(copied.changed);
    const result = await exec.run({
      command: request.command,
      directory: join(copy, request.directory),
      timeoutMs: request.timeoutMs,
      witnessed: false,
      environment: {
        ...uncached,
        PYTHONPYCACHEPREFIX: join(copy, '.pycache'),
        PYTHONPATH: pythonPath(root, copy),
        // A folder that several trees share would give the original what was built of the copy.
        CARGO_TARGET_DIR: join(copy, 'target'),
      },
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
    if (result.exit.kind !== 'exited') return null;
    if ((await reach.opened(copied.changed)).length > 0) return null;
    // A name may hold the file's absolute path.
    const here = (text: string): string => text.replaceAll(copy, root);
    const written = writtenReports().map((file) => ({
      ...file,
      text: file.text === null ? null : here(file.text),
    }));
    return options.readFailures(line, { ...result, output: here(result.output), written });
  } finally {
    remove();
  }
}
