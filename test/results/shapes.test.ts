// What lies between a runner and us: line ends, colours, prefixes of tools that run several programs, filters, our own clipping.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestReport } from '../../src/core/types.ts';
import { readResults } from '../../src/results/index.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/results');

/** Of each runner and version one output: with failures where there is one. */
const SAMPLES = readdirSync(FIXTURES, { withFileTypes: true }).flatMap((folder) => {
  const names = folder.isDirectory()
    ? readdirSync(join(FIXTURES, folder.name)).filter(
        (name) => name.endsWith('.txt') && !name.includes('tty'),
      )
    : [];
  const best = names.find((name) => /(?:^|-)(?:mixed|red)\.txt$/.test(name)) ?? names[0];
  if (best === undefined) return [];
  const output = readFileSync(join(FIXTURES, folder.name, best), 'utf8');
  const report = read(output);
  return report.kind === 'silent' ? [] : [{ name: `${folder.name}/${best}`, output, report }];
});

function read(output: string, outputWhole = true): TestReport {
  return readResults({ program: null, output, outputWhole });
}

const each = (output: string, change: (line: string, index: number) => string) =>
  output.split('\n').map(change).join('\n');

const SHAPES: readonly (readonly [string, (output: string) => string])[] = [
  ['line ends of Windows', (output) => output.replace(/\r?\n/g, '\r\n')],
  ['colours around each line', (output) => each(output, (line) => `\u001b[2m${line}\u001b[22m`)],
  [
    'a script runner before and after',
    (output) => `> app@1.0.0 test\n> run\n\n${output}\nnpm error code ELIFECYCLE\n`,
  ],
  [
    'make before and after',
    (output) => `make: Entering directory '/a'\n${output}\nmake: *** [Makefile:2: test] Error 1\n`,
  ],
  ['turbo', (output) => each(output, (line) => `web:test: ${line}`)],
  ['pnpm -r', (output) => each(output, (line) => `packages/a test: ${line}`)],
  ['lerna', (output) => each(output, (line) => `@scope/a: ${line}`)],
  ['npm-run-all', (output) => each(output, (line) => `[test     ] ${line}`)],
  ['concurrently', (output) => each(output, (line) => `[0] ${line}`)],
  ['docker compose', (output) => each(output, (line) => `app-1  | ${line}`)],
  [
    'times of a CI service',
    (output) => each(output, (line, index) => `2026-01-02T03:04:${10 + (index % 50)}.1234567Z ${line}`),
  ],
  ['times of a log', (output) => each(output, (line, index) => `[03:04:${10 + (index % 50)}] ${line}`)],
];

describe.each(SHAPES)('%s', (_, change) => {
  test.each(SAMPLES)('$name', ({ output, report }) => {
    expect(read(change(output))).toEqual(report);
  });
});

describe('a part of an output claims no more than the whole', () => {
  test.each(SAMPLES)('$name', ({ output, report }) => {
    const lines = output.trimEnd().split('\n');
    const middle = [...lines.slice(0, 5), '[... 1234 bytes left out ...]', ...lines.slice(-5)];
    for (const part of [lines.slice(-1), lines.slice(-3), lines.slice(-10), lines.slice(0, 10), middle]) {
      const said = read(part.join('\n'), false);
      if (report.kind === 'empty') continue;
      if (said.kind === 'counted' && report.kind === 'counted' && report.counts.failed === 0)
        expect(said.counts.failed).toBe(0);
      expect(said.kind).not.toBe('no-summary');
    }
  });
});
