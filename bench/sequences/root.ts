// Where the repository of a recorded session lay, and its paths as paths below the replay's root.
import { ROOT } from '../../src/replay/memory.ts';
import type { RecordedEvent } from './recording.ts';

const SCRATCH = /^(\/private)?(\/tmp|\/var\/(tmp|folders)|\/dev\/|\/[a-z]\/Users\/[^/]+\/AppData)(\/|$)/i;
const MOVE = /(?:^|[;&|\n(])\s*cd\s+(?:"([^"$]+)"|'([^']+)'|([^\s;&|)"'$]+))/g;

/** `C:\a b\c` as `/c/a b/c`, the way bash on that system writes it. */
export function posix(path: string): string {
  const drive = /^([A-Za-z]):[\\/]/.exec(path);
  const slashed = drive === null ? path : path.replaceAll('\\', '/');
  return drive === null ? slashed : `/${(drive[1] ?? '').toLowerCase()}${slashed.slice(2)}`;
}

/**
 * The longest directory that holds three quarters of the places that the session shows (scratch folders left out): the files
 * that edit tools wrote, where lines went to, where lines stood that name such a file by the end of its path. Without edit
 * tools and `cd`: what lines wrote. Null: nothing absolute was named.
 */
export function rootOf(events: readonly RecordedEvent[]): string | null {
  const edited = events.flatMap((event) => (event.kind === 'write' ? [posix(event.path)] : []));
  const runs = events.flatMap((event) => (event.kind === 'run' ? [event] : []));
  const lines = runs.map((event) => event.command).join('\n');
  const stood = edited.flatMap((file) => stoodAt(file, lines) ?? []);
  const gone = runs.flatMap((event) => movesIn(event.command));
  const written = runs.flatMap((event) => event.shell_writes ?? []).map((path) => folderOf(posix(path)));
  const folders = [...new Set(edited)].map(folderOf);
  return sharedBy([...folders, ...new Set([...gone, ...stood])]) ?? sharedBy(written);
}

/** `/r/src/a.py` with a line that says `src/a.py`: `/r`. */
function stoodAt(file: string, lines: string): string | null {
  const parts = file.split('/').filter((part) => part !== '');
  for (let start = 1; start < parts.length - 1; start += 1) {
    const end = parts
      .slice(start)
      .join('/')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (new RegExp(`(^|[\\s"'=])(\\./)?${end}($|[\\s"';&|)])`).test(lines))
      return `/${parts.slice(0, start).join('/')}`;
  }
  return null;
}

function movesIn(command: string): readonly string[] {
  return [...command.matchAll(MOVE)].map((match) => posix(match[1] ?? match[2] ?? match[3] ?? ''));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function sharedBy(folders: readonly string[]): string | null {
  const places = folders.filter((folder) => folder.startsWith('/') && !SCRATCH.test(`${folder}/`));
  const counts = new Map<string, number>();
  for (const place of places) {
    const parts = place.split('/').filter((part) => part !== '');
    for (let length = 1; length <= parts.length; length += 1) {
      const folder = `/${parts.slice(0, length).join('/')}`;
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const enough = [...counts].filter(([, count]) => count >= places.length * 0.75);
  return enough.map(([folder]) => folder).reduce<string | null>(longer, null);
}

function longer(one: string | null, other: string): string {
  return one !== null && one.length >= other.length ? one : other;
}

/** A line or a path with the recorded root written as the replay's. */
export function underRoot(text: string, root: string | null): string {
  const slashed = text.replace(/(?<![\w/])[A-Za-z]:\\[^\s"'`<>|]*/g, posix);
  if (root === null) return slashed;
  const forms = [root, root.replace(/^\/([a-z])\//, (_, drive: string) => `${drive.toUpperCase()}:/`)];
  return forms.reduce((done, form) => {
    const escaped = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return done.replace(new RegExp(`(?<![\\w/.-])${escaped}(?![\\w.-])`, 'g'), ROOT);
  }, slashed);
}
