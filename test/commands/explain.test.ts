import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import picocolors from 'picocolors';
import { afterAll, describe, expect, it } from 'vitest';
import { showReading } from '../../src/commands/explain/show.ts';
import { readCommand } from '../../src/core/shell/reading.ts';
import { filesOf } from '../core/shell/inner/files-of.ts';
import { cli } from './cli.ts';

const root = mkdtempSync(join(tmpdir(), 'donegate-explain-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'web'));
writeFileSync(join(root, 'web/package.json'), '{\n  "scripts": {\n    "test": "jest || true"\n  }\n}\n');

describe('explain', () => {
  it('prints the reading of the contract', () => {
    const { status, stdout, stderr } = cli(root, ['explain', '--json', 'cd app && pytest -q 2>&1 | tail -5']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      line: 'cd app && pytest -q 2>&1 | tail -5',
      parsed: true,
      executes: true,
      ifExitZero: 'green',
      commands: [
        { text: 'cd app', class: 'inert', executes: false, proven: true, maskedBy: null },
        { text: 'pytest -q', class: 'test', executes: true, proven: true, maskedBy: null },
        { text: 'tail -5', class: 'inert', executes: false, proven: true, maskedBy: null },
      ],
      proves: ['cd app', 'pytest -q', 'tail -5'],
      writes: [],
    });
  });

  it('looks for scripts where --cwd says', () => {
    const { stdout } = cli(root, ['explain', '--json', '--cwd', 'web', 'npm test']);
    expect(JSON.parse(stdout)).toMatchObject({
      ifExitZero: 'masked',
      commands: [{ innerMask: { path: 'package.json', line: 3, text: '|| true' } }],
    });
  });

  it('answers a stream line by line, also where a chunk ends within a letter', () => {
    const input = `${JSON.stringify({ line: 'pytest; echo "é"' })}\n\n${JSON.stringify({ id: 1, line: 'ls' })}`;
    const { status, stdout } = cli(root, ['explain', '--stdin', '--json'], { input });
    const readings = stdout
      .trim()
      .split('\n')
      .map((text): unknown => JSON.parse(text));
    expect(status).toBe(0);
    expect(readings).toMatchObject([
      { line: 'pytest; echo "é"', ifExitZero: 'masked' },
      { line: 'ls', ifExitZero: 'none' },
    ]);
  });

  it('prints no colours in CI, and nothing that would move the cursor', () => {
    const env = { CI: '1', FORCE_COLOR: '0', TERM: 'xterm' };
    const { stdout } = cli(root, ['explain', 'pytest -k "\u001B[2J"; echo \u001B]0;title\u0007'], { env });
    expect(stdout).toContain('✗ pytest -k ""');
    expect(stdout).not.toContain('\u001B');
  });

  it.each<[string, string[], string, string]>([
    [
      'no line',
      [],
      '',
      "donegate: explain needs a command line (donegate explain 'pytest -q | tail -5', or --stdin)\n",
    ],
    [
      'a line that is no JSON',
      ['--stdin'],
      '{"line":"ls"}\n{oops\n',
      'donegate: standard input, line 2: no JSON',
    ],
    [
      'a line without a line',
      ['--stdin'],
      '{"line":3}\n',
      'donegate: standard input, line 1: not of the form {"line": "..."}\n',
    ],
    [
      'a line beside a stream of them',
      ['--stdin', 'ls'],
      '',
      'donegate: a command line and --stdin exclude each other (leave one of them out)\n',
    ],
    ['a directory that is not there', ['--cwd', '/none', 'ls'], '', 'donegate: there is no directory /none'],
  ])('%s is a usage error of one line', (_, args, input, said) => {
    const { status, stderr } = cli(root, ['explain', ...args], { input });
    expect(status).toBe(2);
    expect(stderr.startsWith(said)).toBe(true);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('a reading for people', () => {
  const shown = (line: string, project = filesOf({})) =>
    showReading(readCommand(line, { project }), picocolors.createColors(false));

  it('names what masks, what is cut and the one rewriting', () => {
    expect(shown('cd app && pytest -q 2>&1 | tail -5; echo done > log')).toMatchInlineSnapshot(`
      "cd app && pytest -q 2>&1 | tail -5; echo done > log

        cd app  inert
      ✗ pytest -q  test
          executes code
          masked by \`; echo done > log\`
          its output is cut by \`tail -5\`
        tail -5  inert
        echo done  inert

      exit 0 of this line proves nothing
      it writes app/log
      make it proof: drop \`; echo done > log\`, or run \`pytest -q\` by itself
      "
    `);
  });

  it('names the file that swallows', () => {
    const project = filesOf({ 'package.json': '{\n  "scripts": { "test": "jest || true" }\n}' });
    expect(shown('npm test', project)).toMatchInlineSnapshot(`
      "npm test

      ✗ npm test  test
          executes code
          masked in package.json:2 by \`|| true\`

      exit 0 of this line proves nothing
      make it proof: package.json:2 swallows the failure (\`|| true\`): take that away, or run the command there by itself
      "
    `);
  });

  it('names what disarms, and the background', () => {
    expect(shown('pytest --co; node server.js & rm x')).toMatchInlineSnapshot(`
      "pytest --co; node server.js & rm x

      ✗ pytest --co  inert
          executes nothing: \`--co\`
      ✗ node server.js  run
          executes code
          runs in the background: its status is lost
        rm x  inert

      exit 0 of this line proves nothing
      it writes x (removes it)
      make it proof: run \`node server.js\` in the foreground
      "
    `);
  });

  it('says what proves', () => {
    expect(shown('source .venv/bin/activate && pytest -q')).toMatchInlineSnapshot(`
      "source .venv/bin/activate && pytest -q

        source .venv/bin/activate  inert
      ✓ pytest -q  test
          executes code
          exit 0 of the line proves it, assuming that source .venv/bin/activate changes no command

      exit 0 of this line is proof
      "
    `);
  });

  it('says that bash refuses', () => {
    expect(shown('pytest; [[ a b ]]')).toMatchInlineSnapshot(`
      "pytest; [[ a b ]]

      bash refuses it: unexpected token 'b' at offset 13

      this line executes nothing
      make it proof: write the line so that \`bash -n\` accepts it
      "
    `);
  });
});
