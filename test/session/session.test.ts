import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openWorkspace } from '../../src/commands/workspace.ts';
import type { Decision, Fact } from '../../src/core/types.ts';
import { UserError } from '../../src/core/user-error.ts';
import type { Session, SessionOptions } from '../../src/session-types.ts';
import { bashVersion } from '../bash-version.ts';
import { makeRepository, type Repository } from '../repositories.ts';
import { type OpenedSession, sessionIn } from './open.ts';

const opened: { repositories: Repository[]; sessions: OpenedSession[] } = { repositories: [], sessions: [] };

afterEach(async () => {
  for (const session of opened.sessions.splice(0)) await session.close();
  for (const repository of opened.repositories.splice(0)) repository.dispose();
});

/** Checks of the project run only where a test is about them: each takes a second. */
async function start(
  prepare: (repository: Repository) => void = () => {},
  options: Partial<SessionOptions> = {},
) {
  const repository = makeRepository('javascript');
  opened.repositories.push(repository);
  prepare(repository);
  const session = await sessionIn(repository.root, { options });
  opened.sessions.push(session);
  await session.session.user('make it cheaper');
  return { repository, ...session };
}

async function write(
  session: Session,
  repository: Repository,
  path: string,
  content: string,
): Promise<Decision> {
  const decision = await session.beforeWrite({ path });
  if (decision.decision !== 'allow') return decision;
  repository.write(path, content);
  await session.wrote({ path });
  return decision;
}

function run(session: Session, command: string) {
  return session.run({ command, directory: '.', timeoutMs: 30_000 });
}

const CHEAPER = `export function total(quantity, unitPrice) {
  if (quantity < 0) throw new RangeError('quantity must not be negative');
  const price = quantity * unitPrice;
  return quantity >= 10 ? Math.floor((price * 8) / 10) : price;
}
`;
const BROKEN = CHEAPER.replace('unitPrice;', 'unitPrice + 1;');

function adapted(repository: Repository): string {
  return repository.read('test/price.test.js').replace('total(10, 10), 90', 'total(10, 10), 80');
}

function reasonOf(decision: Decision): string {
  return decision.decision === 'allow' ? '' : decision.reason;
}

function kinds(facts: readonly Fact[]): readonly string[] {
  return facts.map((fact) => (fact.type === 'ran' ? `ran by ${fact.by}: ${fact.judged.result}` : fact.type));
}

describe('a real session', () => {
  it('accepts a true claim, and its log says why', async () => {
    const { session, repository } = await start();
    await write(session, repository, 'src/price.js', CHEAPER);
    await write(session, repository, 'test/price.test.js', adapted(repository));
    const { result } = await run(session, 'npm test 2>&1 | tail -5');
    const decision = await session.claim({ text: 'Done.' });
    expect([result, decision.decision, session.state().unverified]).toEqual(['green', 'end', false]);
    expect(kinds(session.facts())).toEqual([
      'session_started',
      'turn_started',
      'files_changed',
      'files_changed',
      'run_opened',
      'ran by agent: green',
      'run_opened',
      'ran by gate: green',
      'claim_judged',
      'ended',
    ]);
  });

  it('refuses a false claim three times, with the red output of its own check', async () => {
    const { session, repository } = await start();
    await write(session, repository, 'src/price.js', BROKEN);
    const decisions = [
      await session.claim({ text: 'Done.' }),
      await session.claim({ text: 'Done.' }),
      await session.claim({ text: 'Done!' }),
    ];
    expect(decisions.map((one) => (one.decision === 'end' ? one.outcome : one.decision))).toEqual([
      'send_back',
      'send_back',
      'gate_failed',
    ]);
    for (const decision of decisions) {
      expect(reasonOf(decision)).toContain('a few pieces');
      expect(reasonOf(decision)).toContain('Do not delete, skip or weaken tests');
    }
  });

  it('a change that another process puts on record while a line runs counts as made during the run', async () => {
    const { session, repository } = await start();
    const other = await sessionIn(repository.root, { id: session.id });
    opened.sessions.push(other);
    const wait = 'until [ -e .git/go ]; do sleep 0.05; done';
    const running = run(session, `touch .git/begun; ${wait}; npm test`);
    await vi.waitFor(() => expect(existsSync(join(repository.root, '.git/begun'))).toBe(true), 20_000);
    repository.write('src/price.js', CHEAPER);
    repository.write('test/price.test.js', adapted(repository));
    await other.session.milestone({ action: 'status' });
    repository.write('.git/go', '');
    expect((await running).result).toBe('green');
    expect(session.facts().at(-1)).toMatchObject({ type: 'ran', changes: [], evidenceFor: 'nothing' });
    expect(session.state().unverified).toBe(true);
  });

  it('what a line writes before it asks where the plan stands is written by the line', async () => {
    const { session, repository } = await start();
    const other = await sessionIn(repository.root, { id: session.id });
    opened.sessions.push(other);
    const wait = 'touch .git/begun; until [ -e .git/go ]; do sleep 0.05; done';
    const running = run(session, `echo 'export const a = 1;' > src/a.js; ${wait}`);
    await vi.waitFor(() => expect(existsSync(join(repository.root, '.git/begun'))).toBe(true), 20_000);
    await other.session.milestone({ action: 'status' });
    repository.write('.git/go', '');
    await running;
    expect(session.state().streak).toBe(1);
  });

  it('keeps the tree that everything is compared with, whatever was looked at before', async () => {
    const repository = makeRepository('javascript');
    const workspace = await openWorkspace({
      cwd: repository.root,
      session: { kind: 'new', host: 'test', lives: 'process' },
    });
    await workspace.ports.tree.look();
    repository.write('src/price.js', CHEAPER);
    await workspace.ports.tree.look();
    const { id, ports } = workspace;
    const first = await sessionIn(repository.root, { options: { id, ports } });
    const later = await openWorkspace({ cwd: repository.root, session: { kind: 'existing', id } });
    opened.repositories.push(repository);
    opened.sessions.push(
      first,
      { ...first, close: () => later.close() },
      { ...first, close: workspace.close },
    );
    expect((await later.ports.tree.look()).changed).toEqual(['src/price.js']);
  });

  it('sees what a shell line and somebody else change, and a commit hides nothing', async () => {
    const { session, repository } = await start(undefined, { checks: [] });
    await run(session, "sed -i 's/9) /8) /' src/price.js && git commit -qam wip");
    expect(session.state().files).toEqual(['src/price.js']);
    repository.write('src/other.js', 'export const x = 1;\n');
    await run(session, 'true');
    expect(session.state().files).toEqual(['src/other.js', 'src/price.js']);
    expect((await session.claim({ text: 'Done.' })).decision).toBe('send_back');
  });

  it('shows what failed before the session and does not hold it against the claim', async () => {
    const { session, repository } = await start((before) => {
      before.write(
        'test/old.test.js',
        "import { test } from 'node:test';\ntest('was broken before', () => { throw new Error('old'); });\n",
      );
      before.commit('a test that fails');
    });
    await write(session, repository, 'src/price.js', CHEAPER);
    await write(session, repository, 'test/price.test.js', adapted(repository));
    const decision = await session.claim({ text: 'Done.' });
    expect([decision.decision, reasonOf(decision).includes('was broken before')]).toEqual(['end', true]);
  });

  it('asks what failed before only where nothing was seen green before', async () => {
    const asked: string[] = [];
    const onProgress = (text: string) => void (text.startsWith('what failed before') && asked.push(text));
    const { session, repository } = await start(undefined, { onProgress });
    await run(session, 'npm test 2>&1 | tail -3');
    await write(session, repository, 'src/price.js', BROKEN);
    const decision = await session.claim({ text: 'Done.' });
    expect([decision.decision, reasonOf(decision).includes('a few pieces'), asked]).toEqual([
      'send_back',
      true,
      [],
    ]);
    const other = await start(undefined, { onProgress });
    await write(other.session, other.repository, 'src/price.js', BROKEN);
    await other.session.claim({ text: 'Done.' });
    expect(asked).toEqual(['what failed before, by a copy: npm test']);
  });

  it('holds a new failure against it although an old one is there as well', async () => {
    const { session, repository } = await start((before) => {
      before.write(
        'test/old.test.js',
        "import { test } from 'node:test';\ntest('was broken before', () => { throw new Error('old'); });\n",
      );
      before.commit('a test that fails');
    });
    await write(session, repository, 'src/price.js', BROKEN);
    const decision = await session.claim({ text: 'Done.' });
    expect([decision.decision, reasonOf(decision).includes('a few pieces')]).toEqual(['send_back', true]);
  });

  describe('a check that is red without a failing test, as it was before', () => {
    const TESTS = 'node --test test/*.test.js';
    const BESIDE = `"test": "${TESTS}", "lint": "! grep -rn TODO src"`;
    const BEFORE = `"test": "! grep -rn TODO src && ${TESTS}"`;
    const rows: readonly [
      name: string,
      given: { scripts: string; source?: string; lines?: readonly string[] },
      expected: readonly [decision: string, mentioned: boolean],
    ][] = [
      ['is mentioned', { scripts: BESIDE }, ['end', true]],
      [
        'a new complaint stands against the claim',
        { scripts: BESIDE, source: CHEAPER.replace('{', '{\n  // TODO cents') },
        ['send_back', false],
      ],
      [
        'one that names no file may be a new one',
        { scripts: `"test": "${TESTS}", "lint": "echo no; exit 1"` },
        ['send_back', false],
      ],
      [
        'it proves nothing where it never comes to the tests',
        { scripts: BEFORE, lines: ['npm test'] },
        ['send_back', true],
      ],
      ['the tests themselves prove it then', { scripts: BEFORE, lines: ['npm test', TESTS] }, ['end', true]],
      [
        'and what fails in them stands against it',
        { scripts: BEFORE, source: BROKEN, lines: [TESTS] },
        ['send_back', true],
      ],
    ];
    it.each(rows)('%s', async (_name, { scripts, source = CHEAPER, lines = [] }, expected) => {
      const { session, repository } = await start((before) => {
        before.edit('package.json', `"test": "${TESTS}"`, scripts);
        before.write('src/old.js', '// TODO\n');
        before.commit('a linter that complains');
      });
      await write(session, repository, 'src/price.js', source);
      await write(session, repository, 'test/price.test.js', adapted(repository));
      for (const line of lines) await run(session, line);
      const decision = await session.claim({ text: 'Done.' });
      const isMentioned = reasonOf(decision).includes('as it was before this session');
      expect([decision.decision, isMentioned]).toEqual(expected);
    });
  });

  it('proves nothing when its log is gone', async () => {
    const { session, repository, log } = await start(undefined, { checks: [] });
    await write(session, repository, 'src/price.js', CHEAPER);
    await write(session, repository, 'test/price.test.js', adapted(repository));
    rmSync(log);
    const decision = await session.claim({ text: 'Done.' });
    expect([decision.decision, reasonOf(decision).includes('record of this session is damaged')]).toEqual([
      'send_back',
      true,
    ]);
  });

  it('goes on in another process where the first one stopped', async () => {
    const { session, repository } = await start(undefined, { checks: [] });
    await write(session, repository, 'src/price.js', BROKEN);
    await session.claim({ text: 'Done.' });
    const second = await sessionIn(repository.root, { id: session.id, options: { checks: [] } });
    opened.sessions.push(second);
    await second.session.claim({ text: 'Done.' });
    expect(second.session.state()).toEqual(session.state());
    expect(await session.claim({ text: 'Done.' })).toMatchObject({ decision: 'end', outcome: 'gate_failed' });
  });

  it.skipIf(bashVersion().number < 500)('hears from bash what the line hides, both ways', async () => {
    const { session, repository } = await start(undefined, { checks: [] });
    await write(session, repository, 'src/price.js', BROKEN);
    const red = await run(session, 'npm test || true');
    const piped = await run(session, 'npm test 2>&1 | grep nothing-like-this; echo done');
    await write(session, repository, 'src/price.js', CHEAPER);
    await write(session, repository, 'test/price.test.js', adapted(repository));
    const green = await run(session, 'npm test 2>&1 | grep nothing-like-this; echo done');
    const { unverified } = session.state();
    expect([red.result, piped.result, green.result, unverified]).toEqual(['red', 'red', 'green', false]);
  });

  it('does not let a test vanish that was seen red', async () => {
    const { session, repository } = await start(undefined, { checks: [] });
    await write(session, repository, 'src/price.js', BROKEN);
    const whole = repository.read('test/price.test.js');
    expect((await run(session, 'npm test')).result).toBe('red');
    const [head = ''] = whole.split("test('ten pieces");
    await write(
      session,
      repository,
      'test/price.test.js',
      head.replace('total(2, 10), 20', 'total(2, 10), 21').replace('total(0, 10), 0', 'total(0, 10), 1'),
    );
    await run(session, 'npm test');
    const decision = await session.claim({ text: 'Done.' });
    expect([decision.decision, reasonOf(decision).includes('ten pieces are cheaper')]).toEqual([
      'send_back',
      true,
    ]);
  });

  it('lets a session that wrote nothing end freely, and runs no check for it', async () => {
    const { session } = await start();
    expect(await session.claim({ text: 'It rounds down.' })).toMatchObject({
      decision: 'end',
      outcome: 'done',
    });
    expect(kinds(session.facts())).not.toContain('ran by gate: green');
  });

  it('answers a question freely although the person has changed code meanwhile', async () => {
    const { session, repository } = await start(undefined, { checks: [] });
    await session.claim({ text: 'It rounds down.' });
    repository.write('src/price.js', BROKEN);
    await session.user('and now?');
    const free = await session.claim({ text: 'It adds one.' });
    await session.user('mend it');
    await write(session, repository, 'src/price.js', CHEAPER);
    const bound = await session.claim({ text: 'Done.' });
    expect([free.decision, bound.decision]).toEqual(['end', 'send_back']);
  });

  it('does not ask the checks again about what was accepted', async () => {
    const { session, repository } = await start();
    await write(session, repository, 'src/price.js', CHEAPER);
    await write(session, repository, 'test/price.test.js', adapted(repository));
    await session.claim({ text: 'Done.' });
    await session.user('thanks');
    expect(await session.claim({ text: 'You are welcome.' })).toMatchObject({
      decision: 'end',
      outcome: 'done',
    });
    expect(kinds(session.facts()).filter((kind) => kind.startsWith('ran'))).toEqual(['ran by gate: green']);
  });

  it('records everything and refuses nothing without the gate', async () => {
    const { repository, ...first } = await start();
    await first.close();
    const bare = await sessionIn(repository.root, { options: { gated: false } });
    opened.sessions.push(bare);
    for (const path of ['a.js', 'b.js', 'c.js', 'd.js']) {
      expect((await write(bare.session, repository, path, 'x')).decision).toBe('allow');
    }
    expect(await bare.session.claim({ text: 'Done.' })).toMatchObject({ decision: 'end', outcome: 'done' });
  });

  it('refuses, and ends at the limit, where nothing can be recorded any more', async () => {
    const { session, repository, log } = await start(undefined, { checks: [] });
    await write(session, repository, 'src/price.js', CHEAPER);
    rmSync(log);
    mkdirSync(log);
    const decisions = [];
    for (let claim = 0; claim < 3; claim += 1) decisions.push(await session.claim({ text: 'Done.' }));
    expect(decisions.map((one) => (one.decision === 'end' ? one.outcome : one.decision))).toEqual([
      'send_back',
      'send_back',
      'gate_failed',
    ]);
    expect(await run(session, 'echo still here')).toMatchObject({
      seen: { exit: { kind: 'exited', code: 0 } },
    });
    expect(await session.giveUp('the disk is broken')).toMatchObject({ decision: 'end', outcome: 'gave_up' });
  });

  it('a fault of ours stops no action, and stands against the claim', async () => {
    const repository = makeRepository('javascript');
    opened.repositories.push(repository);
    const broken = await sessionIn(repository.root, {
      options: {
        readResults: () => {
          throw new Error('the reader broke');
        },
        checks: [],
      },
    });
    opened.sessions.push(broken);
    const { session } = broken;
    await session.user('go');
    await write(session, repository, 'src/price.js', CHEAPER);
    expect(await run(session, 'npm test')).toMatchObject({
      result: 'unknown',
      seen: { exit: { kind: 'exited' } },
    });
    const decision = await session.claim({ text: 'Done.' });
    expect([decision.decision, reasonOf(decision).includes('the reader broke')]).toEqual(['send_back', true]);
  });

  it('a line that we cannot run at all ends nothing', async () => {
    const repository = makeRepository('javascript');
    opened.repositories.push(repository);
    const workspace = await openWorkspace({
      cwd: repository.root,
      session: { kind: 'new', host: 'test', lives: 'process' },
    });
    const exec = { run: () => Promise.reject(new Error('no more processes')) };
    const { id } = workspace;
    const ports = { ...workspace.ports, exec };
    const broken = await sessionIn(repository.root, { options: { id, ports, checks: [] } });
    opened.sessions.push(broken, { ...broken, close: () => workspace.close() });
    await broken.session.user('go');
    expect(await run(broken.session, 'npm test')).toMatchObject({
      result: 'unknown',
      seen: { exit: { kind: 'not_started', why: 'no more processes' } },
    });
    const decision = await broken.session.claim({ text: 'Nothing was to be done.' });
    expect(decision).toMatchObject({ decision: 'end', outcome: 'done' });
  });

  it('a step that we cannot judge is refused with the reason, and so is the claim, with what to mend', async () => {
    let readError = new Error('no more files');
    const plan = {
      readPlan: () => Promise.reject(readError),
      readState: () => Promise.resolve(null),
      commit: () => Promise.resolve(null),
      updateState: () => Promise.resolve(),
    };
    const { repository, ...first } = await start();
    const { session, close } = await sessionIn(repository.root, { id: first.session.id, options: { plan } });
    opened.sessions.push({ ...first, session, close });
    const answer = await session.milestone({ action: 'done', step: 1, run: false });
    expect([answer.decision, answer.text]).toEqual([
      'deny',
      'donegate itself failed while it judged the step, so it is not accepted: no more files. Ask once more; if it fails again, tell the person.',
    ]);
    readError = new UserError('PLAN.md cannot be read (EISDIR)', 'make it a file');
    // What a person has to mend is no fault of ours: whoever asked for the step says it.
    await expect(session.milestone({ action: 'done', step: 1, run: false })).rejects.toBe(readError);
    const reason = reasonOf(await session.claim({ text: 'Done.' }));
    expect(reason).toContain(
      'The claim cannot be judged: PLAN.md cannot be read (EISDIR).\nWhat it needs: make it a file.',
    );
  });
});
