// The world of a replay: files are what the messages say, nothing is executed.
import { type CodePaths, fileKind } from '../core/code-files.ts';
import { fromRoot } from '../core/paths.ts';
import type { FactLog, Ports, Tree } from '../core/ports.ts';
import { textKey } from '../core/state.ts';
import type { Fact, FileKind } from '../core/types.ts';
import type { PlanStore } from '../session-types.ts';

/** The root that paths of a replay are relative to. */
export const ROOT = '/project';

export type MemoryWorld = {
  ports: Ports;
  /** `content` null removes the file; undefined: it has new content, not known which. Paths outside of the root are ignored. */
  write(path: string, content: string | null | undefined): void;
  setCodePaths(paths: CodePaths): void;
};

export function memoryWorld(baseline: Readonly<Record<string, string>>): MemoryWorld {
  const files = new Map<string, string>();
  for (const [path, content] of Object.entries(baseline)) {
    const placed = placedPath(path);
    if (placed !== null) files.set(placed, content);
  }
  const before = new Map(files);
  const changed = new Map<string, string | null>();
  const kinds = new Map<string, FileKind>();
  let unknownContents = 0;
  let code: CodePaths = { include: [], exclude: [] };
  const write: MemoryWorld['write'] = (path, content) => {
    const placed = placedPath(path);
    if (placed === null) return;
    const text = content === undefined ? `new content ${++unknownContents}` : content;
    if (text === null) files.delete(placed);
    else files.set(placed, text);
    const kind = fileKind(placed, code);
    if (kind === 'other') return;
    kinds.set(placed, kind);
    if (before.get(placed) === (text ?? undefined)) changed.delete(placed);
    else changed.set(placed, text === null ? null : textKey(text));
  };
  const tree: Tree = {
    look: async () => ({ id: 'replay', why: null, code: changed, kinds, changed: [...changed.keys()] }),
    baselineText: async (path) => before.get(path) ?? null,
    currentText: async (path) => files.get(path) ?? null,
    files: async () => [...files.keys()].sort(),
  };
  const setCodePaths = (paths: CodePaths) => {
    code = paths;
  };
  return { ports: portsAround(tree, files), write, setCodePaths };
}

function placedPath(path: string): string | null {
  const placed = fromRoot({ root: ROOT, directory: '.', path });
  return placed === '' ? null : placed;
}

function portsAround(tree: Tree, files: ReadonlyMap<string, string>): Ports {
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

/** PLAN.md and the plan's state in memory. */
export function memoryPlanStore(): PlanStore & { setPlan(text: string): void } {
  let plan: string | null = null;
  let state: string | null = null;
  return {
    setPlan: (text) => {
      plan = text;
    },
    readPlan: async () => plan,
    readState: async () => state,
    commit: async () => null,
    updateState: async (change) => {
      state = change(state);
    },
  };
}
