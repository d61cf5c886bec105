import { describe, expect, it } from 'vitest';
import { replayFacts } from '../../../src/core/ledger.ts';
import { reachRule } from '../../../src/core/rules/reach.ts';
import { runRuleFinding } from '../../../src/core/rules/run-rule.ts';
import type { FactBody, Finding } from '../../../src/core/types.ts';
import { change, edit, numbered, ran } from '../made-facts.ts';

function findingAfter(
  facts: readonly FactBody[],
  given: { hasChecks?: boolean; directory?: string; command?: string | null; gone?: readonly string[] } = {},
): Finding | null {
  const { hasChecks = true, directory = '.', command = 'npm test', gone = [] } = given;
  const direct = 'python3 src/a.py';
  const ledger = replayFacts(numbered(facts));
  return runRuleFinding({ ledger, hasChecks, command, direct, directory, gone });
}

const written = edit('src/a.py', '1');
const green = ran({ result: 'green' });
const red = ran({ result: 'red', failing: ['tests/test_a.py::test'] });
const probe = ran({ result: 'green', command: 'python -c 1', class: 'run', clears: 'nothing' });

const redProbe = ran({ result: 'red', command: 'python -c 1', class: 'run', clears: 'nothing' });
const outside = ran({ result: 'masked', command: 'kubectl get pods', class: 'unknown', clears: 'nothing' });

describe('the run rule', () => {
  it.each<[name: string, facts: readonly FactBody[], fix: string]>([
    ['nothing ran: what runs the file', [written], 'python3 src/a.py'],
    ['a run of nothing of the project: what runs the file', [written, probe], 'python3 src/a.py'],
    [
      'a run that was no evidence: that run again',
      [written, ran({ result: 'unknown', commandExit: null })],
      'pytest -q',
    ],
    ['a run that found no test: what runs the file', [written, ran({ result: 'empty' })], 'python3 src/a.py'],
    ['a run of other content: that run again', [written, green, edit('src/a.py', '2')], 'pytest -q'],
    [
      'a probe of other content says nothing: what runs the file',
      [written, redProbe, edit('src/a.py', '2')],
      'python3 src/a.py',
    ],
    ['a probe that failed: what runs the file', [written, redProbe], 'python3 src/a.py'],
    ['a look from outside: what runs the file', [written, outside], 'python3 src/a.py'],
  ])('names a command where the project has none: %s', (_, facts, fix) => {
    expect(findingAfter(facts, { command: null })?.fix).toBe(`Run \`${fix}\`.`);
  });

  it.each<[name: string, facts: readonly FactBody[]]>([
    ['nothing was written', [red]],
    ['a green run for this tree', [written, green]],
    ['a green run, then an exploration', [written, green, probe]],
    ['everything was taken back', [written, edit('src/a.py', undefined)]],
  ])('holds nothing against: %s', (_, facts) => {
    expect(findingAfter(facts)).toBeNull();
  });

  it.each<[name: string, facts: readonly FactBody[], says: Finding['says'], message: RegExp, fix: RegExp]>([
    [
      'never run',
      [written],
      'unproven',
      /^Nothing was executed since this code was changed: src\/a\.py\.$/,
      /^Run `npm test`\.$/,
    ],
    [
      'changed after the green run',
      [written, green, edit('src/b.py', '1')],
      'unproven',
      /^Code was changed after it was last run: src\/b\.py; the last run \(`pytest -q`, green\)/,
      /^Run `pytest -q`\.$/,
    ],
    [
      'changed after a red run: quoted',
      [written, red, edit('src/a.py', '2')],
      'unproven',
      /output of pytest -q/,
      /^Run `pytest -q`\.$/,
    ],
    [
      'red',
      [written, green, red],
      'refuted',
      /^The last word on this code is red: `pytest -q` is red\.[\s\S]*output of pytest -q/,
      /Do not delete, skip or weaken tests\.$/,
    ],
    [
      'red, then a narrower green',
      [written, red, ran({ result: 'green', command: 'pytest tests/b.py', scope: ['tests/b.py'] })],
      'refuted',
      /^The last word on this code is red: `pytest -q`/,
      /run `pytest -q`/,
    ],
    [
      'a red program',
      [written, ran({ result: 'red', command: 'python x.py', class: 'run' })],
      'refuted',
      /`python x\.py` is red/,
      /python x\.py/,
    ],
    [
      'masked',
      [written, ran({ result: 'masked' })],
      'unproven',
      /^The last run proves nothing: `pytest -q` is masked/,
      /^Run `npm test`\.$/,
    ],
    [
      'could not start',
      [written, ran({ result: 'unknown', commandExit: 127 })],
      'unproven',
      /could not start/,
      /^Do not try the same line again/,
    ],
    [
      'only an exploration',
      [written, probe],
      'unproven',
      /is not seen to run anything of this project/,
      /^Run `npm test`\.$/,
    ],
    [
      'an exploration after a run of other content',
      [written, green, edit('src/b.py', '1'), probe],
      'unproven',
      /^Code was changed after it was last run/,
      /^Run `pytest -q`\.$/,
    ],
    [
      'code changed during the run',
      [ran({ result: 'green', changes: [change('a.snap', '1')], evidenceFor: 'nothing' })],
      'unproven',
      /is no evidence for the code as it stands/,
      /^Run `pytest -q`\.$/,
    ],
    [
      'a fault of ours',
      [written, green, { type: 'faulted', where: 'ran', error: 'disk full' }],
      'unproven',
      /donegate itself failed \(ran\)[\s\S]*disk full/,
      /^Run `npm test`\.$/,
    ],
  ])('%s', (_, facts, says, message, fix) => {
    const finding = findingAfter(facts);
    expect(finding).toMatchObject({ check: 'run-rule', level: 'block', says });
    expect(finding?.message).toMatch(message);
    expect(finding?.fix).toMatch(fix);
  });

  it.each([
    ['.', 'app', 'cd app && pytest -q'],
    ['app', 'app', 'pytest -q'],
    ['app', '.', 'cd .. && pytest -q'],
    ["it's", 'a b', "cd '../a b' && pytest -q"],
    ['.', '/elsewhere', 'pytest -q'],
    ['.', null, 'pytest -q'],
  ])('says the command as it is typed in %s for what ran in %s', (directory, ranIn, expected) => {
    const { judged, ...rest } = ran({ result: 'green' });
    const commands = judged.commands.map((command) => ({ ...command, directory: ranIn }));
    const facts = [written, { ...rest, judged: { ...judged, commands } }, edit('src/b.py', '1')];
    expect(findingAfter(facts, { directory })?.fix).toBe(`Run \`${expected}\`.`);
  });

  it.each<[name: string, run: FactBody]>([
    [
      'started in the background',
      ran({ result: 'unknown', command: 'python app.py &', class: 'run', commandExit: null }),
    ],
    [
      'stopped by its time limit',
      ran({ result: 'red', command: 'timeout 3 python app.py', class: 'run', commandExit: 124 }),
    ],
  ])('asks for what ends where a program does not: %s', (_, run) => {
    const found = findingAfter([written, run], { command: null });
    expect(found?.message).toMatch(/^The last run proves nothing: /);
    expect(found?.fix).toMatch(/that uses it and ends\.$/);
  });

  it('names the check of the project again only if it found tests', () => {
    const found = findingAfter([written, ran({ result: 'empty', command: 'npm test' })]);
    expect(found?.fix).toBe('Run `python3 src/a.py`.');
  });

  it.each<[name: string, scope: readonly string[], fix: string]>([
    ['the file itself', ['probe.py'], 'python3 src/a.py'],
    ['a test of it', ['probe.py::test_a'], 'python3 src/a.py'],
    ['another file', ['src/b.py'], 'pytest -q'],
  ])('names no run of what is gone: %s', (_, scope, fix) => {
    const facts = [written, ran({ result: 'green', scope }), edit('probe.py', undefined)];
    const found = findingAfter([edit('probe.py', '1'), ...facts], { command: null, gone: ['probe.py'] });
    expect(found?.fix).toBe(`Run \`${fix}\`.`);
  });

  it('names the tests of a line, not what was built before them', () => {
    const built = ran({ result: 'green', command: 'cargo build', class: 'build' });
    const { judged, ...rest } = ran({ result: 'green', evidenceFor: 'nothing' });
    const commands = [...built.judged.commands, ...judged.commands];
    const finding = findingAfter([written, { ...rest, judged: { ...judged, commands } }]);
    expect(finding?.fix).toBe('Run `pytest -q`.');
  });

  it('quotes the construct that masks', () => {
    const masked = ran({ result: 'masked' });
    const commands = masked.judged.commands.map((command) => ({ ...command, maskedBy: '|| true' }));
    const finding = findingAfter([written, { ...masked, judged: { ...masked.judged, commands } }]);
    expect(finding?.fix).toBe(
      "Run `pytest -q` without `|| true`, so that its own exit status is the line's.",
    );
  });

  it('only warns where nothing but configuration changed and the project has nothing to check it', () => {
    const facts = [edit('.editorconfig', '1', 'config')];
    expect([findingAfter(facts)?.level, findingAfter(facts, { hasChecks: false })?.level]).toEqual([
      'block',
      'warn',
    ]);
  });
});

describe('reach', () => {
  const modules = Array.from({ length: 14 }, (_, index) => `app/m${index}.py`);
  const writes = modules.map((path) => edit(path, '1'));
  const opened = modules.slice(0, 10);

  it('names the written modules that no run has opened', () => {
    const ledger = replayFacts(numbered([...writes, ran({ result: 'green', opened })]));
    expect(reachRule(ledger)).toEqual({
      check: 'run-rule',
      level: 'warn',
      says: 'unproven',
      message:
        'Written, but nothing that ran has opened them: app/m10.py, app/m11.py, app/m12.py, app/m13.py.',
      fix: 'Run something that imports them, or say why nothing does.',
      evidence: ['app/m10.py', 'app/m11.py', 'app/m12.py', 'app/m13.py'].map((path) => ({
        path,
        line: null,
      })),
    });
  });

  it.each<[name: string, facts: readonly FactBody[]]>([
    [
      'each was opened by some run',
      [...writes, ran({ result: 'green', opened }), ran({ result: 'red', opened: modules.slice(10) })],
    ],
    ['the file system does not tell', [...writes, ran({ result: 'green', opened: null })]],
    ['a listing could not have', [...writes, ran({ result: 'none', class: 'inert', opened: [] })]],
    [
      'tests and configuration are opened by others',
      [edit('tests/test_a.py', '1', 'test'), ran({ result: 'green', opened: [] })],
    ],
    ['it was written after the run', [ran({ result: 'green', opened: [] }), edit('a.py', '1')]],
  ])('says nothing where %s', (_, facts) => {
    expect(reachRule(replayFacts(numbered(facts)))).toBeNull();
  });
});
