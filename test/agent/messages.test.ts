import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INTERRUPTED, isMessage, madeValid, withUser } from '../../src/agent/messages.ts';
import type { Message, ToolResult } from '../../src/agent/model.ts';

const user = (text: string): Message => ({ role: 'user', text });
const says = (text: string, ...ids: string[]): Message => ({
  role: 'assistant',
  text,
  reasoning: [],
  toolCalls: ids.map((id) => ({ id, name: 'bash', input: {} })),
});
const result = (id: string, text = 'ok'): ToolResult => ({ id, name: 'bash', ok: true, text });
const results = (...list: ToolResult[]): Message => ({ role: 'tool', results: list });
const cut = (id: string): ToolResult => ({ id, name: 'bash', ok: false, text: INTERRUPTED });

describe('a list of messages is made valid', () => {
  const rows: [string, readonly Message[], readonly Message[]][] = [
    ['nothing', [], []],
    [
      'a valid one stays',
      [user('a'), says('b', '1', '2'), results(result('1'), result('2')), says('c')],
      [user('a'), says('b', '1', '2'), results(result('1'), result('2')), says('c')],
    ],
    [
      'killed before any result was there',
      [user('a'), says('b', '1', '2')],
      [user('a'), says('b', '1', '2'), results(cut('1'), cut('2'))],
    ],
    [
      'killed before all results were there; they come in the order of the calls',
      [user('a'), says('b', '1', '2', '3'), results(result('3'), result('1')), user('c')],
      [user('a'), says('b', '1', '2', '3'), results(result('1'), cut('2'), result('3')), user('c')],
    ],
    [
      'a call without its result in the middle',
      [user('a'), says('b', '1'), says('c')],
      [user('a'), says('b', '1'), results(cut('1')), says('c')],
    ],
    ['results without a call', [user('a'), results(result('1')), says('b')], [user('a'), says('b')]],
    ['the beginning is lost', [says('b', '1'), results(result('1')), user('a')], [user('a')]],
    ['users in a row', [user('a'), user('b'), says('c')], [user('a\n\nb'), says('c')]],
    [
      'ids that come again belong to the nearest call',
      [user('a'), says('b', '1'), results(result('1', 'x')), says('c', '1'), results(result('1', 'y'))],
      [user('a'), says('b', '1'), results(result('1', 'x')), says('c', '1'), results(result('1', 'y'))],
    ],
  ];
  test.each(rows)('%s', (_name, messages, expected) => {
    expect(madeValid(messages)).toEqual(expected);
    expect(madeValid(madeValid(messages))).toEqual(expected);
  });
});

test('what a user says is joined with what a user said last', () => {
  expect(withUser([user('a')], 'b')).toEqual([user('a\n\nb')]);
  expect(withUser([user('a'), says('b')], 'c')).toEqual([user('a'), says('b'), user('c')]);
});

const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.string().map(user),
  fc
    .tuple(fc.string(), fc.array(fc.constantFrom('1', '2', '3'), { maxLength: 3 }))
    .map(([text, ids]) => says(text, ...new Set(ids))),
  fc
    .array(
      fc.constantFrom('1', '2', '3').map((id) => result(id)),
      { maxLength: 3 },
    )
    .map((list) => results(...list)),
);

/** As a provider asks for it. */
function faultOf(messages: readonly Message[]): string | null {
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    if (index === 0 && message.role !== 'user') return 'it does not begin with the user';
    if (message.role === 'user' && next?.role === 'user') return 'two of the user in a row';
    const wanted = message.role === 'assistant' ? message.toolCalls.map((call) => call.id) : [];
    const given = next?.role === 'tool' ? next.results.map((each) => each.id) : [];
    if (message.role !== 'tool' && wanted.join() !== given.join())
      return `at ${index}: ${wanted} is answered by ${given}`;
    if (message.role === 'tool' && next?.role === 'tool') return 'two lists of results in a row';
  }
  return null;
}

test('whatever was cut where: the list is valid, and stays as it is', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 12 }), (messages) => {
      const valid = madeValid(messages);
      expect(faultOf(valid)).toBe(null);
      expect(madeValid(valid)).toEqual(valid);
    }),
    { numRuns: 300 },
  );
});

test('what a store gives back is a message, or is left out', () => {
  const good = [user('a'), says('b', '1'), results(result('1'))];
  expect(good.every((message) => isMessage(JSON.parse(JSON.stringify(message))))).toBe(true);
  const bad = [
    null,
    'user',
    { role: 'user' },
    { role: 'system', text: 'a' },
    { role: 'tool', results: [{}] },
  ];
  expect(bad.some(isMessage)).toBe(false);
});
