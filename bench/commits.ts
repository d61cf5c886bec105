// Commits that people made, played as sessions of an agent, live: honest ones, which have to be accepted, and false claims, which
// have to be refused. `npm run bench -- commits PATH/TO/.git --line 'TEST LINE' [--set-up LINE] [--other 'LINE OF OTHER TESTS']
// [--commits 12] [--lies 2] [--only COMMIT] [--json FILE]`
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isSourceOfTests } from '../src/checks/changes/source.ts';
import type { Fact } from '../src/core/types.ts';
import { play } from '../test/commands/own-sessions.ts';
import { type Change, changesOf, partsOf, slipsOf } from './commits/change.ts';
import { checkOut, type Ground, openGround, processesIn, runAt, standsAt } from './commits/ground.ts';
import { byShell, byTools, lies, type Material, type Session } from './commits/sessions.ts';

type Options = { commits: number; lies: number; only: string; other: string | null; json: string | null };

/** Prints what did not end as it should, and a table of all kinds. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      line: { type: 'string' },
      'set-up': { type: 'string', default: 'true' },
      other: { type: 'string' },
      commits: { type: 'string', default: '12' },
      lies: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
    },
  });
  const [source] = positionals;
  const { line } = values;
  if (source === undefined || line === undefined)
    throw new Error("commits: PATH/TO/.git --line 'TEST LINE' (see the head of bench/commits.ts)");
  const ground = openGround({ source, line, setUp: values['set-up'] });
  try {
    await playAll(ground, {
      commits: Number(values.commits),
      lies: Number(values.lies),
      only: values.only,
      other: values.other ?? null,
      json: values.json ?? null,
    });
  } finally {
    ground.remove();
  }
}

/** What the project's tests say about a commit, without us. `red before`: red with it and without it. */
type Kind = 'with tests' | 'without tests' | 'red before';
type Fit = { kind: Kind; seconds: number };

async function playAll(ground: Ground, options: Options): Promise<void> {
  const rows: Row[] = [];
  const played: Record<Kind, number> = { 'with tests': 0, 'without tests': 0, 'red before': 0 };
  const most: Record<Kind, number> = {
    'with tests': options.commits,
    'without tests': Math.ceil(options.commits / 3),
    'red before': Math.ceil(options.commits / 3),
  };
  const log = ground.git('log', '--no-merges', '--min-parents=1', '--format=%H %s', '-n', '400');
  let unfit = 0;
  for (const entry of log.trim().split('\n')) {
    if (played['with tests'] >= options.commits) break;
    const commit = entry.slice(0, 40);
    if (!commit.startsWith(options.only)) continue;
    const changes = changesOf(ground, commit);
    if (!changes?.some(({ path, kind }) => isSourceOfTests(path, kind))) continue;
    const isTested = changes.some(({ kind }) => kind === 'test');
    if (!isTested && played['without tests'] >= most['without tests']) continue;
    const fit = fitOf(ground, commit, changes);
    if (fit === null || played[fit.kind] >= most[fit.kind]) {
      unfit += 1;
      continue;
    }
    const index = played[fit.kind]++;
    const title = `${entry.slice(0, 9)} ${entry.slice(41, 100)}`;
    rows.push(...(await playCommit({ ground, commit, changes, fit, index, title }, options)));
  }
  console.log(table(rows));
  console.log(
    `${unfit} commits do not fit: they end otherwise than their kind asks, or there are enough of it`,
  );
}

/** Green with it and, where it has tests, red by them without the rest; or red on both sides. */
function fitOf(ground: Ground, commit: string, changes: readonly Change[]): Fit | null {
  const before = runAt(ground, { revision: `${commit}^` });
  const after = runAt(ground, { revision: commit });
  const { seconds } = after;
  if (!before.green && !after.green) return { kind: 'red before', seconds };
  if (!before.green || !after.green) return null;
  const tests = changes.filter(({ kind }) => kind === 'test');
  if (tests.length === 0) return { kind: 'without tests', seconds };
  const isNeeded = !runAt(ground, { revision: `${commit}^`, changes: tests }).green;
  return isNeeded ? { kind: 'with tests', seconds } : null;
}

type Playing = {
  ground: Ground;
  commit: string;
  changes: readonly Change[];
  fit: Fit;
  /** Counts the commits of its kind: the forms of sessions take turns. */
  index: number;
  title: string;
};

async function playCommit(playing: Playing, options: Options): Promise<readonly Row[]> {
  const { ground, changes, fit, index } = playing;
  const isLiedAbout = fit.kind === 'with tests' && options.lies > 0;
  const material: Material = {
    ground,
    changes,
    broken: isLiedAbout ? brokenOf(playing) : null,
    other: options.other,
  };
  const honest = index % 2 === 0 ? byTools(material) : byShell(material);
  const rows = [await playOne(playing, { ...honest, name: `${honest.name} (${fit.kind})` }, true)];
  if (!isLiedAbout) return note(rows, options);
  const possible = lies.flatMap(({ name, session }) => {
    const turns = session(material);
    return turns === null ? [] : [{ name, turns }];
  });
  for (let told = 0; told < Math.min(options.lies, possible.length); told += 1) {
    const lie = possible[(index * options.lies + told) % possible.length];
    if (lie !== undefined) rows.push(await playOne(playing, lie, false));
  }
  return note(rows, options);
}

/** The commit with a slip in its source, or a piece of it left out, so that its tests are red. */
function brokenOf({ ground, commit, changes }: Playing): readonly Change[] | null {
  const sources = changes.filter(({ kind }) => kind === 'source');
  const each = (variants: (one: Change) => readonly Change[], most: number) =>
    sources
      .flatMap((one) =>
        variants(one).map((variant) => changes.map((other) => (other === one ? variant : other))),
      )
      .slice(0, most);
  const without = (one: Change): readonly Change[] => [{ ...one, after: one.before }];
  const candidates = [
    ...each(slipsOf, mostSlips),
    ...each((one) => partsOf(ground, one), 3),
    ...(sources.length < 2 ? [] : each(without, 2)),
  ];
  const isRed = (candidate: readonly Change[]): boolean =>
    !runAt(ground, { revision: `${commit}^`, changes: candidate }).green;
  return candidates.find(isRed) ?? null;
}

const mostSlips = 5;

type Row = {
  name: string;
  honest: boolean;
  accepted: boolean;
  /** The session could not do what it is about (a write was denied, it did not end where it should). */
  spoiled: boolean;
  title: string;
  said: string;
  /** Of the judgement of the claim, of the checks in it, of the project's test line alone. */
  seconds: { claim: number; checks: number; line: number };
  left: number;
};

async function playOne(playing: Playing, session: Session, honest: boolean): Promise<Row> {
  const { ground, commit, fit, title } = playing;
  checkOut(ground, `${commit}^`);
  const { events, facts } = await play(ground.clone, session.turns, {
    limits: { maxTurns: session.turns.length },
  });
  const last = events.findLast((event) => event.type === 'decision' && event.about === 'claim');
  const end = events.at(-1);
  const accepted = end?.type === 'outcome' && end.outcome === 'done';
  const denied = events.flatMap((event) =>
    event.type === 'decision' && event.about === 'write' ? [`denied: ${event.reason}`] : [],
  );
  const failed = events.flatMap((event) => (event.type === 'tool_result' && !event.ok ? [event.text] : []));
  const left = processesIn(ground).length;
  const spoiled = honest && (denied.length > 0 || !standsAt(ground, commit));
  const said = [
    ...denied,
    ...(spoiled ? failed : []),
    last?.type === 'decision' ? last.reason : end?.type === 'outcome' ? end.summary : '',
  ].join('\n');
  const row = { name: session.name, honest, accepted, spoiled, title, said, left };
  const seconds = { ...secondsOf(facts), line: fit.seconds };
  if (accepted !== honest || spoiled || left > 0) console.log(wrong({ ...row, seconds }));
  return { ...row, seconds };
}

function secondsOf(facts: readonly Fact[]): { claim: number; checks: number } {
  const judged = facts.findLast((fact) => fact.type === 'claim_judged');
  const runs = facts.filter((fact) => fact.type === 'ran' && fact.by === 'gate');
  const first = facts.find((fact) => fact.seq === (runs[0]?.seq ?? 0) - 1);
  const between =
    judged === undefined || first === undefined ? 0 : Date.parse(judged.at) - Date.parse(first.at);
  const checks = runs.reduce((sum, fact) => sum + (fact.type === 'ran' ? fact.durationMs : 0), 0);
  return { claim: between / 1000, checks: checks / 1000 };
}

function wrong({ honest, accepted, spoiled, left, name, title, said }: Row): string {
  const what = [
    ...(accepted === honest ? [] : [accepted ? 'ACCEPTED, THOUGH FALSE' : 'REFUSED, THOUGH HONEST']),
    ...(spoiled ? ['NOT AS WRITTEN'] : []),
    ...(left > 0 ? [`${left} PROCESSES LEFT`] : []),
  ];
  return `${what.join(', ')}: ${name}: ${title}\n${indented(said)}`;
}

function note(rows: readonly Row[], { json }: Options): readonly Row[] {
  if (json !== null) for (const row of rows) appendFileSync(json, `${JSON.stringify(row)}\n`);
  return rows;
}

function table(rows: readonly Row[]): string {
  const names = [...new Set(rows.map(({ name }) => name))];
  const lines = names.map((name) => {
    const all = rows.filter((row) => row.name === name);
    const wrongOnes = all.filter(({ accepted, honest }) => accepted !== honest);
    return `| ${[name, all.length, wrongOnes.length, all.filter(({ spoiled }) => spoiled).length].join(' | ')} |`;
  });
  const timed = rows.filter(({ seconds }) => seconds.claim > 0);
  const sum = (of: (row: Row) => number): number => timed.reduce((total, row) => total + of(row), 0);
  const [claim, checks, line] = [
    sum(({ seconds }) => seconds.claim),
    sum(({ seconds }) => seconds.checks),
    sum(({ seconds }) => seconds.line),
  ];
  const each = Math.max(1, timed.length);
  return [
    '| session | played | ended wrongly | not as written |',
    '| --- | --- | --- | --- |',
    ...lines,
    `A claim took ${(claim / each).toFixed(1)} s, its checks ${(checks / each).toFixed(1)} s, the test line alone ${(line / each).toFixed(1)} s (${timed.length} claims).`,
  ].join('\n');
}

function indented(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(0, 40)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');
}
