// The real bash is asked what a line that "runs the gate command" has run: with which words, where, in which environment.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gateRuns } from '../../../src/core/shell/same.ts';

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'donegate-same-')));
  mkdirSync(join(root, 'tree/sub'), { recursive: true });
  writeFileSync(join(root, 'tree/in.txt'), 'from a file');
  const stub =
    '#!/bin/sh\nread -r line\n{ printf "%s " "X=${X-}" "$PWD"; printf "<%s>" "$@"; printf "%s;" "$line"; } >> "$LOG"\n';
  writeFileSync(join(root, 'gate'), stub);
  chmodSync(join(root, 'gate'), 0o755);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What each line had the stub record; lines are run one after the other, each in a shell of its own. */
function recorded(lines: readonly string[]): readonly (readonly string[])[] {
  const script = lines
    .map(
      (line, at) =>
        `export LOG='${root}/log-${at}'; : > "$LOG"\n( cd '${root}/tree'\n${line}\n) > /dev/null 2>&1 < /dev/null\n`,
    )
    .join('');
  const path = join(root, 'script');
  writeFileSync(path, script);
  execFileSync('bash', ['-o', 'pipefail', path], {
    stdio: 'ignore',
    timeout: 60_000,
    env: { PATH: `${root}:${process.env.PATH ?? ''}`, ROOT: `${root}/tree` },
  });
  return lines.map((_, at) =>
    readFileSync(join(root, `log-${at}`), 'utf8')
      .split(';')
      .filter((record) => record !== ''),
  );
}

const one = (...texts: readonly string[]) => fc.constantFrom(...texts);

const before = fc.array(
  one(
    'cd sub',
    'cd "$PWD"',
    'cd sub && cd ..',
    'cd .',
    'cd ./sub/..',
    'export X=1',
    'X=2',
    'V="b c"',
    'true',
    'unset X',
    'set -e',
    'cd nowhere',
    'pushd sub',
    'export V',
    'declare -x X=3',
  ),
  { maxLength: 3 },
);
const wrapper = one(
  '',
  '',
  '',
  'timeout 9 ',
  'env ',
  'env X=1 ',
  'env -u X ',
  'nice ',
  'command ',
  'X=1 ',
  'time ',
  'nohup ',
  'timeout -k 3 9 ',
  'exec ',
  'stdbuf -oL ',
);
const words = one(
  'a "b c"',
  'a "b c"',
  "a 'b c'",
  'a b\\ c',
  '  a   "b c"',
  'a b c',
  'a "$V"',
  'a $V',
  'a "b c" d',
  '"b c" a',
  'a',
  'a "b  c"',
  "a $'b c'",
  "'a' \"b\"' c'",
);
const after = one(
  '',
  '',
  ' 2>&1',
  ' | cat',
  ' 2>&1 | tail -3',
  ' > /dev/null',
  ' > out.txt',
  ' < in.txt',
  ' <<< text',
  ' || true',
  '; true',
  ' && true',
  ' <<E\ntext\nE\n',
  ' &\nwait',
  ' |& cat',
);
const feeder = one('', '', '', '', 'echo x | ', 'true && ', '! ', 'false || ');
const around = one(
  'L',
  'L',
  'L',
  '( L )',
  '{ L\n}',
  'if true; then L\nfi',
  'f() { L\n}; f',
  'for X in 1; do L\ndone',
  'cd sub; ( cd .. && L )',
  '( cd sub ) ; L',
  'cd sub | true; L',
  "bash -c 'L'",
  'eval "L"',
);
const joint = one(' && ', '; ', '\n');

const line = fc
  .record({ before, wrapper, words, after, feeder, around, joint })
  .map((part) => {
    const command = `${part.feeder}${part.wrapper}gate ${part.words}${part.after}`;
    const whole = [...part.before, command].join(part.joint);
    return part.around.includes("'L'") && whole.includes("'") ? whole : part.around.replace('L', () => whole);
  })
  .filter((text) => !text.startsWith('eval') || !/["$`\\]/.test(text.slice(6, -1)));

describe('a line that runs the gate command', () => {
  it('runs just that, as bash sees it', () => {
    const gate = { command: 'gate a "b c"', context: [] };
    const lines = fc.sample(line, { numRuns: 250, seed: 7 });
    const [want] = recorded([gate.command])[0] ?? [];
    const records = recorded(lines);
    const where = { root: `${root}/tree`, directory: '.' };
    const wrong: unknown[] = [];
    let found = 0;
    let same = 0;
    lines.forEach((text, at) => {
      const isFound = gateRuns(gate, { line: text, parsed: true }, where).length > 0;
      const seen = records[at] ?? [];
      if (seen.length > 0 && seen.every((record) => record === want)) same += 1;
      else if (isFound && seen.length > 0) wrong.push({ text, seen });
      if (isFound && seen.length > 0) found += 1;
    });
    expect(wrong).toEqual([]);
    // `unset X`, `export V` and `env -u X` are taken as another environment, whatever they do here.
    expect(same).toBeGreaterThan(20);
    expect(found / same).toBeGreaterThan(0.6);
  });
});
