import type { Assertion, TestCase } from '../../languages/types.ts';

/** The assertions of a test as it stands; those about a function that the test newly replaces by a stand-in are void. */
export function withStandIns(before: TestCase, after: TestCase): readonly Assertion[] {
  const known = new Set(before.standIns.map((standIn) => standIn.target));
  const asked = new Set(before.assertions.flatMap(calleesOf));
  const added = after.standIns.filter(({ target }) => !known.has(target) && asked.has(leafOf(target)));
  if (added.length === 0) return after.assertions;
  return after.assertions.map((assertion) => {
    const callees = calleesOf(assertion);
    const standIn = added.find(({ target }) => callees.includes(leafOf(target)));
    return standIn === undefined || assertion.void !== null
      ? assertion
      : { ...assertion, void: { why: 'stand-in', by: standIn.text } };
  });
}

function leafOf(target: string): string {
  return target.split(/[.:]/).at(-1) ?? target;
}

/** Names of the functions whose results the assertion is about; what stands in their arguments is only an input. */
function calleesOf({ subject, written }: Assertion): readonly string[] {
  return [subject, written].flatMap((form) => {
    const found: string[] = [];
    let depth = 0;
    let last = '';
    for (const token of form.replace(/"(?:[^"\\]|\\.)*"/g, '0').split(' ')) {
      if (token === '(' && depth === 0 && /^[A-Za-z_$]/.test(last)) found.push(last);
      if (/^[([{]$/.test(token)) depth += 1;
      if (/^[)\]}]$/.test(token)) depth -= 1;
      last = token;
    }
    return found;
  });
}
