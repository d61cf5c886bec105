// What a script does as a whole, when the line only sees its exit status.
import type { InnerMask, InnerScript } from '../../reading-types.ts';
import { listCommands } from '../commands.ts';
import { type ProofOptions, proveLine } from '../implies/index.ts';
import { type ParsedLine, parseLine } from '../parse.ts';
import {
  type Context,
  isExecuting,
  type ProgramReading,
  plain,
  STRENGTH,
} from '../programs/program-reading.ts';
import type { Words } from '../programs/types.ts';
import { readCommandOf } from '../reading/read-command.ts';
import { type CommandFinding, readCommands } from '../reading/read-commands.ts';

/** How the script's shell is started. */
export type ScriptOptions = { pipefail: boolean; errexit: boolean; posix?: boolean; arguments?: Words };

/** What a script comes to: a reading as if it were one command, and what hides the failure of what it is run for. */
export type ScriptDigest = {
  reading: ProgramReading;
  mask: { line: number; text: string } | null;
  script: Omit<InnerScript, 'path' | 'isFile' | 'isIgnored' | 'isMasked'>;
};

/** Scripts within scripts cost more depth than wrappers do. */
const DEPTH = 4;

/** A script longer than this is not looked into. */
const MAX_LENGTH = 100_000;

/** Reads a script; null if it does not parse. */
export function digestScript(text: string, options: ScriptOptions, context: Context): ScriptDigest | null {
  if (text.length > MAX_LENGTH) return null;
  const prefix = prefixOf(options);
  const parsed = parseLine(prefix + text);
  if (!parsed.parsed) return null;
  const deeper = { ...context, depth: context.depth + DEPTH };
  return digest(parsed, prefix.split('\n').length - 1, options, deeper);
}

/** What the script's shell has been told before its first line: its options, and `$1`, `$2`, ... where they are known. */
function prefixOf(options: ScriptOptions): string {
  const errexit = options.errexit ? 'set -e\n' : '';
  const given = options.arguments;
  if (given === undefined || given.some((word) => word === null || word.includes('\n'))) return errexit;
  return `${errexit}set -- ${given.map((word) => `'${(word ?? '').replaceAll("'", `'\\''`)}'`).join(' ')}\n`;
}

function shellOf({ pipefail, posix }: ScriptOptions, { oldBash }: Context): ProofOptions {
  return { pipefail, posix: posix === true, oldBash };
}

type Parsed = Extract<ParsedLine, { parsed: true }>;

function digest(parsed: Parsed, shift: number, options: ScriptOptions, context: Context): ScriptDigest {
  const proofs = proveLine(parsed, shellOf(options, context));
  const findings = readCommands(parsed, listCommands(parsed), proofs, context);
  const live = liveOf(findings, parsed.source);
  const best = STRENGTH.find((one) => live.some((finding) => finding.class === one)) ?? 'inert';
  const those = live.filter((finding) => finding.class === best);
  const open = best === 'inert' ? undefined : those.find((finding) => !finding.proven);
  const reading = joined(those, findings, plain(best, null, [], context));
  const script = scriptOf(parsed, shift, findings, those, { options, context });
  if (open === undefined) return { reading, mask: null, script };
  if (areAlternatives(parsed, those, shellOf(options, context)))
    return { reading: uncertain(reading, those), mask: null, script };
  if (WATCHES.test(open.maskedBy ?? '')) {
    const disarmed = { ...reading, class: 'inert', executes: false, disarmed: open.maskedBy } as const;
    return { reading: disarmed, mask: null, script };
  }
  return {
    reading: { ...reading, innerMask: open.innerMask },
    mask: { line: lineOf(parsed.source, open) - shift, text: open.maskedBy ?? open.text },
    script,
  };
}

/** What stands in the background is not what a script is run for, but for a test that it waits for. */
function liveOf(findings: readonly CommandFinding[], source: string): readonly CommandFinding[] {
  const waits = /\bwait\b/.test(source);
  return findings.filter(
    ({ listed, background, proven, class: className }) =>
      !listed.uncalled && (!background || proven || (waits && className === 'test')),
  );
}

/** The script as it is joined with what its shell testifies. */
function scriptOf(
  { source }: Parsed,
  before: number,
  findings: readonly CommandFinding[],
  those: readonly CommandFinding[],
  { options, context }: { options: ScriptOptions; context: Context },
): ScriptDigest['script'] {
  return {
    source,
    before,
    pipefail: options.pipefail,
    commands: findings.map((finding, index) => readCommandOf(finding, index, context.project)),
    lines: findings.map((finding) => lineOf(source, finding) - before),
    counted: those.map(({ listed }) => listed.index),
  };
}

/** The script with its place; `lineAt`: the line of the file for a line of its text. */
export function scriptAt(
  { script, mask }: ScriptDigest,
  place: { path: string; isFile: boolean; isIgnored?: boolean; lineAt: (line: number) => number },
): InnerScript {
  const { path, isFile, isIgnored = false, lineAt } = place;
  return { ...script, path, isFile, isIgnored, isMasked: mask !== null, lines: script.lines.map(lineAt) };
}

/** Runners in the arms of an `if` or a `case`: one of them ran, and none failed. */
function areAlternatives(parsed: Parsed, those: readonly CommandFinding[], shell: ProofOptions): boolean {
  if (those.length < 2 || those.some(({ hiddenBy }) => hiddenBy !== null)) return false;
  const nodes = those.map(({ listed }) => listed.node);
  const proofs = proveLine(parsed, { ...shell, together: nodes });
  return nodes.every((node) => proofs.get(node)?.proven === true);
}

/** Which of the alternatives ran is not known, nor how much it ran. */
function uncertain(reading: ProgramReading, those: readonly CommandFinding[]): ProgramReading {
  const scopes = new Set(those.map(({ scope }) => scope.join(' ')));
  return scopes.size === 1 ? reading : { ...reading, program: null };
}

const WATCHES = /^(--watch|watch|entr)$/;

/** Several commands of one class as one. Output that does not come through makes the runner's words worthless. */
function joined(
  those: readonly CommandFinding[],
  all: readonly CommandFinding[],
  base: ProgramReading,
): ProgramReading {
  const [first] = those;
  const programs = new Set(
    those.map(({ program, listed }) => (listed.outputGone || listed.filteredBy !== null ? null : program)),
  );
  const directories = new Set(those.map(({ directory }) => directory));
  const everything = those.some((finding) => finding.scope.length === 0);
  const disarmed = isExecuting(base.class) ? undefined : all.find((finding) => finding.disarmed !== null);
  return {
    ...base,
    program: programs.size === 1 ? ([...programs][0] ?? null) : null,
    scope: everything ? [] : those.flatMap((finding) => finding.scope),
    namesTargets: those.some((finding) => finding.namesTargets),
    directory: directories.size === 1 ? (first?.directory ?? null) : base.directory,
    disarmed: disarmed?.disarmed ?? null,
    inline: those.length === 1 ? (first?.inlineCode ?? null) : null,
  };
}

function lineOf(source: string, finding: CommandFinding): number {
  return source.slice(0, finding.listed.start).split('\n').length;
}

/** The script of `ssh host '...'` and of shells behind wrappers. */
export function readScriptLine(
  outcome: { text: string | null; masked?: string } & ScriptOptions,
  words: ProgramReading['words'],
  context: Context,
): ProgramReading {
  if (outcome.text === null) return plain('unknown', null, words, context);
  const found = digestScript(outcome.text, outcome, context);
  if (found === null) return plain('inert', null, words, context);
  return { ...found.reading, words, masked: outcome.masked ?? found.mask?.text ?? found.reading.masked };
}

/** A mask inside a script of a file, with the place where it stands; an even deeper one is named instead. */
export function maskAt(found: ScriptDigest, path: string, firstLine: number): InnerMask | null {
  if (found.mask === null) return null;
  return found.reading.innerMask ?? { path, line: firstLine + found.mask.line - 1, text: found.mask.text };
}
