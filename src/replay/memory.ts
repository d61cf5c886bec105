// The world of a replay: files are what the messages say, nothing is executed.
import { type CodePaths, fileKind } from '../core/code-files.ts';
import { fromRoot } from '../core/paths.ts';
import type { FactLog, Ports, Tree } from '../core/ports.ts';
import { textKey } from '../core/state.ts';
import type { Fact, FileKind } from '../core/types.ts';
import type { PlanStore } from '../session-types.ts';
import { ignoredBy } from './ignored.ts';

/** The root that paths of a replay are relative to. */
export const ROOT = '/project';

export type MemoryWorld = {
  ports: Ports;
  /** What lies there now, as far as a message has said it. */
  files(): Readonly<Record<string, string>>;
  /** `content` null removes the file; undefined: it has new content, not known which. Paths outside of the root are ignored. */
  write(path: string, content: string | null | undefined): void;
  setCodePaths(paths: CodePaths): void;
};

export function memoryWorld(baseline: Readonly<Record<string, string>>): MemoryWorld {
  /** Null: it is there, and no message has said what it holds. */
  const files = new Map<string, string | null>();
  for (const [path, content] of Object.entries(baseline)) {
    const placed = placedPath(path);
    if (placed !== null) files.set(placed, content);
  }
  const before = new Map(files);
  const isIgnored = ignoredBy(baseline);
  const changed = new Map<string, string | null>();
  const kinds = new Map<string, FileKind>();
  let unknownContents = 0;
  let code: CodePaths = { include: [], exclude: [] };
  const write: MemoryWorld['write'] = (path, content) => {
    const placed = placedPath(path);
    if (placed === null) return;
    const text = content === undefined ? `new content ${++unknownContents}` : content;
    if (text === null) files.delete(placed);
    // Of new content that is not known, the content before is the best guess: most of a file stays as it is.
    else files.set(placed, content ?? files.get(placed) ?? null);
    const kind = fileKind(placed, code);
    if (kind === 'other' || isIgnored(placed)) return;
    kinds.set(placed, kind);
    if (before.get(placed) === (text ?? undefined)) changed.delete(placed);
    else changed.set(placed, text === null ? null : textKey(text));
  };
  const tree: Tree = {
    baseline: async () => ({ id: 'replay', why: null }),
    look: async () => ({ id: 'replay', why: null, code: changed, kinds, changed: [...changed.keys()] }),
    baselineText: async (path) => before.get(path) ?? null,
    currentText: async (path) => files.get(path) ?? null,
    files: async () => [...files.keys()].sort(),
  };
  const setCodePaths = (paths: CodePaths) => {
    code = paths;
  };
  const now = () => Object.fromEntries([...files].map(([path, text]) => [path, text ?? '']));
  return { ports: portsAround(tree, files), files: now, write, setCodePaths };
}

function placedPath(path: string): string | null {
  const placed = fromRoot({ root: ROOT, directory: '.', path });
  return placed === '' ? null : placed;
}

function portsAround(tree: Tree, files: ReadonlyMap<string, string | null>): Ports {
  const at = (path: string) => placedPath(path) ?? '';
  return {
    tree,
    log: memoryLog(),
    root: ROOT,
    directory: '.',
    exec: {
      run: async () => ({
        exit: { kind: 'not_started', why: 'a replay executes nothing' },
        output: '',
        outputWhole: true,
        log: null,
        durationMs: 0,
        testimony: { kind: 'none', why: 'a replay executes nothing' },
      }),
    },
    reach: { works: async () => false, before: async () => {}, opened: async () => [] },
    reports: { watch: () => () => [] },
    clock: { now: () => new Date(0) },
    project: {
      read: (path) => files.get(at(path)) ?? null,
      isFile: (path) => files.has(at(path)),
      isDirectory: (path) => [...files.keys()].some((file) => file.startsWith(`${at(path)}/`)),
    },
  };
}

/** A log that lives as long as the replay. */
export function memoryLog(): FactLog {
  const facts: Fact[] = [];
  return {
    append: (body) => {
      const fact: Fact = { seq: facts.length + 1, at: '1970-01-01T00:00:00.000Z', ...body };
      facts.push(fact);
      return fact;
    },
    facts: () => facts,
    damage: () => null,
  };
}

/** A text that outlives a session. */
export type KeptText = { text: string | null };

export function memoryText(): KeptText {
  return { text: null };
}

/** The plan as it lies in a world; its state is kept in memory. */
export function memoryPlanStore({ ports }: MemoryWorld, file: string, state: KeptText): PlanStore {
  return {
    readPlan: async () => ports.project.read(file),
    readState: async () => state.text,
    commit: async () => null,
    updateState: async (change) => {
      state.text = change(state.text);
    },
  };
}
