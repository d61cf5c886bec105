import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hiddenTestsPass, unittest } from './hidden.ts';
import { OWN_TEST, read, STEPS, type Step, TASK } from './stages.ts';

type KnownBad = { step: Step; name: string; fault: string; file: string; old: string; new: string };

/** Proves the hidden tests: the reference passes them, and each known-bad solution fails them while its author's own tests are green. */
export function knownBad(): void {
  const all: readonly KnownBad[] = JSON.parse(read('bad.json'));
  if (!inCopy(null, (folder) => hiddenTestsPass(folder, 5)))
    throw new Error('the reference fails the hidden tests');
  const faults = all.filter(
    (bad) => !inCopy(bad, (folder) => ownTestsPass(folder, bad.step) && !hiddenTestsPass(folder, bad.step)),
  );
  process.stdout.write(
    `known-bad solutions: ${all.length - faults.length} of ${all.length} green by their own tests and red by the hidden ones\n`,
  );
  for (const { step, name } of faults) process.stdout.write(`  not so: step ${step}, ${name}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

function ownTestsPass(folder: string, step: Step): boolean {
  const modules = STEPS.filter((one) => one <= step).map((one) => `tests.${OWN_TEST[one]}`);
  return unittest(folder, modules, folder);
}

function inCopy(bad: KnownBad | null, judge: (folder: string) => boolean): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'kv-store-'));
  try {
    cpSync(join(TASK, 'reference'), folder, { recursive: true });
    if (bad !== null) {
      const path = join(folder, bad.file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(bad.old)) throw new Error(`${bad.name}: its text is not in ${bad.file}`);
      writeFileSync(
        path,
        text.replace(bad.old, () => bad.new),
      );
    }
    return judge(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
