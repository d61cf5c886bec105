import { printedName } from '../../core/names.ts';
import type { Assertion, Void } from '../../languages/types.ts';
import type { PlacedTest } from '../changes/types.ts';
import { namesIn } from '../comparison/covers.ts';
import type { Loss } from '../comparison/types.ts';

/** "`test_x` (tests/test_a.py:4)". */
export function about({ path, test }: PlacedTest): string {
  return `\`${printedName([...test.suites, test.name].join(' > '))}\` (${printedName(path)}:${test.line})`;
}

/** What became of one assertion, as the end of a sentence. */
export function lossSentence(loss: Loss, sourceChanged: boolean): string {
  const was = `\`${loss.was.text}\``;
  switch (loss.how) {
    case 'removed':
      return `${was} was removed.`;
    case 'weakened':
      return `${was} was weakened to \`${loss.now.text}\`.`;
    case 'rewritten':
      return `${was} now expects something else: \`${loss.now.text}\`${sourceChanged ? '.' : ', and no source changed.'}`;
    case 'replaced':
      return `${was} was replaced by \`${loss.now.text}\`${sourceChanged ? '.' : ', and no source changed.'}`;
    case 'void':
      return `${was} can notice nothing any more: ${voidSentence(loss.now)}.`;
  }
}

function voidSentence({ void: reason, text }: Assertion): string {
  return reason === null ? `\`${text}\`` : reasons[reason.why](`\`${reason.by}\``);
}

const reasons: Readonly<Record<Void['why'], (by: string) => string>> = {
  constant: (by) => `${by} holds whatever the code does`,
  unreachable: (by) => `it is not reached because of ${by}`,
  swallowed: (by) => `its failure is swallowed by ${by}`,
  conditional: (by) => `it is made only under ${by}`,
  'not-awaited': (by) => `nobody waits for ${by}`,
  'stand-in': (by) => `what it is about is replaced by ${by}`,
  'not-called': (by) => `nobody calls ${by}`,
};

/** The assertion speaks of something that the source no longer defines: it went with its feature. */
export function isOfGoneSource(assertion: Assertion, goneNames: ReadonlySet<string>): boolean {
  if (goneNames.size === 0) return false;
  return namesIn([assertion.subject, assertion.written, ...assertion.expected].join(' ')).some((name) =>
    goneNames.has(name),
  );
}
