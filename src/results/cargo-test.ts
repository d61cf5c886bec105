import { outermostSessions, reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const BEGINS = /^running \d+ tests?$/;
const RESULT =
  /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; (\d+) filtered out/;
const TARGET = /^ +(?:Running .*?([^/\\]+)-[0-9a-f]{8,}(?:\.exe)?[)`]|Doc-tests (.+))$/;
const FAILED = /^(?:test (.+?) \.\.\. FAILED|(\S+) --- FAILED)$/;

/** `cargo test`. */
export const cargoTest: ResultReader = {
  runner: 'cargo-test',
  alwaysSummarises: true,
  countsFrom: 'lines',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const suites = outermostSessions(lines, { begins: (line) => BEGINS.test(line), ends: suiteOf });
    return reportOf(suites, failingNames(lines));
  },
};

function suiteOf(line: string): Suite | null {
  const result = RESULT.exec(line);
  if (result === null) return null;
  const [passed = 0, failed = 0, skipped = 0, filtered = 0] = result.slice(1).map(Number);
  const note = passed + failed + skipped === 0 && filtered > 0 ? `all ${filtered} filtered out` : null;
  return { passed, failed, skipped, note };
}

/** Two crates can have a test of one name, so the target stands before it. */
function failingNames(lines: readonly string[]): string[] {
  const names: string[] = [];
  let target: string | null = null;
  for (const line of lines) {
    const [, crate, doc] = TARGET.exec(line) ?? [];
    target = crate ?? doc ?? target;
    const [, test, quiet] = FAILED.exec(line) ?? [];
    const name = test ?? quiet;
    if (name !== undefined) names.push(target === null ? name : `${target}::${name}`);
  }
  return names;
}
