import { diffRules } from '../../src/checks/gate.ts';
import { fileKind } from '../../src/core/code-files.ts';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import type { Policy } from '../../src/core/policy-types.ts';
import type { Tree } from '../../src/core/ports.ts';
import type { Finding, SeenRed } from '../../src/core/types.ts';

/** Paths with their texts; what does not differ may be left out of `after`, null removes. */
export type Files = Readonly<Record<string, string | null>>;

/** The working tree as two sets of texts: the port, over memory. */
export function treeOf(before: Files, changes: Files): Tree {
  const after: Files = { ...before, ...changes };
  const exists = (files: Files, path: string): boolean => typeof files[path] === 'string';
  const changed = Object.keys(after)
    .filter((path) => before[path] !== after[path])
    .sort();
  return {
    baseline: async () => ({ id: 'baseline', why: null }),
    look: async () => ({
      id: 'tree',
      why: null,
      code: new Map(changed.map((path) => [path, after[path] ?? null])),
      kinds: new Map(changed.map((path) => [path, fileKind(path)])),
      changed,
    }),
    baselineText: async (path) => before[path] ?? null,
    currentText: async (path) => after[path] ?? null,
    files: async () =>
      Object.keys(after)
        .filter((path) => exists(after, path))
        .sort(),
  };
}

type Judged = {
  before: Files;
  after: Files;
  scope?: 'task' | 'step';
  seenRed?: readonly SeenRed[];
  rules?: Policy['rules'];
};

export function findingsOf({ before, after, scope, seenRed, rules }: Judged): Promise<readonly Finding[]> {
  const set = diffRules({ tree: treeOf(before, after), policy: { ...DEFAULT_POLICY, rules: rules ?? {} } });
  return set.judge({ scope: scope ?? 'task', seenRed: seenRed ?? [] });
}

/** `block assertions tests/test_a.py:4`. */
export function inShort(finding: Finding): string {
  const place = finding.evidence.find((evidence) => 'path' in evidence);
  const where =
    place !== undefined && 'path' in place
      ? `${place.path}${place.line === null ? '' : `:${place.line}`}`
      : '?';
  return `${finding.level} ${finding.check} ${where}`;
}
