import { field, type Node, parts } from '../syntax.ts';

/** The block does nothing but fail the test (`pytest.fail(...)`, `raise AssertionError`, `assert False`). */
export function failsAlways(block: Node): boolean {
  const [only, ...others] = parts(block);
  if (only === undefined || others.length > 0) return false;
  if (only.type === 'raise_statement')
    return /^raise\s+(AssertionError|Exception|RuntimeError)\b/.test(only.text);
  if (only.type === 'assert_statement') return /^assert\s+(False|0)\b/.test(only.text);
  return only.type === 'expression_statement' && /^(self|pytest|cls)\.fail\(/.test(only.text);
}

/** The block leaves the test early, in silence: a `return` with nothing said before it. */
export function endsUnfinished(block: Node): boolean {
  const statements = parts(block);
  if (statements.at(-1)?.type !== 'return_statement') return false;
  return !/\bassert|\bfail\(|\bskip|\braises?\b/i.test(block.text);
}

const broad = /\b(AssertionError|Exception|BaseException)\b/;

/** The construct that swallows an assertion's failure in the body of a `try`, or null. */
export function swallows(node: Node): string | null {
  for (const clause of parts(node)) {
    const block = parts(clause).at(-1);
    if (block === undefined) continue;
    if (clause.type === 'finally_clause' && holdsReturn(block)) return 'finally: return';
    if (clause.type !== 'except_clause' && clause.type !== 'except_group_clause') continue;
    const caught = field(clause, 'value')?.text ?? '';
    const isBroad = parts(clause).length === 1 || broad.test(caught);
    if (isBroad && !failsAgain(block)) return caught === '' ? 'except:' : `except ${caught}`;
  }
  return null;
}

function holdsReturn(block: Node): boolean {
  return parts(block).some((statement) => statement.type === 'return_statement');
}

function failsAgain(block: Node): boolean {
  return /\braise\b|\bfail\(|\bassert/.test(block.text);
}
