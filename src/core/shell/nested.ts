import type { Command, HereDoc, HereString, Script, Word, WordPart } from './parse.ts';
import { parseLine, pipelineOf } from './parse.ts';

/** How a command gets the script that it holds. */
export type NestedKind = 'bash -c' | 'sh -c' | 'eval' | 'trap' | 'bash stdin' | 'sh stdin' | 'other -c';

/** A script inside a command of a line. */
export type NestedScript = {
  script: Script;
  /** Positions of the script's nodes point into this text. */
  source: string;
  kind: NestedKind;
  /** What must hold for the text to be this script (`$DIR holds no shell syntax`); null: it is literal. */
  assumption: string | null;
  /** Variables of the outer shell that are put into the text before it is read. */
  open: readonly string[];
  /** Options of the shell before the script (`-e`, `-o`, `pipefail`); for a trap its signals. */
  options: readonly string[];
  /** The words before the shell's name (`timeout 60`), expansions as written. */
  wrapper: readonly string[];
};

const cache = new WeakMap<Command, NestedScript | null>();

/**
 * The script that a command holds: `bash -c '...'`, `sh -c`, `eval '...'`, `trap '...' EXIT`, `bash <<'EOF'`,
 * `echo '...' | bash`, also behind wrappers (`timeout 60 bash -c`, `sudo`, `env A=1`, `xargs`, `find -exec`).
 * Null: none, not literal, or not to be parsed. Every caller gets the same nodes for the same command.
 */
export function nestedScript(command: Command): NestedScript | null {
  const known = cache.get(command);
  if (known !== undefined) return known;
  const found = find(command);
  cache.set(command, found);
  return found;
}

/** Text of a word in which nothing is expanded, quotes taken off; null for any other word. */
export function literalText(word: Word): string | null {
  if (word.parts === undefined) return word.text.startsWith('~') ? null : word.value;
  let text = '';
  for (const part of word.parts) {
    const piece = literalPart(part);
    if (piece === null) return null;
    text += piece;
  }
  const [first] = word.parts;
  return first?.type === 'Literal' && first.text.startsWith('~') ? null : text;
}

function literalPart(part: WordPart): string | null {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
    case 'LocaleString': {
      const pieces = part.parts.map(literalPart);
      return pieces.includes(null) ? null : pieces.join('');
    }
    default:
      return null;
  }
}

/** `pieces`: the expansions in it as they are written, which the outer shell replaces before the script is read. */
type ScriptText = { text: string; pieces: readonly string[] };

/** Text of a word that is to be a script: expansions inside double quotes are left as they are written. */
function scriptText(word: Word): ScriptText | null {
  const literal = literalText(word);
  if (literal !== null) return { text: literal, pieces: [] };
  const inner: WordPart[] = [];
  for (const part of word.parts ?? []) {
    if (part.type === 'DoubleQuoted') inner.push(...part.parts);
    else if (literalPart(part) === null) return null;
    else inner.push(part);
  }
  return openText(inner);
}

/** Text with expansions in it; null: it cannot be known what script that makes. */
function openText(parts: readonly WordPart[]): ScriptText | null {
  let text = '';
  const pieces: string[] = [];
  for (const part of parts) {
    const known = literalPart(part);
    const isVariable = part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion';
    // What a substitution prints is data here; its commands belong to the outer line.
    text += known ?? (isVariable ? part.text : '$_');
    if (known === null)
      pieces.push(isVariable ? part.text : part.type === 'ArithmeticExpansion' ? '$(( ))' : '$( )');
  }
  const rest = pieces.reduce((left, piece) => left.replaceAll(piece, ' '), text);
  const names = pieces.flatMap(nameIn);
  // `$?` and the like mean another thing inside, and so does a variable that the script itself names.
  const isOther = pieces.some((piece) => /^\$\{?[^a-zA-Z_({]/.test(piece)) || /PIPESTATUS/.test(text);
  if (isOther || names.some((name) => new RegExp(`\\b${name}\\b`).test(rest))) return null;
  return /^[\s;]*$/.test(rest.replaceAll('$_', '')) && pieces.length > 0 ? null : { text, pieces };
}

function nameIn(piece: string): readonly string[] {
  const name = /^\$\{?[!#]?([a-zA-Z_]\w*)/.exec(piece)?.[1];
  return name === undefined ? [] : [name];
}

const assumptionOf = (pieces: readonly string[]): string | null =>
  pieces.length === 0 ? null : `${[...new Set(pieces)].join(', ')} holds no shell syntax`;

const bashNames = new Set(['bash', 'rbash']);
const shNames = new Set(['sh', 'dash', 'ash', 'busybox']);
const otherNames = new Set(['zsh', 'ksh', 'mksh', 'fish']);
const isShell = (name: string) => bashNames.has(name) || shNames.has(name) || otherNames.has(name);

/** Words before a shell that hand its status on, run it elsewhere, or run it many times. */
const wrappers = new Set(
  (
    'timeout gtimeout env sudo doas nice ionice nohup setsid stdbuf unbuffer time chrt taskset xvfb-run command exec ' +
    'builtin xargs find docker podman docker-compose podman-compose kubectl flock strace ltrace unshare caffeinate ' +
    'arch direnv dotenv doppler op mise rtx asdf nix nix-shell conda micromamba mamba pixi uv poetry pipenv pdm ' +
    'hatch rye npx pnpm yarn bunx bundle dbus-run-session chronic systemd-run faketime su runuser gosu'
  ).split(' '),
);

const base = (name: string) => name.slice(name.lastIndexOf('/') + 1);

function find(command: Command): NestedScript | null {
  if (command.name === undefined) return null;
  const words = [command.name, ...command.args.filter((word) => word.type === 'Word')];
  const texts = words.map(literalText);
  const first = texts[0];
  if (first === null || first === undefined) return null;
  let start = 0;
  while (texts[start] === 'command' || texts[start] === 'builtin') start += 1;
  const name = texts[start] ?? '';
  if (name === 'eval') return evalScript(words.slice(start + 1));
  if (name === 'trap') return trapScript(words.slice(start + 1), texts.slice(start + 1));
  if (isShell(base(name))) return shellScript(command, words, texts, start);
  if (!wrappers.has(base(first))) return null;
  for (let at = 1; at < texts.length; at += 1) {
    const text = texts[at];
    if (text === null || text === undefined || !isShell(base(text))) continue;
    const found = shellScript(command, words, texts, at);
    if (found !== null) return found;
  }
  return null;
}

function evalScript(words: readonly Word[]): NestedScript | null {
  const rest = words[0]?.text === '--' ? words.slice(1) : words;
  if (rest.length === 0) return null;
  const pieces = rest.map(scriptText);
  if (pieces.includes(null)) return null;
  const text = pieces.map((piece) => piece?.text ?? '').join(' ');
  return parsed(
    { text, pieces: pieces.flatMap((piece) => piece?.pieces ?? []) },
    { kind: 'eval', options: [], wrapper: [] },
  );
}

function trapScript(words: readonly Word[], texts: readonly (string | null)[]): NestedScript | null {
  const at = texts[0] === '--' ? 1 : 0;
  const word = words[at];
  const signals = texts.slice(at + 1);
  if (word === undefined || signals.length === 0 || signals.includes(null)) return null;
  const text = texts[at] ?? null;
  if (text === '-' || text === '' || (text?.startsWith('-') ?? false)) return null;
  const script = scriptText(word);
  const options = signals.map((signal) => signal ?? '');
  return script === null ? null : parsed(script, { kind: 'trap', options, wrapper: [] });
}

type Rest = Pick<NestedScript, 'kind' | 'options' | 'wrapper'>;

function parsed(text: ScriptText, rest: Rest): NestedScript | null {
  const line = parseLine(text.text);
  if (!line.parsed) return null;
  const open = text.pieces.flatMap(nameIn);
  return { script: line.script, source: line.source, assumption: assumptionOf(text.pieces), open, ...rest };
}

/** Options that take the next word. */
const valued = new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file']);

function shellScript(
  command: Command,
  words: readonly Word[],
  texts: readonly (string | null)[],
  at: number,
): NestedScript | null {
  const name = base(texts[at] ?? '');
  const wrapper = words.slice(0, at).map((word) => word.text);
  const options: string[] = [];
  let hasScript = false;
  let next = name === 'busybox' ? at + 2 : at + 1;
  for (; next < words.length; next += 1) {
    const text = texts[next] ?? null;
    if (text === null || !/^[-+]/.test(text) || text === '-') break;
    if (text === '--') {
      next += 1;
      break;
    }
    options.push(text);
    if (/^-[a-zA-Z]*c/.test(text)) hasScript = true;
    const takesValue = valued.has(text) || /^-[a-zA-Z]*o$/.test(text);
    if (takesValue) options.push(texts[(next += 1)] ?? '');
  }
  const shell = bashNames.has(name) ? 'bash' : shNames.has(name) ? 'sh' : 'other';
  const word = words[next];
  if (hasScript) {
    const text = word === undefined ? null : scriptText(word);
    return text === null ? null : parsed(text, { kind: `${shell} -c`, options, wrapper });
  }
  const readsStdin =
    word === undefined || options.some((text) => /^-[a-zA-Z]*s/.test(text)) || word.text === '-';
  const takesStdin = !wrapper.some((text) => base(text) === 'xargs' || base(text) === 'find');
  if (shell === 'other' || !readsStdin || !takesStdin) return null;
  const text = stdinText(command);
  return text === null ? null : parsed(text, { kind: `${shell} stdin`, options, wrapper });
}

/** What a command reads from its standard input, if the line says it word for word. */
function stdinText(command: Command): ScriptText | null {
  const inputs = command.redirects.filter(
    (redirect) =>
      redirect.operator.startsWith('<') && (redirect.descriptor === undefined || isZero(redirect)),
  );
  const last = inputs.at(-1);
  if (last === undefined) return pipedText(command);
  if (last.type === 'HereDoc') return hereDocText(last);
  return last.type === 'HereString' ? hereStringText(last) : null;
}

function isZero(redirect: { descriptor: { type: string; value?: unknown } | undefined }): boolean {
  return redirect.descriptor?.type === 'FileDescriptor' && redirect.descriptor.value === 0;
}

function hereDocText(heredoc: HereDoc): ScriptText | null {
  const strip = (text: string) => (heredoc.operator === '<<-' ? text.replace(/^\t+/gm, '') : text);
  const parts = heredoc.body.parts;
  if (heredoc.delimiter?.quoted === true || parts === undefined) {
    return { text: strip(heredoc.body.text), pieces: [] };
  }
  const open = openText(parts);
  return open === null ? null : { text: strip(open.text), pieces: open.pieces };
}

function hereStringText(here: HereString): ScriptText | null {
  return here.target === undefined ? null : scriptText(here.target);
}

/** `echo 'p1; p2' | bash`, `cat <<'EOF' | bash`. */
function pipedText(command: Command): ScriptText | null {
  const place = pipelineOf(command);
  const before = place === null ? undefined : place.pipeline.commands[place.index - 1];
  if (before?.type !== 'Command' || before.name === undefined) return null;
  if (before.prefix.length > 0) return null;
  const name = literalText(before.name);
  const isPlain = before.redirects.length === 0;
  if (name === 'cat' && before.args.length === 0) return stdinText(before);
  if (name !== 'echo' || !isPlain) return null;
  const texts = before.args.map((word) => (word.type === 'Word' ? literalText(word) : word.text));
  const [first] = texts;
  if (first === undefined || texts.includes(null) || first?.startsWith('-') === true) return null;
  const text = texts.join(' ');
  return { text, pieces: [] };
}
