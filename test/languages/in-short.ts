import type { Assertion } from '../../src/languages/types.ts';

/** `equals f ( 1 ) | 2 ~0.1 (constant)`. */
export function inShort(assertion: Assertion): string {
  const { expected, negated, relation, subject, tolerance } = assertion;
  const values = [...expected, ...(tolerance === null ? [] : [`~${tolerance}`])].join(' ');
  const reason = assertion.void === null ? '' : ` (${assertion.void.why})`;
  return `${negated ? 'not ' : ''}${relation} ${subject} | ${values}`.trimEnd() + reason;
}
