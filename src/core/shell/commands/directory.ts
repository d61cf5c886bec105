// Where a command runs, followed through the line without looking at any file system.

/** The directories of one shell: null = not known. */
export type Whereabouts = { now: string | null; before: string | null; stack: readonly (string | null)[] };

/** True for `/x`, `C:/x` and `C:\x`. */
export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
}

/** `path` as seen from `directory`, without `.` and `..` where they can be taken away; `.` for the place itself. */
export function joinPath(directory: string | null, path: string): string | null {
  if (isAbsolute(path)) return cleanPath(path);
  if (directory === null) return null;
  return cleanPath(directory === '.' ? path : `${directory}/${path}`);
}

function cleanPath(path: string): string {
  const absolute = path.startsWith('/');
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    const last = kept.at(-1);
    if (part === '..' && last !== undefined && last !== '..') kept.pop();
    else if (part !== '..' || !absolute) kept.push(part);
  }
  if (absolute) return `/${kept.join('/')}`;
  return kept.length === 0 ? '.' : kept.join('/');
}

/** Follows `cd`, `pushd` and `popd`; every other command leaves the place as it is. `here` says that a word is `$PWD`. */
export function moved(place: Whereabouts, words: readonly (string | null)[], here: boolean): Whereabouts {
  const [name, ...rest] = words;
  if (name === 'popd') {
    const [top, ...below] = place.stack;
    return { now: top ?? null, before: place.now, stack: below };
  }
  if (name !== 'cd' && name !== 'chdir' && name !== 'pushd') return place;
  const operand = rest.find((word) => word === null || word === '-' || !/^(--|-[LPen@]+)$/.test(word));
  const stack = name === 'pushd' ? [place.now, ...place.stack] : place.stack;
  if (operand === '-') return { now: place.before, before: place.now, stack };
  if (operand === undefined) return { now: null, before: place.now, stack };
  if (operand === null) return { now: here ? place.now : null, before: place.now, stack };
  return { now: joinPath(place.now, operand), before: place.now, stack };
}

/** What is known after one of two ways was taken. */
export function joined(one: Whereabouts, other: Whereabouts): Whereabouts {
  return {
    now: one.now === other.now ? one.now : null,
    before: one.before === other.before ? one.before : null,
    stack: one.stack.length === other.stack.length ? one.stack : [],
  };
}
