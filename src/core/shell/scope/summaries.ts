// By which line of an output one knows that a runner has run.
import { plainText } from '../../plain-text.ts';

const SUMMARIES: Readonly<Record<string, RegExp>> = {
  pytest: /^=*\s*(?:\d+ [a-z]+, )*\d+ passed\b.*\bin \d[\d.:]*\s*(?:s|\(|seconds)/m,
  unittest: /^Ran \d+ tests? in \d/m,
  'node-test': /^(?:#|ℹ) pass \d/m,
  vitest: /^\s*Tests\s+.*\d+ passed/m,
  jest: /^Tests:\s+.*\d+ passed/m,
  mocha: /^\s*\d+ passing\b/m,
  'go-test': /^ok\s+\S+\s+(?:\d[\d.]*s|\(cached\))|^DONE \d+ tests/m,
  'cargo-test': /^test result: ok\. \d+ passed/m,
  nextest: /^\s*Summary \[.*\d+ passed/m,
  rspec: /^\d+ examples?, 0 failures/m,
  phpunit: /^OK \(\d+ tests?/m,
  mix: /^\d+ (?:doctests?, \d+ )?tests?, 0 failures/m,
};

/** Parts of an output that name some of the files that ran. */
const ASIDES = /^=+ (?:warnings summary|slowest \S*\s?durations)[\s\S]*?(?=^=+ |(?![\s\S]))/gm;

/** Files of tests as runners list them. */
const LISTED = /[\w./-]*[\w-]\.(?:py|[cm]?[jt]sx?|rb|php|exs)\b/g;

/**
 * The output holds the summary of that runner; where it lists test files, all that the narrower call has named are
 * among them.
 */
export function showsRunner(
  output: string,
  { program, scope }: { program: string | null; scope: readonly string[] },
): boolean {
  const text = plainText(output);
  const summary = SUMMARIES[program ?? ''];
  if (summary === undefined || !summary.test(text)) return false;
  const named = scope.filter((entry) => !entry.startsWith('-')).map((entry) => entry.replace(/:.*$/, ''));
  const isCut = text.includes('characters left out');
  const listed = isCut ? [] : testFiles(text.replaceAll(ASIDES, ''));
  const isListed = (name: string) =>
    listed.some((file) => file === name || file.endsWith(`/${name}`) || name.endsWith(`/${file}`));
  return listed.length === 0 || named.filter((name) => /\.\w+$/.test(name)).every(isListed);
}

/** Only names that are those of tests: a report of coverage lists the code. */
function testFiles(text: string): readonly string[] {
  const names = [...text.matchAll(LISTED)].map((match) => match[0]);
  return names.filter((name) => /(^|[/_.-])(tests?|spec)([/_.-]|$)/.test(name));
}
