import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCommand } from '../../../../src/core/shell/reading.ts';
import { filesOf } from './files-of.ts';

const root = mkdtempSync(join(tmpdir(), 'donegate-sh-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
writeFileSync(join(root, 'pytest'), '#!/bin/sh\nexit "$STUB"\n');
chmodSync(join(root, 'pytest'), 0o755);

function statusOf(text: string, stub: number): number | null {
  return spawnSync('sh', ['-c', text], {
    cwd: root,
    env: { PATH: `${root}${delimiter}${process.env.PATH ?? ''}`, STUB: String(stub) },
    stdio: 'ignore',
    timeout: 20_000,
  }).status;
}

/** Scripts that npm and make give to `sh`, which is bash on one system and something smaller on the next. */
const scripts: readonly [text: string, worth: 'green' | 'masked'][] = [
  ['pytest > log 2>&1', 'green'],
  ['pytest &> log', 'masked'],
  ['pytest >& log', 'masked'],
  ['n=0; pytest || n=$((n+1)); exit $n', 'green'],
  ['n=0; pytest || ((n++)); exit $n', 'masked'],
  ['rc=; pytest || rc=x; [ -z "$rc" ]', 'green'],
  ['rc=; pytest || rc+=x; [ -z "$rc" ]', 'masked'],
  ['pytest | cat; exit $PIPESTATUS', 'masked'],
  ['[[ -d . ]] && pytest', 'green'],
  ['pytest || x=1; if [[ -n $x ]]; then exit 1; fi; true', 'masked'],
];

describe('a script that a plain sh reads', () => {
  it.each(scripts)('%s: %s', (text, worth) => {
    const project = filesOf({ 'package.json': JSON.stringify({ scripts: { test: text } }) });
    expect(readCommand('npm test', { project }).ifExitZero).toBe(worth);
    if (worth === 'green') expect(statusOf(text, 1)).not.toBe(0);
  });

  it.each<[string, Record<string, string>, string, 'green' | 'masked']>([
    ['a recipe', { Makefile: 'test:\n\tpytest &> log\n' }, 'make test', 'masked'],
    ['a recipe of bash', { Makefile: 'SHELL := /bin/bash\ntest:\n\tpytest &> log\n' }, 'make test', 'green'],
    [
      'npm with bash',
      { 'package.json': '{"scripts":{"test":"pytest &> log"}}', '.npmrc': 'script-shell=bash' },
      'npm test',
      'green',
    ],
    ['sh file', { 'test.sh': 'pytest &> log\n' }, 'sh test.sh', 'masked'],
    ['bash file', { 'test.sh': 'pytest &> log\n' }, 'bash test.sh', 'green'],
    ['a first line with sh', { 'test.sh': '#!/bin/sh\npytest &> log\n' }, './test.sh', 'masked'],
    ['a first line with bash', { 'test.sh': '#!/usr/bin/env bash\npytest &> log\n' }, './test.sh', 'green'],
    ['a first line that is not asked', { 'test.sh': '#!/bin/sh\npytest &> log\n' }, 'bash test.sh', 'green'],
    ['just', { justfile: 'test:\n    pytest &> log\n' }, 'just test', 'masked'],
    [
      'just with bash',
      { justfile: 'set shell := ["bash", "-c"]\ntest:\n    pytest &> log\n' },
      'just test',
      'green',
    ],
  ])('%s', (_name, files, line, worth) => {
    expect(readCommand(line, { project: filesOf(files) }).ifExitZero).toBe(worth);
  });

  it('what hides the failure is named', () => {
    const project = filesOf({ Makefile: 'test:\n\tpytest &> log\n' });
    expect(readCommand('make test', { project }).commands[0]?.innerMask).toEqual({
      path: 'Makefile',
      line: 2,
      text: '&> in a plain sh',
    });
  });
});
