import { numbersIn } from './numbers.ts';
import { readerOfSummaryLine } from './summary-line.ts';
import type { Suite } from './types.ts';

const KIND = /^(?: *(\d+)\) )?(Failure|Error|Skipped):$/;
const NAMED = /^(\S.*?)(?: \[.*?\])?:$/;
/** test-unit names the test on the same line. */
const SAME_LINE = /^(?:Failure|Error): (test.*?\([\w:]+\))/;

/** minitest and test-unit (also behind `rails test` and `rake test`). */
export const minitest = readerOfSummaryLine({
  runner: 'minitest',
  alwaysSummarises: true,
  signature: null,
  opens: /^Finished in [\d.]+ ?s/,
  summary: suiteAt,
  none: null,
  failing: failingNames,
});

function suiteAt(lines: readonly string[], index: number): Suite | null {
  const line = lines[index] ?? '';
  if (!/^\d+ (?:runs|tests), \d+ assertions, /.test(line)) return null;
  const numbers = numbersIn(line);
  if (numbers === null) return null;
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (numbers.get(name) ?? 0), 0);
  const [failed, skipped] = [of('failure', 'error'), of('skip', 'pending', 'omission')];
  return { passed: Math.max(0, of('run', 'test') - failed - skipped), failed, skipped, note: null };
}

/** Numbered (with -v the skipped ones too), unless rails prints them at once; the name stands on the next line. */
function failingNames(lines: readonly string[]): readonly string[] {
  const names: string[] = [];
  let last = 0;
  lines.forEach((line, index) => {
    const sameLine = SAME_LINE.exec(line)?.[1];
    if (sameLine !== undefined) names.push(sameLine);
    const kind = KIND.exec(line);
    if (kind === null || (kind[1] !== undefined && Number(kind[1]) !== last + 1)) return;
    const name = NAMED.exec(lines[index + 1] ?? '')?.[1];
    if (name === undefined) return;
    if (kind[1] !== undefined) last += 1;
    if (kind[2] !== 'Skipped') names.push(name);
  });
  return names;
}
