// How a corpus of command lines is read: `npm run bench -- corpus FILE`, one JSON object with a `line` in each row.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readCommand } from '../src/core/shell/reading.ts';

/** Prints how many lines there are, which do not parse and what bash says of those, and the speed against `bash -n`. */
export async function run(args: string[]): Promise<void> {
  const [file] = args;
  if (file === undefined) throw new Error('which file? npm run bench -- corpus lines.jsonl');
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text.trim() !== '')
    .map(lineOf);
  const before = process.cpuUsage();
  const times = lines.map(timed);
  const { user, system } = process.cpuUsage(before);
  const total = (user + system) / 1000;
  const unparsed = lines.filter((line) => !readCommand(line).parsed);
  const disagreeing = unparsed.filter((line) => bashAccepts(line));
  const longest = lines.reduce((one, other) => (other.length > one.length ? other : one), '');
  process.stdout.write(`lines          ${lines.length}\n`);
  process.stdout.write(`unparsed       ${unparsed.length}, of which bash -n accepts ${disagreeing.length}\n`);
  for (const line of unparsed)
    process.stdout.write(
      `  ${bashAccepts(line) ? 'bash accepts' : 'bash refuses'}: ${JSON.stringify(line.slice(0, 100))}\n`,
    );
  process.stdout.write(
    `lines a second ${Math.round((lines.length / total) * 1000)} (of CPU, from a cold start)\n`,
  );
  process.stdout.write(`slowest line   ${Math.max(...times).toFixed(1)} ms\n`);
  const own = Math.min(timed(longest), timed(longest), timed(longest));
  process.stdout.write(
    `longest line   ${longest.length} characters, ${own.toFixed(2)} ms, ${(own / bashTime(longest)).toFixed(2)} times bash -n\n`,
  );
  const sample = lines.slice(0, 300);
  const ratio =
    sample.reduce((sum, line) => sum + timed(line), 0) /
    sample.reduce((sum, line) => sum + bashTime(line), 0);
  process.stdout.write(
    `all lines      ${ratio.toFixed(3)} times bash -n (with its start, ${sample.length} lines)\n`,
  );
}

function lineOf(text: string): string {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && 'line' in value && typeof value.line === 'string')
    return value.line;
  throw new Error(`not of the form {"line": "..."}: ${text.slice(0, 80)}`);
}

function timed(line: string): number {
  const begin = performance.now();
  readCommand(line);
  return performance.now() - begin;
}

function bashTime(line: string): number {
  const begin = performance.now();
  bashAccepts(line);
  return performance.now() - begin;
}

/** `bash -n` reports a bad `[[ ]]` and yet ends 0: what it prints counts as well. */
function bashAccepts(line: string): boolean {
  const { status, stderr } = spawnSync('bash', ['-n', '-O', 'extglob', '-c', line], {
    input: '',
    encoding: 'utf8',
    timeout: 10_000,
  });
  return status === 0 && stderr === '';
}
