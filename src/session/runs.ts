// A line that ran: judged, compared with the tree, recorded.
import { CLIP_LENGTH, clip } from '../core/clip.ts';
import { authoredChanges, evidenceFor, type Place } from '../core/evidence.ts';
import { runNote } from '../core/feedback.ts';
import { placedRun } from '../core/judge/placed.ts';
import { reportFilesOf } from '../core/judge/report-files.ts';
import { judgeRun } from '../core/judge-run.ts';
import {
  canBeLeftover,
  isWrittenByHand,
  type Made,
  madeByRun,
  mayBeBinary,
  namedOutputs,
  productsOf,
  withLeftovers,
} from '../core/leftovers.ts';
import type { Reading } from '../core/reading-types.ts';
import { reportPlaces } from '../core/report-places.ts';
import type { FileChange, JudgedRun, RanBody, RunResult } from '../core/types.ts';
import type { RunSeen } from '../session-types.ts';
import { outsideOf, projectIn, readLine, type SessionContext } from './context.ts';
import { errorText, whenWorks } from './faults.ts';
import { lookAround, noteOtherChanges } from './look.ts';
import { notePlan } from './plan.ts';

type Line = {
  command: string;
  /** Relative to the root. */
  directory: string;
  timeoutMs: number;
  onOutput?: (text: string) => void;
  signal?: AbortSignal;
};

/**
 * What has to be known before a line runs: changes that others made, the report files that stand, the files whose opening is
 * watched, that it began.
 */
export async function openRun(
  context: SessionContext,
  { command, directory }: { command: string; directory: string },
): Promise<void> {
  await noteOtherChanges(context);
  context.append({ type: 'run_opened', id: String(context.ledger.seq + 1), command });
  const { reach, reports, root } = context.options.ports;
  const places = reportPlaces(readLine(context, command, directory), { root, directory });
  // It reads files, so before their access is watched.
  if (places !== null) context.writtenReports.set(command, reports.watch(places));
  const watched = [...context.ledger.unopened.keys()];
  if (watched.length > 0 && (await reach.works())) await reach.before(watched);
}

/** Runs a line with the witness and records it. */
export async function runLine(
  context: SessionContext,
  line: Line,
  by: RanBody['by'],
  preexisting: Preexisting = async () => nothingBefore,
): Promise<{ seen: RunSeen; ran: RanBody; note: string | null }> {
  await openRun(context, line);
  const seen = await execute(context, line, by === 'gate' ? 'end' : 'keep');
  return { seen, ...(await recordRun(context, seen, by, preexisting)) };
}

/** A server that the agent starts is there for its next lines; what a check leaves behind ends with it. */
async function execute(context: SessionContext, line: Line, background: 'keep' | 'end'): Promise<RunSeen> {
  const { root, exec } = context.options.ports;
  const { command, directory, timeoutMs, onOutput, signal } = line;
  const since = context.ledger.seq;
  const result = await exec.run({
    command,
    directory: directory === '' || directory === '.' ? root : `${root}/${directory}`,
    timeoutMs,
    witnessed: true,
    background,
    ...(onOutput === undefined ? {} : { onOutput }),
    ...(signal === undefined ? {} : { signal }),
  });
  return { command, directory, background: false, since, ...result };
}

/** The same for a tool call of the agent: where we fail around it, the line runs all the same and counts as not known. */
export async function runForAgent(
  context: SessionContext,
  line: Line,
): Promise<{ seen: RunSeen; result: RunResult; note: string | null }> {
  const isOpen = [...context.ledger.opened.values()].includes(line.command);
  if (!isOpen) await whenWorks(context, 'before a run', undefined, () => openRun(context, line));
  const seen = await executeOrSay(context, line);
  const lost = { result: 'unknown' as const, note: null };
  return whenWorks(context, 'recording a run', { seen, ...lost }, async () => {
    const { ran, note } = await recordRun(context, seen, 'agent');
    await notePlan(context, 'agent');
    return { seen, result: ran.judged.result, note };
  });
}

/** A line that we fail to run has not begun, whatever of ours can still be read or recorded. */
async function executeOrSay(context: SessionContext, line: Line): Promise<RunSeen> {
  try {
    return await execute(context, line, 'keep');
  } catch (error) {
    context.fault('running a line', error);
    return notStarted(line, errorText(error));
  }
}

function notStarted({ command, directory }: Line, why: string): RunSeen {
  return {
    command,
    directory,
    exit: { kind: 'not_started', why },
    output: '',
    outputWhole: true,
    log: null,
    durationMs: 0,
    testimony: { kind: 'none', why },
    background: false,
  };
}

/** What a red check says that it said at the baseline as well. */
export type Preexisting = (
  judged: JudgedRun,
  seen: RunSeen,
) => Promise<Pick<RanBody, 'preexisting' | 'wasRed'>>;

export const nothingBefore = { preexisting: [], wasRed: false } as const;

/** Judges a line that ended and records it, with what changed meanwhile. */
export async function recordRun(
  context: SessionContext,
  seen: RunSeen,
  by: RanBody['by'],
  preexisting: Preexisting = async () => nothingBefore,
): Promise<{ ran: RanBody; note: string | null }> {
  context.catchUp();
  const { ports, readResults, readReports } = context.options;
  const reading = readLine(context, seen.command, seen.directory);
  const place = { root: ports.root, directory: seen.directory };
  const written = context.writtenReports.get(seen.command)?.() ?? [];
  context.writtenReports.delete(seen.command);
  const judged = placedRun(
    judgeRun({
      reading,
      exit: seen.exit,
      output: seen.output,
      outputWhole: seen.outputWhole,
      testimony: seen.testimony,
      background: seen.background,
      readResults,
      reportFiles: reportFilesOf({ written, reading, place, readReports }),
      asked: by,
      isProjectFile: projectIn(ports.project, seen.directory).isFile,
      isOutside: outsideOf(ports, seen.directory),
    }),
    place,
  );
  // Before anything of ours reads the files.
  const opened = await openedFiles(context, seen.command, judged);
  const { changes, made, products } = await changesOf(context, reading, { judged, place });
  const code = changes.filter((change) => change.kind !== 'other');
  const meanwhile = [...notedSince(context, seen.since), ...code];
  const ran: RanBody = {
    by,
    command: seen.command,
    directory: seen.directory,
    exit: seen.exit,
    judged,
    changes,
    madeByRun: code.map(({ path }) => path).filter((path) => made?.paths.has(path)),
    authored: authoredChanges({ reading, place, changes: meanwhile }),
    evidenceFor: evidenceFor({
      reading,
      place,
      changes: meanwhile.filter(({ path }) => !products.has(path)),
    }),
    output: clip(seen.output, 2 * CLIP_LENGTH),
    log: seen.log,
    durationMs: seen.durationMs,
    opened,
    ...(judged.result === 'red' ? await preexisting(judged, seen) : nothingBefore),
  };
  context.append({ type: 'ran', ...ran });
  return { ran, note: noteFor(reading, judged) };
}

/** What others have put on record while the line ran (`donegate milestone` in it, or beside it): it changed during the run as well. */
function notedSince({ ledger }: SessionContext, since: number | undefined): readonly FileChange[] {
  if (since === undefined) return [];
  return ledger.turnChanges
    .filter(({ seq }) => seq > since)
    .map(({ path, after }) => ({
      path,
      hash: after ?? null,
      atBaseline: after === undefined,
      kind: 'source' as const,
    }));
}

type Changes = { changes: readonly FileChange[]; made: Made | null; products: ReadonlySet<string> };

/** What changed while a line ran, with the data that runs leave behind marked as no code. */
async function changesOf(
  context: SessionContext,
  reading: Reading,
  { judged, place }: { judged: JudgedRun; place: Place },
): Promise<Changes> {
  const { ledger } = context;
  const { ports } = context.options;
  const { look, changes: seen } = await lookAround(context);
  const changes = seen.map((change) =>
    isWrittenByHand(reading, place, change.path)
      ? { ...change, kind: look.kinds.get(change.path) ?? change.kind }
      : change,
  );
  const made = madeByRun({ reading, judged, place, changes });
  const named = namedOutputs(reading, place);
  const outputs = changes.filter((change) => named.has(change.path) && canBeLeftover(change));
  const reports = new Set([...(judged.reportFiles ?? []), ...outputs.map(({ path }) => path)]);
  const wasThere = new Set<string>();
  const binaries = new Set<string>();
  for (const change of changes) {
    const { path } = change;
    const isMade = made?.paths.has(path) === true;
    if (isMade && mayBeBinary(change) && (await ports.tree.currentText(path)) === null) binaries.add(path);
    if (!reports.has(path) && !(isMade && (canBeLeftover(change) || binaries.has(path)))) continue;
    if ((await ports.tree.baselineText(path)) !== null) wasThere.add(path);
  }
  const known = new Map([...ledger.leftovers].filter(([path]) => !isWrittenByHand(reading, place, path)));
  const given = { changes, made, madeBefore: ledger.madeByRuns, wasThere };
  return {
    changes: withLeftovers({ ...given, known, reports }),
    made,
    products: productsOf({ ...given, code: ledger.code, binaries }),
  };
}

async function openedFiles(
  context: SessionContext,
  command: string,
  judged: JudgedRun,
): Promise<readonly string[] | null> {
  const { reach } = context.options.ports;
  const watched = [...context.ledger.unopened.keys()];
  if (watched.length === 0) return [];
  // Without a beginning that we saw, older openings cannot be told from those of this run.
  if (![...context.ledger.opened.values()].includes(command)) return null;
  if (judged.result === 'none' || !(await reach.works())) return null;
  return reach.opened(watched);
}

/** What the model should know about a run that will not count. */
function noteFor(reading: Reading, judged: JudgedRun): string | null {
  if (!['masked', 'empty', 'unknown'].includes(judged.result)) return null;
  return runNote(judged.why, reading.suggestion);
}
