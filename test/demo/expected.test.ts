import { expect, test } from 'vitest';
import type { Fact, FactBody, Finding, RunResult } from '../../src/core/types.ts';
import { shownBy } from '../../src/demo/expected.ts';
import { SCRIPT, sceneAt } from '../../src/demo/story.ts';

const block = (check: Finding['check']): Finding => ({
  check,
  level: 'block',
  says: 'refuted',
  message: '',
  fix: null,
  evidence: [],
});
const claim = (accepted: boolean, ...checks: Finding['check'][]): FactBody => ({
  type: 'claim_judged',
  text: 'Done.',
  verdict: accepted ? 'proven' : 'refuted',
  accepted,
  findings: checks.map(block),
});
const ran = (result: RunResult, code: number): FactBody => ({
  type: 'ran',
  by: 'agent',
  command: 'npm test',
  directory: '.',
  exit: { kind: 'exited', code },
  judged: { result, why: '', commands: [], tests: null, failing: [], namesComplete: true },
  changes: [],
  madeByRun: [],
  authored: [],
  evidenceFor: 'tree-after',
  output: '',
  log: null,
  durationMs: 1,
  opened: null,
  preexisting: [],
  wasRed: false,
});

const STORY: readonly FactBody[] = [
  { type: 'refused', about: 'write', reason: '' },
  claim(false, 'command'),
  ran('masked', 0),
  claim(false, 'command'),
  ran('red', 1),
  ran('green', 0),
  claim(false, 'assertions'),
  ran('green', 0),
  claim(true),
  { type: 'ended', outcome: 'done', summary: '' },
];

function happened(bodies: readonly FactBody[]): readonly boolean[] {
  const facts: readonly Fact[] = bodies.map((body, index) => ({ seq: index + 1, at: '', ...body }));
  return shownBy(facts).map((shown) => shown.happened);
}

const without = (index: number, replacement: readonly FactBody[] = []): readonly FactBody[] => [
  ...STORY.slice(0, index),
  ...replacement,
  ...STORY.slice(index + 1),
];

const rows: [string, readonly FactBody[], readonly boolean[]][] = [
  ['all of it', STORY, [true, true, true, true, true]],
  ['nothing', [], [false, false, false, false, false]],
  ['the fourth file was written', without(0), [false, true, true, true, true]],
  ['the masked run counted as green', without(2, [ran('green', 0)]), [true, true, false, true, true]],
  ['the weakened tests were accepted', without(6, [claim(true)]), [true, true, true, false, true]],
  ['the last claim was refused', without(8, [claim(false, 'command')]), [true, true, true, true, false]],
];

test.each(rows)('the demo is true only if it happened: %s', (_name, facts, expected) => {
  expect(happened(facts)).toEqual(expected);
});

test('each scene begins with an answer of the script', () => {
  const scenes = SCRIPT.turns.map((_, index) => sceneAt(index)?.number ?? null);
  expect(scenes).toEqual([1, 2, null, 3, null, 4, null, null, 5, null]);
});
