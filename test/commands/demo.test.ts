import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { demo } from '../../src/commands/demo.ts';
import { bashVersion } from '../bash-version.ts';

const temporary = mkdtempSync(join(tmpdir(), 'demo-'));
const before = process.env.TMPDIR;
afterAll(() => {
  process.env.TMPDIR = before;
  if (before === undefined) delete process.env.TMPDIR;
  rmSync(temporary, { recursive: true, force: true });
});

/** Lines of the README's transcript that the demo does not print, or not in this order. */
function unsaid(text: string): readonly string[] {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const transcript = /^```\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? 'no transcript';
  const printed = text.split('\n');
  return transcript
    .split('\n')
    .filter((line) => line !== '  ...')
    .filter((line) => {
      const at = printed.indexOf(line);
      if (at >= 0) printed.splice(0, at + 1);
      return at < 0;
    });
}

test('each refusal happens, the last claim is accepted, and nothing is left behind', async () => {
  process.env.TMPDIR = temporary;
  // npm on Node 24 keeps one in there.
  process.env.NODE_DISABLE_COMPILE_CACHE = '1';
  const printed: string[] = [];
  const write = process.stdout.write;
  // What is printed is looked at, not shown.
  process.stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    printed.push(String(chunk));
    const done = rest.find((argument) => typeof argument === 'function');
    if (typeof done === 'function') done();
    return true;
  };
  let status: number;
  try {
    status = await demo({ color: false, keep: false });
  } finally {
    process.stdout.write = write;
  }
  const text = printed.join('');
  expect(text.match(/✓ .*was (refused|accepted).*/g)).toEqual([
    '✓ a fourth file without a run was refused',
    '✓ "done" after a listing was refused',
    '✓ "done" after tests that could not fail was refused',
    '✓ "done" after weakened tests was refused, although they were green',
    '✓ "done" after the code was mended was accepted',
  ]);
  expect(status).toBe(0);
  expect(text.split('\n').filter((line) => line.length > 88)).toEqual([]);
  // What a bash before 5 does not tell.
  expect(unsaid(text).filter((said) => bashVersion().number >= 500 || !/exit 0, but/.test(said))).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
}, 150_000);
