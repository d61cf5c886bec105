import { numbersIn } from './numbers.ts';
import { readerOfSummaryLine } from './summary-line.ts';
import type { Suite } from './types.ts';

const WORDS = new Set([
  'test',
  'doctest',
  'property',
  'feature',
  'failure',
  'invalid',
  'excluded',
  'skipped',
]);
const FINISHED = /^Finished in [\d.]+ seconds/;

/** Elixir's `mix test` (ExUnit). */
export const mix = readerOfSummaryLine({
  runner: 'mix',
  alwaysSummarises: true,
  signature: /^Finished in [\d.]+ seconds/m,
  opens: FINISHED,
  summary: suiteAt,
  none: /^There are no tests to run$/,
  failing: /^ {2}\d+\) ((?:test|property|doctest) .+ \(\S+\))$/,
});

/** What is excluded is in the total; a `setup_all` that fails makes its tests invalid; without tests there is no total. */
function suiteAt(lines: readonly string[], index: number): Suite | null {
  const line = lines[index] ?? '';
  if (!/^\d+ .*\bfailures?\b/.test(line)) return null;
  const numbers = numbersIn(line);
  if (numbers === null || ![...numbers.keys()].every((word) => WORDS.has(word))) return null;
  if (numbers.size === 1 && !FINISHED.test(lines[index - 1] ?? '')) return null;
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (numbers.get(name) ?? 0), 0);
  const [failed, skipped] = [of('failure', 'invalid'), of('skipped', 'excluded')];
  const passed = Math.max(0, of('test', 'doctest', 'property', 'feature') - failed - skipped);
  return { passed, failed, skipped, note: null };
}
