// Written files that nothing that ran has opened: a warning, because caches and readers blur it.
import { reach } from '../feedback.ts';
import type { Ledger } from '../ledger.ts';
import type { Finding } from '../types.ts';

/** Names source files that no executing run since their last change was seen to open. Null: none, or it cannot be told here. */
export function reachRule(ledger: Ledger): Finding | null {
  const files = [...ledger.unopened]
    .filter(([path, { measured }]) => measured && ledger.code.get(path)?.kind === 'source')
    .map(([path]) => path)
    .sort();
  if (files.length === 0) return null;
  return {
    check: 'run-rule',
    level: 'warn',
    says: 'unproven',
    message: reach.notOpened(files),
    fix: reach.fix,
    evidence: files.map((path) => ({ path, line: null })),
  };
}
