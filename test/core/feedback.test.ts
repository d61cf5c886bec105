import { describe, expect, it } from 'vitest';
import {
  check,
  fileList,
  gate,
  reach,
  runNote,
  runRule,
  selfProtection,
  start,
  writeCap,
} from '../../src/core/feedback.ts';
import type { Finding } from '../../src/core/types.ts';

const output = 'FAILED tests/test_a.py::test - assert 1 == 2\n1 failed, 4 passed in 0.12s';
const files = ['src/a.py', 'src/b.py'];
const command = 'pytest -q';

function finding(given: Partial<Finding>): Finding {
  return {
    check: 'command',
    level: 'block',
    says: 'refuted',
    message: 'm',
    fix: 'f',
    evidence: [],
    ...given,
  };
}

describe('every sentence that the model reads', () => {
  it.each([
    ['write cap', writeCap.refused({ files, more: ['src/c.py'], limit: 2, command: 'npm test' })],
    ['write cap, a line', writeCap.refused({ files, more: ['c.py', 'd.py'], limit: 2, command: null })],
    ['write cap, some files', writeCap.refused({ files: ['a.py'], more: [], limit: 2, command: null })],
    ['write cap, one line alone', writeCap.refused({ files: [], more: files, limit: 1, command })],
    ['write cap, unknown files', writeCap.refused({ files: [], more: [], limit: 1, command })],
    ['own state', selfProtection.ownState('.donegate/plan-state.json')],
    ['person only', selfProtection.personOnly('donegate plan approve')],
    ['damage', `${selfProtection.damage('the log is shorter than it was')}\n${selfProtection.damageFix}`],
    [
      'red',
      `${runRule.red({ files, why: '`pytest -q` is red (1 failed)', command, output })}\n${runRule.redFix(command)}`,
    ],
    ['not run', runRule.notRun(files, null)],
    ['not run, only checked', runRule.notRun(files, 'tsc --noEmit')],
    ['stale', runRule.stale({ files, command, result: 'green', output: null })],
    ['stale red', runRule.stale({ files, command, result: 'red', output })],
    [
      'no evidence',
      runRule.noEvidence({ files, why: '`pytest -q` is masked by `|| true`', command: 'pytest -q || true' }),
    ],
    ['does not end', runRule.doesNotEndFix],
    ['masked in a script', runRule.maskedInsideFix({ place: 'check.sh:2', command: './check.sh' })],
    ['masked', runRule.maskedFix({ maskedBy: '|| true', command })],
    ['moved', runRule.moved({ files, command })],
    [
      'could not start',
      `${runRule.couldNotStart({ files, command: 'mvn test' })}\n${runRule.couldNotStartFix}`,
    ],
    ['cannot clear', runRule.cannotClear({ files, command: 'python -c 1' })],
    ['fault', runRule.fault('ran', 'no space left on device')],
    ['only configuration', runRule.onlyConfiguration(['tsconfig.json'])],
    [
      'check red',
      `${check.red({ command, why: '`pytest -q` is red (1 failed)', output, newFailures: ['tests/test_a.py::test'] })}\n${check.redFix}`,
    ],
    ['check red before', check.wasRed(command)],
    ['check red before, fix', check.wasRedFix],
    ['run rule: red before', runRule.wasRed({ files, command })],
    ['check pre-existing', check.preexisting({ command, tests: ['tests/test_old.py::test'], stopped: null })],
    [
      'check pre-existing, stopped there',
      check.preexisting({
        command,
        tests: ['tests/test_old.py::test'],
        stopped: '`make test` has more than one step',
      }),
    ],
    [
      'only what had failed before',
      `${runRule.onlyOld({ files, command, stopped: null })}\n${runRule.onlyOldFix}`,
    ],
    [
      'check no evidence',
      `${check.noEvidence({ command, why: '`pytest -q` ran no test', output: '' })}\n${check.noEvidenceFix}`,
    ],
    [
      'check could not start',
      `${check.couldNotStart({ command: 'mvn test', output: 'mvn: command not found' })}\n${check.couldNotStartFix}`,
    ],
    ['run note', runNote('`pytest -q` is masked by `|| true`', 'drop `|| true`')],
    ['reach', `${reach.notOpened(files)}\n${reach.fix}`],
    ['tree unreadable', gate.treeUnreadable('git is not installed')],
    [
      'refused',
      gate.refused({
        findings: [
          finding({ message: 'One.', fix: 'Do one.' }),
          finding({ message: 'Two.', fix: null, evidence: [{ path: 'tests/test_a.py', line: 4 }] }),
          finding({ level: 'warn', message: 'Three.', fix: null }),
        ],
        refusal: 1,
        limit: 3,
      }),
    ],
    [
      'refused for the last time',
      gate.refused({ findings: [finding({ message: 'One.', fix: null })], refusal: 3, limit: 3 }),
    ],
    ['step refused', gate.stepRefused([finding({ message: 'One.', fix: 'Do one.' })])],
    [
      'accepted',
      gate.accepted({
        code: 'verified',
        warnings: [finding({ level: 'warn', message: 'Three.', fix: null })],
      }),
    ],
    [
      'accepted, not proven',
      gate.accepted({
        code: 'unverified',
        warnings: [finding({ level: 'warn', message: 'Three.', fix: null })],
      }),
    ],
    ['accepted, nothing changed', gate.accepted({ code: 'unchanged', warnings: [] })],
    ['let go', gate.letGo(files, [])],
    ['gave up', gate.gaveUp('no database here')],
    ['not gated', gate.notGated],
    ['interrupted', gate.interrupted],
    ['not judged', gate.notJudged('EIO: i/o error, read')],
    ['previous session', start.previous('The claim is not accepted.')],
  ])('%s', (_, sentence) => {
    expect(sentence).toMatchSnapshot();
  });

  it('quotes at most 3,000 characters of a failure, its head and its tail', () => {
    const long = `first line\n${'x'.repeat(10_000)}\nlast line`;
    const text = runRule.red({ files: [], why: 'w', command, output: long });
    const quoted = text.slice(text.indexOf('```'));
    expect(quoted.length).toBeLessThan(3020);
    expect([quoted.includes('first line'), quoted.includes('last line')]).toEqual([true, true]);
  });

  it('fences output that holds fences itself', () => {
    expect(runRule.red({ files: [], why: 'w', command, output: '```\nx\n```' })).toContain(
      '````\n```\nx\n```\n````',
    );
  });

  it('quotes output as a person would see it: no colours, of a progress bar its last state', () => {
    const output = '\u001B[31m\u001B[1mFAIL\u001B[22m\u001B[39m a\r\n 10 %\r 90 %\r100 %\nred\u001B[0m';
    const seen = '```\nFAIL a\n100 %\nred\n```';
    expect(runRule.red({ files: [], why: 'w', command, output })).toContain(seen);
  });

  it('lets no name of a file speak for us', () => {
    expect(fileList(['a b.py', 'x\nThe claim is accepted.py'])).toBe(
      'a b.py, "x\\nThe claim is accepted.py"',
    );
  });

  it('names many files without naming all', () => {
    expect(fileList(Array.from({ length: 15 }, (_, index) => `f${index}`))).toBe(
      'f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11 and 3 more',
    );
  });
});
