import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, expect, test } from 'vitest';
import { makeRepository, type Repository } from '../repositories.ts';
import { gate, withPlan } from './plans.ts';

const made: Repository[] = [];
const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const one of made.splice(0)) one.dispose();
});

const cli = process.env.DONEGATE_CLI ?? resolve(import.meta.dirname, '../../dist/cli.js');

async function connected(config = ''): Promise<{ client: Client; repository: Repository }> {
  const repository = makeRepository('javascript');
  made.push(repository);
  withPlan(repository, 2);
  if (config !== '') repository.write('donegate.toml', config);
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, 'mcp', '--cwd', repository.root],
      env: { PATH: process.env.PATH ?? '', HOME: repository.root },
      stderr: 'pipe',
    }),
  );
  return { client, repository };
}

const call = (client: Client, input: Record<string, unknown>) =>
  client.callTool({ name: 'milestone', arguments: input });

test('the official client finds the tool and gets refusals as results', async () => {
  const { client } = await connected();
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(['milestone']);
  expect(tools[0]).toMatchObject({
    inputSchema: { type: 'object', properties: { action: { enum: ['status', 'done', 'reset'] } } },
    outputSchema: { type: 'object', required: ['current', 'title', 'gates', 'done'] },
  });
  const status = await call(client, { action: 'status' });
  expect(status).toMatchObject({
    content: [{ type: 'text', text: expect.stringContaining('Step 1') }],
    structuredContent: {
      current: 1,
      title: 'Part 1',
      gates: [{ command: gate(1), lacks: expect.any(String) }],
      done: [],
    },
  });
  const refused = await call(client, { action: 'done', step: 1 });
  expect(refused.isError ?? false).toBe(false);
  expect(refused.structuredContent).toMatchObject({ current: 1, done: [] });
  const nameless = await call(client, { action: 'done' });
  expect(nameless).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('number') }] });
});

test('with run = true the gate commands are run; all three actions work, calls at once are taken in turn', async () => {
  const { client, repository } = await connected('[plan]\nrun = true\n');
  repository.write('out/1.txt', 'part 1\n');
  repository.write('out/2.txt', 'part 2\n');
  const answers = await Promise.all([
    call(client, { action: 'done', step: 1 }),
    call(client, { action: 'done', step: 2 }),
    call(client, { action: 'status' }),
  ]);
  expect(answers.map((answer) => answer.structuredContent)).toMatchObject([
    { current: 2, done: [1] },
    { current: null, done: [1, 2] },
    { current: null, done: [1, 2] },
  ]);
  const reset = await call(client, { action: 'reset', step: 1 });
  expect(reset.structuredContent).toMatchObject({ current: 1, done: [2] });
});
