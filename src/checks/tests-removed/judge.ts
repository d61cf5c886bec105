import type { Finding } from '../../core/types.ts';
import { about, isOfGoneSource } from '../assertions/sentences.ts';
import type { ChangedFile, Changes } from '../changes/types.ts';
import { namesIn } from '../comparison/covers.ts';
import type { Comparison, Gone } from '../comparison/types.ts';

/** Tests that are deleted, or that no runner finds any more. One finding a test, and one for all of a file that is gone whole. */
export function judgeTestsRemoved(changes: Changes, comparison: Comparison): readonly Finding[] {
  const gone = comparison.gone.filter(
    (test) => isLost(test, changes) && !isOfGoneModule(test.before.path, changes),
  );
  const byFile = new Map<string, Gone[]>();
  for (const test of gone) byFile.set(test.before.path, [...(byFile.get(test.before.path) ?? []), test]);
  return [...byFile].flatMap(([path, tests]) => {
    const file = changes.tests.find((one) => one.path === path);
    return file?.after === null && tests.every((test) => test.hiddenAs === null)
      ? [wholeFile(path, tests)]
      : tests.map(single);
  });
}

function isLost({ before, losses }: Gone, { goneNames }: Changes): boolean {
  const { assertions, body, marks } = before.test;
  if (marks.some((mark) => mark.kind !== 'only' && mark.condition === null)) return false;
  if (assertions.length > 0) return losses.some((loss) => !isOfGoneSource(loss.was, goneNames));
  return !namesIn(body).some((name) => goneNames.has(name));
}

/** The whole file went, and with it the module that it imports. */
function isOfGoneModule(path: string, { files }: Changes): boolean {
  const file = files.find((one) => one.path === path);
  if (file?.before == null || file.after !== null) return false;
  const stems = (state: (one: ChangedFile) => string | null): readonly string[] =>
    files.filter((one) => one.kind === 'source' && state(one) !== null).map((one) => stemOf(one.path));
  const here = stems((one) => one.after);
  const gone = stems((one) => (one.after === null ? one.before : null)).filter(
    (stem) => !here.includes(stem),
  );
  const imports = file.before.split('\n').filter((line) => /\b(import|from|require)\b/.test(line));
  return gone.some((stem) => imports.some((line) => new RegExp(`(?<![\\w$])${stem}(?![\\w$])`).test(line)));
}

function stemOf(path: string): string {
  const name = path.split('/').at(-1) ?? path;
  return name.replace(/\.\w+$/, '').replace(/[^\w$]/g, '.');
}

function wholeFile(path: string, tests: readonly Gone[]): Finding {
  const names = tests.map(({ before }) => `\`${before.test.name}\``);
  const shown = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return finding(`${path} is gone, and with it ${shown}${more}.`, path, null);
}

function single({ before, hiddenAs, kept, losses }: Gone): Finding {
  const line = hiddenAs?.test.line ?? null;
  if (hiddenAs !== null)
    return finding(
      `${about(before)} is not found by the runner any more: it is ${about(hiddenAs)} now.`,
      hiddenAs.path,
      line,
    );
  const lost = losses.slice(0, 2).map(({ was }) => `\`${was.text}\``);
  const what = lost.length === 0 ? '' : ` No test makes ${lost.join(', ')} now.`;
  const rest = kept > 0 ? ` (${kept} of its assertions stand elsewhere)` : '';
  return finding(`${about(before)} was deleted${rest}.${what}`, before.path, null);
}

function finding(message: string, path: string, line: number | null): Finding {
  return {
    check: 'tests-removed',
    level: 'block',
    says: 'refuted',
    message,
    fix: 'Put the test back where the runner finds it, and mend the source until it passes.',
    evidence: [{ path, line }],
  };
}
