import { expect, test } from 'vitest';
import { bareToolCalls } from '../../../src/agent/models/bare-tool-calls.ts';
import { offeredTools } from '../../../src/agent/tools/index.ts';

const TOOLS = offeredTools({ plan: false });
const LS = { id: 'text-1', name: 'bash', input: { command: 'ls' } };

const found: [string, string, ReturnType<typeof bareToolCalls>][] = [
  [
    'an answer that is nothing but JSON',
    '{"name": "bash", "arguments": {"command": "ls"}}',
    { text: '', toolCalls: [LS] },
  ],
  [
    'a fenced block behind text',
    'First I look.\n\n```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```\n',
    { text: 'First I look.', toolCalls: [LS] },
  ],
  [
    'tool_call blocks, several',
    'ok <tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>\n<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>',
    { text: 'ok', toolCalls: [LS, { id: 'text-2', name: 'read', input: { path: 'a' } }] },
  ],
  [
    'a tool_call block that was not closed',
    '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}',
    { text: '', toolCalls: [LS] },
  ],
  ['a list', '[{"name": "bash", "parameters": {"command": "ls"}}]', { text: '', toolCalls: [LS] }],
  [
    'one object a line, arguments as a string',
    '{"name": "bash", "arguments": "{\\"command\\": \\"ls\\"}"}\n{"name": "read", "input": {"path": "a"}}',
    { text: '', toolCalls: [LS, { id: 'text-2', name: 'read', input: { path: 'a' } }] },
  ],
  ['a claim', 'All done: the "name" is now read from the file.', null],
  ['JSON that is no tool call', '{"name": "donegate", "version": "1"}', null],
  ['a tool that is not offered', '{"name": "python", "arguments": {"code": "1"}}', null],
  ['a call without input', '{"name": "bash"}', null],
  [
    'a block in the middle of a claim is an example',
    'Use\n```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```\nto list. Done.',
    null,
  ],
  ['a torn one', '{"name": "bash", "arguments": {"command": "ls', null],
];

test.each(found)('%s', (_name, text, expected) => {
  expect(bareToolCalls(text, TOOLS)).toEqual(expected);
});
