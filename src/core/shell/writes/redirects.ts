import { type Constants, hasGlob, knownStart, staticText } from '../commands/static-word.ts';
import type { ListedCommand } from '../commands.ts';
import type { Redirection } from '../parse.ts';
import { placedIn, someIn, type Written } from './written.ts';

const OPENS_FOR_WRITING: ReadonlySet<string> = new Set(['>', '>>', '>|', '&>', '&>>', '<>', '>&']);
const NO_FILE = /^\/dev\/(null|stdout|stderr|stdin|tty|fd\/\d+|tcp\/.*|udp\/.*)$|^NUL$/;

/** The file that a redirection writes, relative to where the line starts; null: it writes none. */
export function redirectedTo(
  redirect: Redirection,
  shellDirectory: string | null,
  constants: Constants,
): Written | null {
  if (redirect.type !== 'Redirect' || !OPENS_FOR_WRITING.has(redirect.operator)) return null;
  const { target } = redirect;
  if (target === undefined) return null;
  const name = hasGlob(target) ? null : staticText(target, constants);
  if (redirect.operator === '>&' && (name === null || /^(\d+-?|-)$/.test(name))) return null;
  if (target.text.startsWith('>(')) return null;
  if (name !== null && NO_FILE.test(name)) return null;
  if (name === null) {
    const { text, isWhole } = knownStart(target, constants);
    if (!isWhole || !text.startsWith('~/')) return someIn(text, 'author');
    return placedIn(shellDirectory, { path: text, kind: 'author' });
  }
  return placedIn(shellDirectory, { path: name, kind: 'author' });
}

/** The redirections of a command and of the groups around it. */
export function redirectsOf(command: ListedCommand): readonly Redirection[] {
  return [...command.redirects, ...command.outerRedirects];
}
