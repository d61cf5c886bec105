import { fileKind } from './code-files.ts';
import type { JudgedCommand } from './types.ts';

/** A script that by its name holds tests, started by an interpreter: `python tests/test_a.py`, `node run-tests.js`. */
export function isTestScript({
  class: is,
  scope,
  program,
}: Pick<JudgedCommand, 'class' | 'scope' | 'program'>): boolean {
  const [name] = scope;
  if (is !== 'run' || name === undefined) return false;
  if (fileKind(name) === 'test' || /(^|[/_-])run[-_]?tests?\.\w+$/.test(name)) return true;
  // `python -m tests.test_a`
  return (
    program === 'python' && /^[\w.]+$/.test(name) && fileKind(`${name.replaceAll('.', '/')}.py`) === 'test'
  );
}
