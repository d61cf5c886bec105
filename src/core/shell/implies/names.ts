import { setsEnvironment } from '../commands/environment-file.ts';
import type { Assignment } from '../parse.ts';
import type { Names } from './table.ts';
import { held } from './table.ts';

/** Commands that bash runs itself. */
export const BUILTINS: ReadonlySet<string> = new Set(
  (
    '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown ' +
    'echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile ' +
    'popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true ' +
    'type typeset ulimit umask unalias unset wait'
  ).split(' '),
);

/** Builtins of bash that a plain sh need not have. */
export const BASH_ONLY: ReadonlySet<string> = new Set(
  (
    'source let declare typeset shopt enable mapfile readarray pushd popd dirs disown builtin caller compgen ' +
    'complete compopt history help logout suspend bind'
  ).split(' '),
);

/** Folders that hold tools, as they are put in front of PATH every day. */
const TOOL_FOLDER =
  /^("?(\$PWD|\$\{PWD\}|\$\(pwd\)|\.)?\/?([\w@./-]*\/)?(node_modules\/\.bin|\.?venv\/(bin|Scripts)|vendor\/bin)"?|~\/.*|"?\$\{?(HOME|GOPATH|GOROOT|GOBIN|JAVA_HOME|ANDROID_HOME|PNPM_HOME|BUN_INSTALL|CARGO_HOME|NVM_BIN|VIRTUAL_ENV|PYENV_ROOT|ASDF_DIR|VOLTA_HOME|DENO_INSTALL)\}?(\/.*)?|"?\/(usr|opt|home|root|Users|nix|snap|Library|Applications|go|sbin|bin)(\/.*)?|"?\$\((go env GOPATH|npm bin|npm prefix -g|yarn bin|brew --prefix[^)]*|pnpm bin|npm root)\).*)$/;

/** The assumption under which an extended PATH leaves every name as it is; null: it may be any program now. */
export function benignPath(assignment: Assignment): string | null {
  const text = assignment.text.replace(/^PATH=/, '').replace(/^"(.*)"$/, '$1');
  const pieces = splitPath(text);
  if (!pieces.some((piece) => /^\$\{?PATH\}?$/.test(piece))) return null;
  const added = pieces.filter((piece) => !/^\$\{?PATH\}?$/.test(piece));
  if (pieces[0] === '$PATH' || pieces[0] === '${PATH}') return `${assignment.text} changes no command`;
  return added.every((piece) => TOOL_FOLDER.test(piece)) ? `${assignment.text} changes no command` : null;
}

/** Splits at colons outside of `$( )` and `${ }`. */
function splitPath(text: string): readonly string[] {
  const pieces: string[] = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(' || letter === '{') depth += 1;
    if (letter === ')' || letter === '}') depth -= 1;
    if (letter === ':' && depth === 0) pieces.push('');
    else pieces[pieces.length - 1] += letter;
  }
  return pieces;
}

/** `source venv/bin/activate`, `. .env`, `. "$NVM_DIR/nvm.sh"`: taken to change no command but to find the project's own. */
export function benignSource(text: string): boolean {
  const path = text.replace(/["']/g, '');
  if (/[<>]\(/.test(path) || !setsEnvironment(path)) return false;
  return /(^|\/)(activate(\.sh)?|\.env(rc|(\.\w+)*))$/.test(path) || /^[/~$]/.test(path);
}

/** Whether a name may stand for something else in this state. */
export function isTampered(tampered: 'all' | Names, name: string): boolean {
  return tampered === 'all' || held(tampered, name.slice(name.lastIndexOf('/') + 1)) === true;
}
