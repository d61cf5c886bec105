import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { callTool, offeredTools } from '../../src/agent/tools/index.ts';
import type { ToolAnswer, ToolContext } from '../../src/agent/tools/tool.ts';
import { workFiles } from '../../src/agent/work-files.ts';
import { ground, type Told } from './told-session.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'tools-')));
const root = join(base, 'repo');
const directory = join(root, 'app');
beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function context(
  told: Told = {},
  allowed: readonly string[] = [],
): { context: ToolContext; asked: string[] } {
  const { options, asked } = ground({ told });
  const files = workFiles({ directory, root, allowed });
  return { context: { ...options.toolContext, files }, asked };
}

async function use(name: string, input: unknown, told?: Told): Promise<ToolAnswer> {
  return callTool({ id: '1', name, input }, context(told).context);
}

function put(path: string, text: string): void {
  writeFileSync(join(directory, path), text);
}

const content = (path: string): string => readFileSync(join(directory, path), 'utf8');

test('milestone is offered only where there is a plan', () => {
  const names = (plan: boolean): string[] => offeredTools({ plan }).map((tool) => tool.name);
  expect(names(true)).toEqual(['bash', 'read', 'write', 'edit', 'milestone', 'give_up']);
  expect(names(false)).toEqual(['bash', 'read', 'write', 'edit', 'give_up']);
});

test('who calls a tool that is not there hears which ones were offered', async () => {
  const offered = offeredTools({ plan: false }).map(({ name }) => name);
  const answer = await callTool({ id: '1', name: 'ls', input: {} }, { ...context().context, offered });
  expect(answer.text).toBe('There is no tool "ls". The tools are: bash, read, write, edit, give_up.');
});

test('the schemas are plain JSON Schema', () => {
  const [bash] = offeredTools({ plan: false });
  expect(bash?.inputSchema).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      command: { type: 'string', minLength: 1, description: expect.any(String) },
      timeout: {
        anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }],
        description: expect.any(String),
      },
    },
    required: ['command'],
    additionalProperties: false,
  });
});

describe('write and edit', () => {
  test('the session is asked before, and told after', async () => {
    const { context: at, asked } = context();
    const answer = await callTool(
      { id: '1', name: 'write', input: { path: 'src/a.py', content: 'x\ny\n' } },
      at,
    );
    expect(answer).toEqual({ ok: true, text: 'src/a.py written (2 lines).', decision: null, end: null });
    expect(asked).toEqual(['beforeWrite app/src/a.py', 'wrote app/src/a.py']);
    expect(content('src/a.py')).toBe('x\ny\n');
  });

  test('a denied write changes nothing', async () => {
    const { context: at, asked } = context({
      beforeWrite: () => ({ decision: 'deny', reason: 'run first' }),
    });
    const answer = await callTool({ id: '1', name: 'write', input: { path: 'new/a.py', content: 'x' } }, at);
    expect(answer).toEqual({
      ok: false,
      text: 'run first',
      decision: { about: 'write', decision: 'deny', reason: 'run first' },
      end: null,
    });
    expect(asked).toEqual(['beforeWrite app/new/a.py']);
    expect(statSync(join(directory, 'new'), { throwIfNoEntry: false })).toBe(undefined);
  });

  test('what leads outside is refused, links too, unless the policy allows it', async () => {
    symlinkSync(base, join(directory, 'link'));
    const outside = await use('write', { path: 'link/x', content: '' });
    expect([outside.ok, outside.decision?.decision]).toEqual([false, 'deny']);
    const { context: at, asked } = context({}, [base]);
    const allowed = await callTool({ id: '1', name: 'write', input: { path: '../../x', content: 'x' } }, at);
    expect([allowed.ok, asked]).toEqual([true, []]);
  });

  test('the mode and the link of a file stay', async () => {
    put('tool.sh', 'a\n');
    chmodSync(join(directory, 'tool.sh'), 0o755);
    symlinkSync('tool.sh', join(directory, 'again'));
    await use('edit', { path: 'again', old: 'a', new: 'b' });
    expect([content('tool.sh'), statSync(join(directory, 'tool.sh')).mode & 0o777]).toEqual(['b\n', 0o755]);
  });

  const edits: [string, string, { old: string; new: string; all?: boolean }, string, string][] = [
    ['one place', 'a b c', { old: 'b', new: 'x' }, 'a x c', 'f edited (1 place).'],
    ['all places', 'b b', { old: 'b', new: 'x', all: true }, 'x x', 'f edited (2 places).'],
    ['`$&` is text', 'a b', { old: 'b', new: '$&$1' }, 'a $&$1', 'f edited (1 place).'],
    [
      'lines that end with CR LF',
      'a\r\nb\r\n',
      { old: 'a\nb', new: 'x\ny' },
      'x\r\ny\r\n',
      'f edited (1 place).',
    ],
    [
      'twice',
      'b b',
      { old: 'b', new: 'x' },
      'b b',
      'f is unchanged: `old` occurs 2 times. Give more of the lines around it, or set all to true.',
    ],
    [
      'not there',
      'a',
      { old: 'z', new: 'x' },
      'a',
      'f is unchanged: `old` does not occur in it. Read the file and copy the text exactly, white space included.',
    ],
    ['nothing to do', 'a', { old: 'a', new: 'a' }, 'a', 'f is unchanged: `old` and `new` are the same.'],
  ];
  test.each(edits)('edit: %s', async (_name, before, input, after, text) => {
    put('f', before);
    expect((await use('edit', { path: 'f', ...input })).text).toBe(text);
    expect(content('f')).toBe(after);
  });

  test.each([
    ['a missing file', 'none', 'none does not exist; use write to create it.'],
    ['a directory', '.', '. is a directory.'],
    ['a binary', 'bin', 'bin cannot be edited: it is binary'],
  ])('edit: %s', async (_name, path, text) => {
    put('bin', 'a\0b');
    expect((await use('edit', { path, old: 'a', new: 'b' })).text).toBe(text);
  });
});

describe('read', () => {
  const numbered = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join('\n');
  test.each([
    ['all', {}, 'line 1\nline 2\nline 3'],
    ['from a line on', { offset: 2 }, 'line 2\nline 3\n[lines 2 to 3 of 3]'],
    ['some lines', { offset: 2, limit: 1 }, 'line 2\n[lines 2 to 2 of 3; read on with offset 3]'],
    ['behind the end', { offset: 9 }, '[the file has 3 lines]'],
  ])('%s', async (_name, input, text) => {
    put('f', `${numbered(1, 3)}\n`);
    expect(await use('read', { path: 'f', ...input })).toMatchObject({ ok: true, text });
  });

  test('a long file is given in parts', async () => {
    put('f', numbered(1, 5000));
    const { text } = await use('read', { path: 'f' });
    expect(text).toBe(`${numbered(1, 2000)}\n[lines 1 to 2000 of 5000; read on with offset 2001]`);
  });

  test('a very long line is cut', async () => {
    put('f', `${'x'.repeat(200_000)}\nb`);
    const { text } = await use('read', { path: 'f' });
    expect(text.length).toBeLessThan(61_000);
    expect(text).toMatch(/x \[line cut\]\n\[lines 1 to 1 of 2; read on with offset 2\]$/);
  });

  test('an empty file, a directory, nothing', async () => {
    put('f', '');
    expect((await use('read', { path: 'f' })).text).toBe('[the file has 0 lines]');
    expect((await use('read', { path: '.' })).text).toBe('f');
    expect(await use('read', { path: 'none' })).toMatchObject({ ok: false, text: 'none does not exist.' });
  });
});

describe('bash', () => {
  test('long output is clipped, head and tail kept, and its file named', async () => {
    const output = `first\n${'x'.repeat(100_000)}\nlast`;
    const { text } = await use('bash', { command: 'make' }, { run: async () => output });
    expect(text.length).toBeLessThan(16_200);
    expect(text).toMatch(/^first\n/);
    expect(text).toMatch(
      /\nlast\n\[this is not the whole output; all of it is in \/logs\/1\.log\]\n\[exit 0\]$/,
    );
  });

  test('a failure that the line hides is said', async () => {
    const answer = await use('bash', { command: 'npm test || true' }, { result: 'red' });
    expect(answer).toMatchObject({
      ok: false,
      text: '[exit 0]\n[a check in this line failed, although the line ended with 0: it counts as red]',
    });
  });

  test('a line that the rules refuse is not run', async () => {
    const { context: at, asked } = context({ beforeRun: () => ({ decision: 'deny', reason: 'run first' }) });
    const answer = await callTool({ id: '1', name: 'bash', input: { command: 'cat > a.py' } }, at);
    expect([answer.ok, answer.decision?.about, asked]).toEqual([false, 'write', []]);
  });
});
