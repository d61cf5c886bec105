// Each command of a line or a script, joined from its place, its program, its proof and what disarms it.
import type { CommandClass, InnerMask, InnerScript, ProjectFiles } from '../../reading-types.ts';
import { isAbsolute, joinPath } from '../commands/directory.ts';
import { PROCESS, staticText } from '../commands/static-word.ts';
import { commandText } from '../commands/text.ts';
import { definedFunctions, type ListedCommand } from '../commands.ts';
import { disarmingVariable, type Tampering, tamperingOf } from '../disarmed.ts';
import type { Proof } from '../implies/index.ts';
import { nestedScript } from '../nested.ts';
import type { Command, Script } from '../parse.ts';
import { type Context, isExecuting, type ProgramReading, plain } from '../programs/program-reading.ts';
import { readProgram } from '../programs/read-program.ts';
import type { Around, Words } from '../programs/types.ts';

/** A command as far as the syntax, the table and the project say. */
export type CommandFinding = {
  listed: ListedCommand;
  text: string;
  /** Text of the program behind wrappers and assignments, the same as `text` where there are none. */
  behindWrappers: string;
  class: CommandClass;
  executes: boolean;
  program: string | null;
  words: Words;
  scope: readonly string[];
  /** The scope is names of tasks, not of files. */
  namesTargets: boolean;
  directory: string | null;
  proven: boolean;
  /** Its own status is proven to be 0, whatever it hides itself. */
  endsZero: boolean;
  assumption: string | null;
  maskedBy: string | null;
  disarmed: string | null;
  innerMask: InnerMask | null;
  scripts: readonly InnerScript[];
  /** What the program itself, or a script that it runs, hides a failure with; null: nothing. */
  hiddenBy: string | null;
  inlineCode: ProgramReading['inline'];
  background: boolean;
};

/** Reads all commands of one script. `context` says where it starts and which project it belongs to. */
export function readCommands(
  parsed: { script: Script; source: string },
  commands: readonly ListedCommand[],
  proofs: ReadonlyMap<Command, Proof>,
  context: Omit<Context, 'stdin' | 'isListed'>,
): readonly CommandFinding[] {
  const functions = definedFunctions(parsed);
  const tampering = tamperingOf(commands, functions);
  return commands.map((listed) => {
    const textAt = (path: string): string | null =>
      writtenText(commands, listed.index, path) ?? context.project?.outside?.(path) ?? null;
    const reading = readListed(listed, functions, tampering, { ...context, textAt });
    const why = whyDisarmed(listed, reading, tampering, context);
    return joinFinding(listed, why === null ? reading : disarm(reading, why), proofs.get(listed.node));
  });
}

function readListed(
  listed: ListedCommand,
  functions: ReadonlySet<string>,
  tampering: Tampering,
  around: Omit<Context, 'stdin' | 'isListed'>,
): ProgramReading {
  const words = namedWords(listed);
  const own = tampering.variables.filter(({ from }) => from < listed.index);
  const context: Context = {
    ...around,
    directory: around.apart === true ? null : placed(around.directory, listed.directory),
    stdin: stdinOf(listed),
    isListed: nestedScript(listed.node) !== null,
    assigns: [...around.assigns, ...own, ...listed.inherited, ...listed.assignments],
  };
  const [name] = words;
  if (typeof name === 'string' && functions.has(name)) {
    const hidden = readProgram(words, context);
    return {
      ...plain('inert', null, words, context),
      disarmed: isExecuting(hidden.class) && hidden.class !== 'unknown' ? `${name}() { ... }` : null,
    };
  }
  return readProgram(words, context);
}

function placed(base: string | null, directory: string | null): string | null {
  if (directory === null) return null;
  if (base === '.' || base === null) return base === null && !directory.startsWith('/') ? null : directory;
  return directory === '.' ? base : directory.startsWith('/') ? directory : `${base}/${directory}`;
}

/** Names of programs with a variable in their path (`$VENV/bin/pytest`) stay readable, and what `env A=$B` sets. */
function namedWords(listed: ListedCommand): Words {
  return listed.words.map((word, at) => {
    if (word !== null) return word;
    const text = (listed.wordNodes[at]?.text ?? '').replace(/["']/g, '');
    if (at > 0 && text.startsWith('<(')) return PROCESS;
    if (/^~\/[\w.@+/-]+$/.test(text)) return text;
    if (at > 0 && /^[A-Za-z_]\w*=/.test(text)) return text;
    const isName = at === 0 ? /^[^\s`(]*\/[\w.+-]+$/ : /^[^\s`(]*\/(s?bin|\.bin)\/[\w.+-]+$/;
    return isName.test(text) ? text : null;
  });
}

/** The text that an earlier command of the line puts into a file (`cat > x.py <<EOF`). */
function writtenText(commands: readonly ListedCommand[], before: number, path: string): string | null {
  const writer = commands.findLast(
    ({ index, redirects }) =>
      index < before &&
      redirects.some(
        (one) =>
          one.type === 'Redirect' &&
          one.operator === '>' &&
          one.target !== undefined &&
          staticText(one.target, new Map()) === path,
      ),
  );
  if (writer === undefined || writer.words.length !== 1 || writer.words[0] !== 'cat') return null;
  const body = writer.redirects.findLast(({ type }) => type === 'HereDoc');
  return body?.type === 'HereDoc' ? body.body.text : null;
}

function stdinOf(listed: ListedCommand): Around['stdin'] {
  const feeding = listed.redirects.findLast(
    (redirect) => redirect.operator.startsWith('<') && redirect.operator !== '<&',
  );
  if (feeding?.type === 'HereDoc') return { kind: 'text', text: feeding.body.text };
  if (feeding?.type === 'HereString') return { kind: 'text', text: feeding.target?.value ?? null };
  if (feeding !== undefined) {
    const path = feeding.target === undefined ? null : staticText(feeding.target, new Map());
    if (path === null || feeding.operator !== '<') return { kind: 'pipe' };
    return path === '/dev/null' ? { kind: 'none' } : { kind: 'file', path };
  }
  const outer = listed.outerRedirects.some(
    (redirect) => redirect.operator.startsWith('<') && redirect.operator !== '<&',
  );
  return listed.readsPipe || outer ? { kind: 'pipe' } : { kind: 'none' };
}

/** Why a command that looks like a check is none here, or null. */
function whyDisarmed(
  listed: ListedCommand,
  reading: ProgramReading,
  tampering: Tampering,
  around: { project: ProjectFiles | null },
): string | null {
  if (reading.disarmed !== null || (!reading.executes && reading.class !== 'check')) return null;
  const [name] = listed.words;
  const renamed = typeof name === 'string' ? tampering.names.get(name) : undefined;
  if (renamed !== undefined) return renamed;
  const [program] = reading.words;
  const isByPath = typeof program === 'string' && program.includes('/');
  const { everything } = tampering;
  if (
    everything !== null &&
    everything.from < listed.index &&
    !isByPath &&
    mayHold(everything.folder, reading, around)
  )
    return everything.why;
  const variable = disarmingVariable(reading.assigns, reading.program);
  if (variable === null) return null;
  const isHarmless = variable.folder !== null && (isByPath || !mayHold(variable.folder, reading, around));
  return isHarmless ? null : variable.why;
}

/** False where the project shows that a folder in front of PATH holds no program of that name. */
function mayHold(
  folder: string,
  reading: ProgramReading,
  { project }: { project: ProjectFiles | null },
): boolean {
  const relative = folder.replace(/^["']|["']$/g, '').replace(/^(\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`)\//, '');
  const [program] = reading.words;
  if (project === null || typeof program !== 'string' || /[$`]/.test(relative)) return true;
  const path = joinPath(reading.directory, `${relative}/${program}`);
  return path === null || isAbsolute(path) || project.isFile(path);
}

function disarm(reading: ProgramReading, why: string): ProgramReading {
  return { ...reading, class: 'inert', executes: false, disarmed: why };
}

function joinFinding(
  listed: ListedCommand,
  reading: ProgramReading,
  proof: Proof | undefined,
): CommandFinding {
  const hidden =
    reading.executes || reading.class === 'check' ? (reading.innerMask?.text ?? reading.masked) : null;
  const proven = proof?.proven === true && hidden === null;
  return {
    listed,
    text: listed.text,
    behindWrappers: behindWrappers(listed, reading.words),
    class: reading.class,
    executes: reading.executes && !listed.uncalled,
    program: reading.program,
    words: reading.words,
    scope: reading.scope,
    namesTargets: reading.namesTargets,
    directory: reading.directory,
    proven,
    endsZero: proof?.proven === true,
    assumption: proven && proof.proven ? proof.assumption : null,
    maskedBy: proven ? null : (hidden ?? (proof !== undefined && !proof.proven ? proof.maskedBy : null)),
    disarmed: reading.disarmed,
    innerMask: reading.innerMask,
    scripts: reading.scripts,
    hiddenBy: hidden,
    inlineCode: reading.inline,
    background: listed.background,
  };
}

/** `pytest -q` of `A=1 timeout 60 pytest -q`, `p1` of `find . -exec p1 {} +`. */
function behindWrappers(listed: ListedCommand, words: Words): string {
  const isFind = listed.words.at(-1) === '+';
  const skipped = listed.words.length - words.length - (isFind ? 1 : 0);
  if (skipped < 0 || words.length === 0 || !words.every((word, at) => word === listed.words[skipped + at]))
    return listed.text;
  const first = listed.wordNodes[skipped];
  if (first === null || first === undefined || first.pos === listed.node.pos) return listed.text;
  if (!isFind) return commandText(listed.node, listed.source, first.pos);
  const files = words.at(-1) === '{}' ? 1 : 0;
  const last = listed.wordNodes[skipped + words.length - 1 - files];
  return last === null || last === undefined ? listed.text : listed.source.slice(first.pos, last.end);
}
