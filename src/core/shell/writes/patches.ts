// Files that a patch in the line itself changes: `apply_patch <<EOF`, `git apply <<EOF`, `patch -p1 <<EOF`.
import type { ListedCommand } from '../commands.ts';
import type { Words, Written } from './written.ts';

/** The text that a heredoc or a here-string of the command gives it; null: none, or not known. */
export function givenText(command: ListedCommand): string | null {
  for (const redirect of command.redirects) {
    if (redirect.type === 'HereDoc') return redirect.body.text;
    if (redirect.type === 'HereString') return redirect.target?.value ?? null;
  }
  return null;
}

/** What the patch in the line says; null: there is none to read, or the program takes no patches. */
export function patchedFiles(
  program: string,
  words: Words,
  command: ListedCommand,
): readonly Written[] | null {
  if (program === 'apply_patch' || program === 'applypatch') {
    const text = givenText(command) ?? words[1];
    return typeof text === 'string' ? envelopeFiles(text) : null;
  }
  const isGit = program === 'git' && words.includes('apply');
  if (!isGit && program !== 'patch') return null;
  const text = givenText(command);
  if (text === null || words.some((word) => word !== null && /^--(check|dry-run|stat|cached)$/.test(word)))
    return null;
  const found = diffFiles(text, stripOf(words, isGit ? 1 : null));
  return found.length > 0 ? found : null;
}

/** `*** Update File: a.py` and its like, as agents are taught to write them. */
function envelopeFiles(text: string): readonly Written[] {
  const found: Written[] = [];
  for (const [, what, path = ''] of text.matchAll(
    /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/gm,
  ))
    found.push({ path, kind: what === 'Delete File' ? 'remove' : 'author' });
  return found;
}

/** Files of a unified diff. `strip`: leading folders to take off, null: as `patch` guesses, all but the name. */
function diffFiles(text: string, strip: number | null): readonly Written[] {
  const found: Written[] = [];
  for (const [, old = '', now = ''] of text.matchAll(/^--- ([^\t\n]+).*\n\+\+\+ ([^\t\n]+)/gm)) {
    const isGone = now.trim() === '/dev/null';
    const path = (isGone ? old : now).trim().split('/');
    found.push({ path: path.slice(strip ?? path.length - 1).join('/'), kind: isGone ? 'remove' : 'author' });
  }
  return found.some(({ path }) => path === '') ? [] : found;
}

function stripOf(words: Words, otherwise: number | null): number | null {
  const at = words.findIndex((word) => word !== null && /^(-p\d*|--strip(=\d+)?)$/.test(word));
  const word = words[at] ?? '';
  const digits = /\d+$/.exec(word)?.[0] ?? (at < 0 ? undefined : /^\d+$/.exec(words[at + 1] ?? '')?.[0]);
  return digits === undefined ? otherwise : Number(digits);
}
