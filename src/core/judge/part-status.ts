// Commands that bash does not announce: in `( )`, `$( )`, functions, `bash -c '...'`, groups in pipelines, the background. The
// status of what they stand in is announced, and that part is judged as a line of its own.
import type { ReadCommand } from '../reading-types.ts';
import { filterBehind } from '../shell/commands/text.ts';
import type { PartProof, PartProofs } from '../shell/implies/part-proofs.ts';
import { canFail } from '../shell/implies/redirects.ts';
import { nestedScript } from '../shell/nested.ts';
import { type Command, type CommandNode, forEachChild, type SyntaxNode } from '../shell/parse.ts';
import type { CommandStatus } from './command-status.ts';
import { readStatuses } from './read-status.ts';
import type { CommandReport } from './reports.ts';
import type { JudgeRequest } from './request.ts';
import { isCutOff, mustHaveRun } from './run-status.ts';
import type { Run } from './trace/runs.ts';
import { type Traced, waits } from './trace/traced.ts';

type Asked = {
  request: JudgeRequest;
  commands: readonly ReadCommand[];
  reports: readonly (CommandReport | null)[];
  traced: Traced;
};

/** For each command what the statuses of the parts that it runs in say; null: nothing. */
export function partStatuses(asked: Asked): readonly (CommandStatus | null)[] {
  const { commands, reports, traced } = asked;
  const proofs = traced.proofs();
  if (proofs === null) return commands.map(() => null);
  const all = new Map<Command, Inside>();
  commands.forEach((command, index) => {
    const node = traced.nodeOf(command);
    if (node !== null) all.set(node, { command, index, node, report: reports[index] ?? null });
  });
  const found = commands.map(() => [] as (CommandStatus | null)[]);
  for (const part of traced.parts) noteRuns(asked, { part, all, proofs }, found);
  return commands.map((command, index) => {
    const node = traced.nodeOf(command);
    if (node === null) return null;
    return together(asked, { command, statuses: found[index] ?? [], isOutside: proofs.outside.has(node) });
  });
}

type Inside = { command: ReadCommand; index: number; node: Command; report: CommandReport | null };

/** Adds what each run of one part says about the commands in it. */
function noteRuns(
  { request, traced }: Asked,
  { part, all, proofs }: { part: CommandNode; all: ReadonlyMap<Command, Inside>; proofs: PartProofs },
  found: (CommandStatus | null)[][],
): void {
  const proof = proofs.of.get(part);
  if (proof === undefined) return;
  const reached = waits(part) ? awaited(proof, proofs, all) : [...proof.reaches];
  const inside = reached.flatMap((node) => all.get(node) ?? []);
  if (inside.length === 0) return;
  const filter = filterOf(part, traced);
  const known = new Map<number | null, readonly (CommandStatus | null)[]>();
  for (const run of traced.runs.ofNode(part)) {
    const status = isTold(run, part, proof) ? run.status : null;
    const statuses =
      known.get(status) ??
      (status === null
        ? inside.map(() => null)
        : statusesIn(request, inside, { status, proof, part, filter, traced }));
    known.set(status, statuses);
    inside.forEach(({ index }, at) => {
      found[index]?.push(statuses[at] ?? null);
    });
  }
}

/** What `wait` speaks of began before it: it counts where it cannot have run again since. */
function awaited(
  { proves }: PartProof,
  { again }: PartProofs,
  all: ReadonlyMap<Command, Inside>,
): readonly Command[] {
  return [...proves].filter((node) => all.get(node)?.command.background === true && !again.has(node));
}

/** A function can end the shell; then the status that comes with the end is not that of the call. */
function isTold({ status, isLast }: Run, part: CommandNode, { leaves }: PartProof): boolean {
  return status !== null && !(isLast && leaves && part.type === 'Command');
}

type Ended = { status: number; proof: PartProof; part: CommandNode; filter: string | null; traced: Traced };

function statusesIn(
  request: JudgeRequest,
  inside: readonly Inside[],
  { status, proof, part, filter, traced }: Ended,
): readonly (CommandStatus | null)[] {
  const source = traced.parsed.source.slice(part.pos, part.end);
  const asLine = inside.map(({ command, node }) => ({
    ...command,
    proven: proof.proves.has(node),
    background: false,
    // What reads the output of the whole part does not change the part's status.
    filteredBy: command.filteredBy === filter && !source.includes(filter ?? '') ? null : command.filteredBy,
  }));
  const read = readStatuses(
    { ...request, exit: { kind: 'exited', code: status } },
    asLine,
    inside.map(({ report }) => report),
  );
  const isSure = isOnlyCause(part, proof, traced);
  return read.map((one, index) => {
    const own = inside[index];
    if (own === undefined || (status !== 0 && isCutOff(request, own.command, status))) return null;
    return asWitnessed(one, isSure);
  });
}

/** Nothing else in the part can have failed, and nothing makes another status of it. */
function isOnlyCause(part: CommandNode, { reaches }: PartProof, { parsed }: Traced): boolean {
  const others = [...reaches].filter((command) => command !== part);
  const isInside = others.every(({ pos, end }) => pos >= part.pos && end <= part.end);
  const text = isInside ? parsed.source.slice(part.pos, part.end) : parsed.source;
  const nested = part.type === 'Command' ? nestedScript(part) : null;
  const failing =
    (part.type === 'Command' && part.redirects.some(canFail)) || /[<>]/.test(nested?.source ?? '');
  return others.length === 1 && !failing && !opensFiles(isInside ? part : parsed.script) && !RISKY.test(text);
}

/** A group in it has redirections that can fail. */
function opensFiles(node: SyntaxNode): boolean {
  if (node.type === 'Redirected' && node.redirects.some(canFail)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= opensFiles(child);
  });
  return found;
}

/** Expansions that can be an error before anything runs, and `!`. */
const RISKY = /\$\{(?!\w+\})|\$\(\(|\$\[|(?:^|[\s;&|({])!\s/;

/** A part that failed may have failed before the command: that is read, and not seen. */
function asWitnessed(status: CommandStatus, isSure: boolean): CommandStatus | null {
  switch (status.kind) {
    case 'ended_zero':
      return { ...status, by: 'witness' };
    case 'ended_otherwise':
    case 'not_started':
      return { ...status, by: isSure ? 'witness' : 'reading' };
    case 'hidden':
    case 'did_not_run':
    case 'unknown':
      return null;
  }
}

/** Text of what reads the output of the part. */
function filterOf(part: CommandNode, { stepOf, parsed }: Traced): string | null {
  const step = stepOf.get(part);
  if (step === undefined) return null;
  return filterBehind(step.elements.slice(step.elements.indexOf(part) + 1), parsed.source);
}

/** All runs of a command in all parts. */
function together(
  { request, traced }: Asked,
  given: { command: ReadCommand; statuses: readonly (CommandStatus | null)[]; isOutside: boolean },
): CommandStatus | null {
  const { command, statuses, isOutside } = given;
  const failed = statuses.find((status) => status?.kind === 'ended_otherwise');
  if (failed !== undefined) return failed;
  const missing = statuses.find((status) => status?.kind === 'not_started');
  if (missing !== undefined) return missing;
  const [first] = statuses;
  // It runs where nothing is told of it as well, unless what was waited for is just that.
  if (isOutside && !command.background) return null;
  if (first === undefined)
    return traced.runs.isComplete && !isOutside && !mustHaveRun(request, command)
      ? { kind: 'did_not_run' }
      : null;
  return statuses.includes(null) ? null : first;
}
