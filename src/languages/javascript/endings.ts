import { field, type Node, parts, quote } from '../syntax.ts';

/** The block does nothing but fail the test (`throw new Error(...)`, `assert.fail()`, `t.fail()`). */
export function failsAlways(block: Node): boolean {
  const statements = block.type === 'statement_block' ? parts(block) : [block];
  const [only, ...others] = statements;
  if (only === undefined || others.length > 0) return false;
  if (only.type === 'throw_statement') return true;
  return only.type === 'expression_statement' && /^(assert|t|expect|chai)?\.?fail\(/.test(only.text);
}

/** The construct by which a test leaves early in silence, quoted; null: the statement does not do that. */
export function leavesSilently(statement: Node): string | null {
  if (statement.type !== 'if_statement' || field(statement, 'alternative') !== null) return null;
  const [condition, consequence] = [field(statement, 'condition'), field(statement, 'consequence')];
  if (condition === null || consequence === null) return null;
  const last = consequence.type === 'statement_block' ? parts(consequence).at(-1) : consequence;
  if (last?.type !== 'return_statement') return null;
  return /\bassert|\bexpect\(|\bfail\(|\bskip|\bthrow/i.test(consequence.text)
    ? null
    : `if ${quote(condition, 60)} return`;
}

/** The construct that swallows an assertion's failure in the body of a `try`, or null. */
export function swallows(node: Node): string | null {
  const [handler, finalizer] = [field(node, 'handler'), field(node, 'finalizer')];
  if (finalizer !== null && /^\{[^{]*\breturn\b/.test(field(finalizer, 'body')?.text ?? ''))
    return 'finally { return }';
  if (handler === null) return null;
  const body = field(handler, 'body');
  const failsAgain =
    body !== null && /\bthrow\b|\bassert|\bexpect\(|\bfail\(|\bdone\(|\breject\(|\bt\.\w/.test(body.text);
  return failsAgain ? null : quote(handler, 60);
}
