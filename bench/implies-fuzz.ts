import { readFileSync } from 'node:fs';
import { bashVersion } from '../test/bash-version.ts';
import { openSandbox } from '../test/core/shell/implies-fuzz/executions.ts';
import { random } from '../test/core/shell/implies-fuzz/grammar.ts';
import {
  type Contradiction,
  measure,
  measureLine,
  summary,
} from '../test/core/shell/implies-fuzz/measure.ts';

/**
 * Random lines against the real bash, for as long as asked: `npm run bench -- implies-fuzz [SECONDS] [SEED] [MISSED] [SHARE]`.
 * Prints every contradiction and MISSED of the implications that were missed; SHARE of the lines of which nothing is
 * claimed are run as well (1: all, which the completeness needs; less: more lines).
 * `npm run bench -- implies-fuzz cases` runs the lines of the tests instead.
 */
export async function run(args: string[]): Promise<void> {
  if (args[0] === 'cases') return cases();
  const seconds = Number(args[0] ?? 30);
  const seed = Number(args[1] ?? Math.floor(Math.random() * 2 ** 32));
  const end = Date.now() + seconds * 1000;
  console.log(`seed ${seed}, bash ${bashVersion().text}`);
  const measured = await measure(seed, () => Date.now() < end, Number(args[3] ?? 1));
  measured.contradictions.forEach(show);
  for (const { line, probe } of measured.missed.slice(0, Number(args[2] ?? 20))) {
    console.log(`missed ${probe} ${JSON.stringify(line)}`);
  }
  console.log(summary(measured));
}

function show({ line, probe, assumption, execution }: Contradiction): void {
  const runs = execution.runs.map((one) => `${one.probe}=${one.status}`).join(' ');
  console.log(`CONTRADICTION ${probe} ${JSON.stringify(line)} ran ${runs} ${assumption}`);
}

/** The sandbox breaks these assumptions itself: nothing is there to read, or to find. */
const BROKEN = /^(no command reads the script|xargs gets|find finds)/;

async function cases(): Promise<void> {
  const lines = ['implies', 'implies-hard'].flatMap((name) =>
    readFileSync(new URL(`../test/fixtures/shell/${name}.jsonl`, import.meta.url), 'utf8')
      .split('\n')
      .filter((text) => text !== '')
      .map((text): string => JSON.parse(text).line),
  );
  const sandbox = openSandbox(9, 4_000);
  const next = random(1);
  let executions = 0;
  let found = 0;
  for (const line of lines) {
    const measured = await measureLine(sandbox, line, next);
    const contradictions = measured.contradictions.filter(({ assumption }) => !BROKEN.test(assumption));
    contradictions.forEach(show);
    executions += measured.executions.length;
    found += contradictions.length;
  }
  sandbox.close();
  console.log(
    `bash ${bashVersion().text}: ${lines.length} lines, ${executions} executions, ${found} contradictions`,
  );
}
