import type { ProjectFiles } from '../../../../src/core/reading-types.ts';

/** A project whose files are these texts; a path that ends in `/` is an empty folder. */
export function filesOf(texts: Readonly<Record<string, string>>): ProjectFiles {
  const paths = Object.keys(texts);
  return {
    read: (path) => texts[path] ?? null,
    isFile: (path) => texts[path] !== undefined && !path.endsWith('/'),
    isDirectory: (path) => paths.some((one) => one.startsWith(`${path}/`)),
  };
}
