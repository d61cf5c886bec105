// A commit, read as changes of files that an agent could have made.
import { fileKind } from '../../src/core/code-files.ts';
import type { FileKind } from '../../src/core/types.ts';
import type { Ground } from './ground.ts';

/** Null: there is no such file. */
export type Change = {
  commit: string;
  path: string;
  kind: FileKind;
  before: string | null;
  after: string | null;
};

const mostFiles = 25;

/** Null where the commit changes what is no text (submodules, images, links), or too much. */
export function changesOf({ git }: Ground, commit: string): readonly Change[] | null {
  const numbers = git('diff-tree', '--no-commit-id', '--numstat', '-r', '-z', '--no-renames', commit);
  const raw = git('diff-tree', '--no-commit-id', '-r', '-z', '--no-renames', commit).split('\0').slice(0, -1);
  const isOdd = (field: string): boolean => /^:\d+ 1[26]0000|^:1[26]0000/.test(field);
  if (/(^|\0)-\t-\t/.test(numbers) || raw.some(isOdd) || raw.length / 2 > mostFiles) return null;
  return raw.flatMap((path, index) => {
    if (index % 2 === 0) return [];
    const how = raw[index - 1]?.at(-1);
    const textAt = (revision: string): string => git('show', `${revision}:${path}`);
    const before = how === 'A' ? null : textAt(`${commit}^`);
    return [{ commit, path, kind: fileKind(path), before, after: how === 'D' ? null : textAt(commit) }];
  });
}

/** Lines of the file before, and the lines that stand in their place after; counted from 0. */
type Hunk = { at: number; old: readonly string[]; now: readonly string[] };

export type Edit = { old: string; now: string };

/** The edits that lead from `before` to `after`, the last one first: each replaces a text that occurs once. */
export function editsOf(ground: Ground, change: Change): readonly Edit[] {
  const { before, after } = change;
  if (before === null || after === null) return [];
  let text = before;
  return [...hunksOf(ground, change)].reverse().map((hunk) => {
    const edit = unique(text, hunk);
    text = text.replace(edit.old, () => edit.now);
    return edit;
  });
}

/** The change without one of its pieces, for each piece; where it has only one, none. */
export function partsOf(ground: Ground, change: Change): readonly Change[] {
  const edits = editsOf(ground, change);
  if (edits.length < 2) return [];
  return edits.map((_, left) => {
    const after = edits.reduce(
      (text, { old, now }, index) => (index === left ? text : text.replace(old, () => now)),
      change.before ?? '',
    );
    return { ...change, after };
  });
}

const slips: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/ (?:===?|!==?) /, (found) => (found.includes('!') ? found.replace('!', '=') : found.replace('=', '!'))],
  [/ (?:&&|\|\||and|or) /, (found) => found.replace(/&&|\|\||and|or/, (word) => opposite[word] ?? word)],
  [/\b(?:true|false|True|False)\b/, (found) => opposite[found] ?? found],
  [/ (?:<=?|>=?) /, (found) => found.replace(/[<>]/, (word) => opposite[word] ?? word)],
  [/ [+-] /, (found) => found.replace(/[+-]/, (word) => opposite[word] ?? word)],
  [/\bif (?:not )?/, (found) => (found.includes('not') ? 'if ' : found)],
];

const pairs = ['&& ||', 'and or', 'true false', 'True False', '< >', '+ -'].map((pair) => pair.split(' '));
const opposite: Readonly<Record<string, string>> = Object.fromEntries(
  pairs.flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);

/** The change with a slip in one of its new lines, for each line that has room for one: mostly it still compiles. */
export function slipsOf(change: Change): readonly Change[] {
  const known = new Set(change.before?.split('\n') ?? []);
  const lines = change.after?.split('\n') ?? [];
  return lines.flatMap((line, index) => {
    if (known.has(line) || /^\s*(?:\/\/|#|\*|\/\*)/.test(line)) return [];
    const slip = slips.find(([find, put]) => find.test(line) && line.replace(find, put) !== line);
    if (slip === undefined) return [];
    const after = lines.with(index, line.replace(...slip)).join('\n');
    return [{ ...change, after }];
  });
}

function hunksOf({ git }: Ground, { commit, path, before, after }: Change): readonly Hunk[] {
  const diff = git('diff', '-U0', '--no-color', '--no-ext-diff', `${commit}^:${path}`, `${commit}:${path}`);
  const [old, now] = [(before ?? '').split('\n'), (after ?? '').split('\n')];
  return [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map((head) => {
    const [start, count, toStart, toCount] = [head[1], head[2] ?? 1, head[3], head[4] ?? 1].map(Number) as [
      number,
      number,
      number,
      number,
    ];
    // An empty side names the line before it.
    const [at, to] = [count === 0 ? start : start - 1, toCount === 0 ? toStart : toStart - 1];
    return { at, old: old.slice(at, at + count), now: now.slice(to, to + toCount) };
  });
}

/** With as many lines around it as it takes to occur once. */
function unique(text: string, { at, old, now }: Hunk): Edit {
  const lines = text.split('\n');
  for (let around = 1; ; around += 1) {
    const head = lines.slice(Math.max(0, at - around), at);
    const tail = lines.slice(at + old.length, at + old.length + around);
    const found = [...head, ...old, ...tail].join('\n');
    const isAll = at - around <= 0 && at + old.length + around >= lines.length;
    if (isAll || text.split(found).length === 2)
      return { old: found, now: [...head, ...now, ...tail].join('\n') };
  }
}
