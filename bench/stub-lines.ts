import { readFileSync } from 'node:fs';
import type { Finding } from '../test/core/shell/stub-lines/stubs.ts';
import { openRoot, stubFindings } from '../test/core/shell/stub-lines/stubs.ts';

/**
 * Real lines in the real bash with every program replaced by a stub and one call made to fail at a time:
 * `npm run bench -- stub-lines FILE [SECONDS] [FIRST]`. FILE holds JSON Lines `{"line": ...}`.
 */
export async function run(args: string[]): Promise<void> {
  const [file, seconds = '60', first = '0'] = args;
  if (file === undefined) throw new Error('name a file of JSON Lines {"line": ...}');
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => String((JSON.parse(text) as { line: unknown }).line))
    .slice(Number(first));
  const end = Date.now() + Number(seconds) * 1000;
  const { root, close } = openRoot();
  const findings: Finding[] = [];
  let read = 0;
  let stubbed = 0;
  let runs = 0;
  try {
    for (const line of lines) {
      if (Date.now() > end) break;
      read += 1;
      const found = await stubFindings(line, root);
      if (found === null) continue;
      stubbed += 1;
      runs += found.runs;
      findings.push(...found.findings);
    }
  } finally {
    close();
  }
  for (const { kind, key, line } of findings)
    console.log(`${kind} ${JSON.stringify(key)} in ${JSON.stringify(line)}`);
  const contradictions = findings.filter(({ kind }) => kind === 'contradiction').length;
  console.log(
    `${read} lines read, ${stubbed} safe to run, ${runs} runs, ${contradictions} contradictions, ` +
      `${findings.length - contradictions} calls whose failure was seen though not proven`,
  );
}
