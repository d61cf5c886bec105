// What a script does as a whole, when the line only sees its exit status.
import type { InnerMask } from '../../reading-types.ts';
import { listCommands } from '../commands.ts';
import { proveLine } from '../implies/index.ts';
import { type ParsedLine, parseLine } from '../parse.ts';
import {
  type Context,
  isExecuting,
  type ProgramReading,
  plain,
  strongest,
} from '../programs/read-program.ts';
import { type CommandFinding, readCommands } from '../reading/read-commands.ts';

export type ScriptOptions = { pipefail: boolean; errexit: boolean };

/** What a script comes to: its strongest class, and what hides the failure of a command of that class. */
export type ScriptDigest = {
  strongest: CommandFinding | null;
  reading: ProgramReading;
  mask: { line: number; text: string } | null;
};

/** Reads a script; null if it does not parse. */
export function digestScript(text: string, options: ScriptOptions, context: Context): ScriptDigest | null {
  const prefix = options.errexit ? 'set -e\n' : '';
  const parsed = parseLine(prefix + text);
  if (!parsed.parsed) return null;
  return digest(parsed, prefix === '' ? 0 : 1, options, context);
}

type Parsed = Extract<ParsedLine, { parsed: true }>;

function digest(parsed: Parsed, shift: number, options: ScriptOptions, context: Context): ScriptDigest {
  const commands = listCommands(parsed);
  const proofs = proveLine(parsed, { pipefail: options.pipefail });
  const findings = readCommands(parsed, commands, proofs, context);
  const live = findings.filter(({ listed, background }) => !listed.uncalled && !background);
  const best = strongest(
    live.filter((one) => one.disarmed === null || one.class === 'check').map((one) => one.class),
  );
  const those = live.filter((one) => one.class === best);
  const [first] = those;
  const base = plain(best, first?.program ?? null, [], context);
  const unproven = isExecuting(best) || best === 'check' ? those.find((one) => !one.proven) : undefined;
  const disarmed = isExecuting(best)
    ? null
    : (findings.find((one) => one.disarmed !== null)?.disarmed ?? null);
  const reading: ProgramReading = {
    ...base,
    words: first?.words ?? [],
    scope: those.every((one) => one.scope.length > 0) ? those.flatMap((one) => one.scope) : [],
    directory: first?.directory ?? context.directory,
    disarmed,
    innerMask: unproven?.innerMask ?? null,
    inline: first !== undefined && those.every((one) => one.inlineCode !== null) ? first.inlineCode : null,
    masked: null,
  };
  const mask =
    unproven === undefined
      ? null
      : { line: lineOf(parsed.source, unproven) - shift, text: unproven.maskedBy ?? unproven.text };
  return { strongest: first ?? null, reading, mask };
}

function lineOf(source: string, finding: CommandFinding): number {
  return source.slice(0, finding.listed.start).split('\n').length;
}

/** The script of `ssh host '...'` and of shells behind wrappers. */
export function readScriptLine(
  outcome: { text: string | null; pipefail: boolean; errexit: boolean },
  context: Context,
): ProgramReading {
  if (outcome.text === null) return plain('unknown', null, [], context);
  const found = digestScript(outcome.text, outcome, context);
  if (found === null) return plain('inert', null, [outcome.text], context);
  return { ...found.reading, masked: found.mask === null ? found.reading.masked : found.mask.text };
}

/** A mask inside a script of a file, with the place where it stands. */
export function maskAt(found: ScriptDigest, path: string, firstLine: number): InnerMask | null {
  if (found.mask === null) return null;
  return found.reading.innerMask ?? { path, line: firstLine + found.mask.line - 1, text: found.mask.text };
}
