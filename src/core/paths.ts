// Paths with `/`, by text alone.

/**
 * A path that a line names, made relative to the root. `directory`: where the line starts, relative to the root (`.` or `''`: the root itself).
 * Null: it lies outside of the root.
 */
export function fromRoot({
  root,
  directory,
  path,
}: {
  root: string;
  directory: string;
  path: string;
}): string | null {
  const absolute = path.startsWith('/') ? path : `${root}/${directory}/${path}`;
  const parts = normalParts(absolute);
  const base = normalParts(root);
  if (parts.length < base.length || base.some((part, index) => parts[index] !== part)) return null;
  return parts.slice(base.length).join('/');
}

/** `path` is `folder` or lies in it; `''` is the root, which holds everything. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** True if something below the folder, which may begin with `~`, may lie in the root. */
export function mayReach(root: string, folder: string): boolean {
  const base = normalParts(root);
  const parts = normalParts(folder);
  if (!folder.startsWith('~')) return meets(base, parts);
  // Whose the `~` is is not known: any folder around the root may be it, and the root itself if it looks like one.
  const below = parts[0] === '~' ? parts.slice(1) : [];
  const most = /^(\/root|\/(home|Users)\/[^/]+)\/?$/.test(root) ? base.length : base.length - 1;
  return base.some((_, index) => index < most && meets(base.slice(index + 1), below));
}

/** One is the beginning of the other. */
function meets(one: readonly string[], other: readonly string[]): boolean {
  return one.every((part, index) => index >= other.length || part === other[index]);
}

/** What lies there comes with the machine. */
export function isOfMachine(path: string): boolean {
  return /^\/(usr|s?bin|opt|lib\w*|snap|nix|Applications|Library|System)\//.test(path);
}

/** The way from one folder to another, both relative to the same root; `.` = they are the same. */
export function wayTo(from: string, to: string): string {
  const [start, end] = [normalParts(from), normalParts(to)];
  let shared = 0;
  while (shared < start.length && start[shared] === end[shared]) shared += 1;
  const parts = [...start.slice(shared).map(() => '..'), ...end.slice(shared)];
  return parts.length === 0 ? '.' : parts.join('/');
}

function normalParts(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts;
}
