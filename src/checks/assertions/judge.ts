import { nameList } from '../../core/names.ts';
import type { Evidence, Finding } from '../../core/types.ts';
import type { Changes, PlacedTest } from '../changes/types.ts';
import type { Comparison, Loss, Pair } from '../comparison/types.ts';
import { about, isOfGoneSource, lossSentence } from './sentences.ts';

/** Assertions that were removed from tests that are still there, or weakened. One finding a test and kind of loss. */
export function judgeAssertions(changes: Changes, comparison: Comparison): readonly Finding[] {
  const seen = new Set<string>();
  return [...comparison.helpers, ...comparison.pairs].flatMap((pair) => {
    const losses = pair.losses.filter((loss) => {
      const key = `${placeOf(loss, pair)}|${loss.how}|${loss.was.text}`;
      const isNew = !seen.has(key) && !isOfGoneSource(loss.was, changes.goneNames);
      seen.add(key);
      return isNew;
    });
    return findingsOf(pair, losses, changes.sourceChanged);
  });
}

function placeOf(loss: Loss, pair: Pair): string {
  return `${loss.now?.path ?? loss.was.path ?? pair.after.path}`;
}

function findingsOf(pair: Pair, losses: readonly Loss[], sourceChanged: boolean): readonly Finding[] {
  const { after, before } = pair;
  if (losses.length === 0) return [];
  const isEmptied = after.test.assertions.length === 0 && losses.length === before.test.assertions.length;
  if (isEmptied)
    return [
      finding(
        pair,
        losses,
        `${about(after)} asserts nothing any more: ${quoted(losses)} ${are(losses)} gone.`,
      ),
    ];
  return (['removed', 'weakened', 'void', 'rewritten', 'replaced'] as const).flatMap((how) => {
    const group = losses.filter((loss) => loss.how === how);
    const [first] = group;
    if (first === undefined) return [];
    const more = group.length > 1 ? ` (and ${group.length - 1} more in this test)` : '';
    const isSurfaced = sourceChanged && (how === 'rewritten' || how === 'replaced');
    const found = finding(pair, group, `${about(after)}: ${lossSentence(first, sourceChanged)}${more}`);
    return [isSurfaced ? { ...found, level: 'warn', says: 'unproven', fix: surfaced } : found];
  });
}

const surfaced = 'Say in your summary why the test has to say something else now.';

function finding(pair: Pair, losses: readonly Loss[], message: string): Finding {
  return {
    check: 'assertions',
    level: 'block',
    says: 'refuted',
    message,
    fix: 'Put the assertion back as it was, and mend the source until it holds.',
    evidence: evidenceOf(pair.after, losses),
  };
}

function evidenceOf(after: PlacedTest, losses: readonly Loss[]): readonly Evidence[] {
  const places = losses.map(({ now }) => ({
    path: now?.path ?? after.path,
    line: now?.line ?? after.test.line,
  }));
  return places.filter(
    (place, index) =>
      places.findIndex((other) => other.path === place.path && other.line === place.line) === index,
  );
}

function quoted(losses: readonly Loss[]): string {
  return nameList([...new Set(losses.map(({ was }) => `\`${was.text}\``))], 3);
}

function are(losses: readonly Loss[]): string {
  return losses.length === 1 ? 'is' : 'are';
}
