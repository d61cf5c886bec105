import { describe, expect, it } from 'vitest';
import { parseMessages } from '../../src/replay/messages.ts';
import { replayMessages } from '../../src/replay/replay.ts';
import { type Act, type Expected, expectedAnswers } from './oracle.ts';

const BASE = { 'src/a.py': '0', 'src/b.py': '0', 'tests/test_a.py': '0', 'README.md': '0' };
const PATHS = ['src/a.py', 'src/b.py', 'src/c.py', 'src/d.py', 'src/e.py', 'tests/test_a.py', 'README.md'];
const CODE = PATHS.slice(0, 5);

/** Numbers from 0 to 1 that are the same each time. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function madeSession(seed: number): readonly Act[] {
  const next = numbersFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const content = () => pick(['0', '1', '2']);
  const written = () => ({ path: pick(CODE), content: content() });
  const result = () => pick(['green', 'green', 'red'] as const);
  const makers: readonly (readonly [share: number, make: () => Act])[] = [
    [27, () => ({ kind: 'write', path: pick(PATHS), content: pick([content(), null]) })],
    [
      28,
      () => ({ kind: 'test', result: result(), scope: pick(['', '', 'tests/test_a.py', 'tests/test_b.py']) }),
    ],
    [6, () => ({ kind: 'test', result: result(), scope: '', before: written() })],
    [5, () => ({ kind: 'test', result: 'green', scope: '', after: written() })],
    [9, () => ({ kind: 'lost', result: pick(['masked', 'empty', 'unknown'] as const) })],
    [4, () => ({ kind: 'list' })],
    [7, () => ({ kind: 'user' })],
    [6, () => ({ kind: 'give_up' })],
    [11, () => ({ kind: 'claim' })],
  ];
  const one = (): Act => {
    let left = next() * 100;
    return (makers.find(([share]) => (left -= share) < 0) ?? makers[0])?.[1]() ?? { kind: 'list' };
  };
  return [{ kind: 'user' }, ...Array.from({ length: 6 + Math.floor(next() * 24) }, one), { kind: 'claim' }];
}

const LOST = {
  masked: { command: 'pytest -q || true', exit: 0, output: '' },
  empty: { command: 'pytest -q', exit: 0, output: '3 skipped in 0.1s' },
  unknown: { command: 'pytest -q', exit: null, output: '' },
} as const;

/** The message that says it. */
function messageOf(act: Act): object {
  switch (act.kind) {
    case 'write':
      return { type: 'write', path: act.path, content: act.content };
    case 'test': {
      const { before, after, scope, result } = act;
      const write = ({ path, content }: { path: string; content: string }) =>
        `sed -i s/x/${content}/ ${path}`;
      const line = [before && write(before), `pytest -q ${scope}`.trim(), after && write(after)];
      return {
        type: 'run',
        command: line.filter(Boolean).join(' && '),
        exit: result === 'green' ? 0 : 1,
        output: result === 'green' ? '5 passed in 0.1s' : '1 failed, 4 passed in 0.1s',
        writes: [before, after].filter(Boolean),
      };
    }
    case 'lost':
      return { type: 'run', ...LOST[act.result] };
    case 'list':
      return { type: 'run', command: 'ls -la && git status', exit: 0, output: 'total 4' };
    default:
      return { type: act.kind };
  }
}

async function answersTo(acts: readonly Act[]): Promise<readonly Expected[]> {
  const messages = [{ type: 'session_start', files: BASE }, ...acts.map(messageOf)];
  const text = messages.map((message) => JSON.stringify(message)).join('\n');
  const answers: Expected[] = [];
  for await (const { decision, outcome, state } of replayMessages(parseMessages(text, 'made.jsonl'))) {
    const { step: _, ...seen } = state;
    answers.push({ decision, outcome, ...seen });
  }
  return answers.slice(1);
}

describe('made sessions are answered as the rules say', () => {
  it.each(Array.from({ length: 8 }, (_, at) => at))('batch %i', async (batch) => {
    for (let seed = batch * 20; seed < batch * 20 + 20; seed += 1) {
      const acts = madeSession(seed);
      const expected = expectedAnswers(BASE, acts);
      const answers = await answersTo(acts);
      const at = expected.findIndex(
        (one, index) => JSON.stringify(one) !== JSON.stringify(sorted(answers[index])),
      );
      expect(
        at < 0 ? null : { seed, acts: acts.slice(0, at + 1).map(messageOf), answer: answers[at] },
      ).toEqual(at < 0 ? null : { seed, acts: acts.slice(0, at + 1).map(messageOf), answer: expected[at] });
    }
  });

  it('the sessions hold every answer', () => {
    const all = Array.from({ length: 160 }, (_, seed) => expectedAnswers(BASE, madeSession(seed))).flat();
    const seen = new Set(all.map(({ decision, outcome }) => outcome ?? decision));
    expect([...seen].sort()).toEqual(['allow', 'deny', 'done', 'gate_failed', 'gave_up', 'send_back']);
  });
});

/** The keys in the order of the oracle. */
function sorted(answer: Expected | undefined): Expected | undefined {
  if (answer === undefined) return undefined;
  const { decision, outcome, unverified, files, streak, lastRun } = answer;
  return { decision, outcome, unverified, files, streak, lastRun };
}
