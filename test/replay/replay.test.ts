import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseMessages } from '../../src/replay/messages.ts';
import { type Answer, replayMessages } from '../../src/replay/replay.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/replay');
const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));

type Expectation = {
  decision?: string;
  outcome?: string | null;
  reasonHas?: readonly string[];
  contextHas?: readonly string[];
  contextHasNot?: readonly string[];
  state?: Readonly<Record<string, unknown>>;
};

async function answersTo(text: string): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for await (const answer of replayMessages(parseMessages(text, 'session.jsonl'))) answers.push(answer);
  return answers;
}

/** What an answer does not do as it should; empty = all is well. */
function faultsOf(expected: Expectation, answer: Answer): readonly string[] {
  const text = `${answer.reason ?? ''} ${answer.context ?? ''}`;
  const faults: string[] = [];
  if (expected.decision !== undefined && answer.decision !== expected.decision)
    faults.push(`${answer.decision}: ${text}`);
  if (expected.outcome !== undefined && answer.outcome !== expected.outcome)
    faults.push(`outcome ${answer.outcome}`);
  for (const has of [...(expected.reasonHas ?? []), ...(expected.contextHas ?? [])]) {
    if (!text.includes(has)) faults.push(`nothing says ${has}: ${text}`);
  }
  for (const not of expected.contextHasNot ?? []) if (text.includes(not)) faults.push(`says ${not}`);
  for (const [key, value] of Object.entries(expected.state ?? {})) {
    const found = JSON.stringify(answer.state[key as keyof Answer['state']]);
    if (found !== JSON.stringify(value)) faults.push(`state.${key} is ${found}`);
  }
  return faults;
}

describe('recorded sessions', () => {
  it('are there', () => {
    expect(files.length).toBeGreaterThan(60);
  });

  it.each(files)('%s', async (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const answers = await answersTo(text);
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const faults = lines.flatMap((line, index) => {
      const { expect: expected = {}, type } = JSON.parse(line) as { type: string; expect?: Expectation };
      const answer = answers[index];
      if (answer === undefined) return [`no answer to message ${index + 1}`];
      return faultsOf(expected, answer).map((fault) => `message ${index + 1} (${type}): ${fault}`);
    });
    expect(faults).toEqual([]);
  });
});

describe('a replay', () => {
  it('answers each message as a whole', async () => {
    expect(
      await answersTo('{"type":"user","text":"hi"}\n\n{"type":"write","path":"a.py","content":"x"}\n'),
    ).toEqual([
      {
        n: 1,
        decision: 'allow',
        outcome: null,
        context: null,
        state: { unverified: false, files: [], streak: 0, lastRun: null, step: null },
        reason: null,
      },
      {
        n: 2,
        decision: 'allow',
        outcome: null,
        context: null,
        state: { unverified: true, files: ['a.py'], streak: 1, lastRun: null, step: null },
        reason: null,
      },
    ]);
  });

  it.each([
    ['no JSON', '{"type":"user"}\n{oops', /^session\.jsonl:2: no valid JSON/],
    ['a list', '[]', /^session\.jsonl:1: a message is a JSON object, not a list$/],
    ['an unknown type', '{"type":"writ"}', /^session\.jsonl:1: unknown message type "writ"$/],
    ['no type', '{}', /^session\.jsonl:1: unknown message type undefined$/],
    ['a missing field', '{"type":"write"}', /^session\.jsonl:1: write\.path is not as it must be/],
    [
      'a wrong field',
      '{"type":"run","command":"x","exit":"0"}',
      /^session\.jsonl:1: run\.exit is not as it must be/,
    ],
    [
      'a step that is no number',
      '{"type":"milestone","action":"done","step":"3"}',
      /^session\.jsonl:1: milestone/,
    ],
  ])('refuses a malformed line and names it: %s', (_, text, message) => {
    expect(() => parseMessages(text, 'session.jsonl')).toThrow(message);
  });

  it('refuses a configuration with an unknown key', async () => {
    await expect(answersTo('{"type":"config","toml":"check = 1"}')).rejects.toThrow('unknown key check');
  });

  it('does not get slower with the number of messages', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) =>
      index % 3 === 0
        ? '{"type":"run","command":"pytest -q","exit":0,"output":"5 passed in 0.12s"}'
        : `{"type":"write","path":"src/f${index % 40}.py","content":"${index}"}`,
    );
    expect(await answersTo(lines.join('\n'))).toHaveLength(3000);
  });
});
