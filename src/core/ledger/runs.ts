// What a run does to the ledger.

import { refusedArguments } from '../judge/launch.ts';
import { isNotStarted } from '../judge-run.ts';
import { covers, showsCover } from '../shell/scope.ts';
import { isTestScript } from '../test-script.ts';
import type { Fact, JudgedCommand } from '../types.ts';
import { applyChanges, watchReach } from './changes.ts';
import { isSameCommand } from './same-command.ts';
import type { Ledger, OpenRed, RunRecord } from './types.ts';

/** Folds a run in: its changes, the streak, the last run, what it says about the code state, and the tests that it saw red. */
export function recordRun(ledger: Ledger, fact: Extract<Fact, { type: 'ran' }>): void {
  const { seq, at: _, type: __, ...ran } = fact;
  applyChanges(ledger, seq, ran.changes);
  // Logs of earlier versions do not say it.
  for (const path of ran.madeByRun ?? []) ledger.madeByRuns.add(path);
  const authored = new Set(ran.authored);
  watchReach(
    ledger,
    ran.changes.filter((change) => authored.has(change.path)),
  );
  const state = ran.evidenceFor === 'tree-after' ? ledger.state : null;
  const run: RunRecord = { seq, turn: ledger.turn, ran, state };
  ledger.turnRuns.push(run);
  closeOpened(ledger, ran.command);
  recordStreak(ledger, run);
  for (const test of ran.preexisting) {
    ledger.preexisting.add(test);
    ledger.seenRed.delete(test);
  }
  if (ran.judged.result !== 'none') {
    ledger.lastRun = run;
    if (ledger.lastTelling === null || isTelling(run)) ledger.lastTelling = run;
  }
  recordReach(ledger, run);
  if (state === null) return;
  recordSeenRed(ledger, run);
  if (ledger.code.size > 0) recordStanding(ledger, run);
  else recordBefore(ledger, run);
}

function recordBefore(ledger: Ledger, { ran }: RunRecord): void {
  for (const command of ran.judged.commands)
    if (command.result === 'green' && !ledger.greenBefore.some((known) => isSameCommand(known, command)))
      ledger.greenBefore.push(command);
}

function isTelling({ ran }: RunRecord): boolean {
  return ran.judged.result !== 'green' || ran.judged.commands.some(mayClear);
}

function mayClear({ clears }: JudgedCommand): boolean {
  return clears === 'code' || clears === 'named';
}

function closeOpened(ledger: Ledger, command: string): void {
  for (const [id, opened] of ledger.opened) {
    if (opened !== command) continue;
    ledger.opened.delete(id);
    return;
  }
}

/** Something was executed (or a compiler, linter or type checker ran): the streak ends, unless the line wrote afterwards. */
function recordStreak(ledger: Ledger, run: RunRecord): void {
  const executed = run.ran.judged.commands.some(mayHaveRun);
  if (executed) ledger.streak.clear();
  if (!executed || run.state === null) for (const path of run.ran.authored) ledger.streak.add(path);
}

function mayHaveRun(command: JudgedCommand): boolean {
  return command.result !== 'none' && !isNotStarted(command);
}

function recordReach(ledger: Ledger, { ran }: RunRecord): void {
  if (ran.opened === null || ran.judged.result === 'none') return;
  const changed = new Set(ran.changes.map((change) => change.path));
  const opened = new Set(ran.opened);
  for (const path of ledger.unopened.keys()) {
    if (opened.has(path)) ledger.unopened.delete(path);
    else if (!changed.has(path)) ledger.unopened.set(path, { measured: true });
  }
}

function recordSeenRed(ledger: Ledger, { ran, seq }: RunRecord): void {
  if (ran.judged.result !== 'red') return;
  const { program = null } = ran.judged.commands.find((command) => command.class === 'test') ?? {};
  for (const test of ran.judged.failing) {
    if (!ledger.preexisting.has(test))
      ledger.seenRed.set(test, { test, program, command: ran.command, fact: seq });
  }
}

function recordStanding(ledger: Ledger, run: RunRecord): void {
  const before = ledger.standings.get(ledger.state) ?? { greens: [], reds: [] };
  let { greens, reds } = before;
  const { commands } = run.ran.judged;
  // What it complains of is older: neither it nor the same command before has revoked anything.
  if (run.ran.wasRed) reds = reds.filter((red) => !commands.some((one) => isSameCommand(one, red.command)));
  for (const command of commands) {
    if (command.result === 'green' && run.ran.judged.result !== 'red') {
      reds = reds.filter((red) => !answers(run, command, red));
      if (clearsFlag(ledger, command))
        greens = [...greens.filter((green) => !isSameCommand(green, command)), command];
    } else if (command.result === 'red' && !run.ran.wasRed && revokes(run, command, greens)) {
      reds = [...reds.filter((red) => !isSameCommand(red.command, command)), { run, command }];
    }
  }
  if (standsApartFromOld(ledger, run))
    greens = [...greens, ...run.ran.judged.commands.filter((c) => c.class === 'test')];
  reds = reds.filter((red) => !isOnlyOld(ledger, red));
  ledger.standings.set(ledger.state, { greens, reds });
  if (greens.length > 0 && reds.length === 0) {
    ledger.sinceVerified.clear();
    ledger.fault = null;
  } else if (before.greens.length > 0 && before.reds.length === 0) {
    for (const [path, { kind }] of ledger.code) ledger.sinceVerified.set(path, { content: undefined, kind });
  }
}

/** The same command or a wider one; of what is no test, any green test has the later and the stronger word. */
function answers(run: RunRecord, command: JudgedCommand, red: OpenRed): boolean {
  const isTest = red.command.class === 'test' || isTestScript(red.command);
  if (!isTest && command.class === 'test' && command.clears === 'code') return true;
  return covers(command, red.command) || showsWider(run, command, red);
}

/** The output of a task showed that it ran what the red command had chosen. */
function showsWider({ ran }: RunRecord, command: JudgedCommand, red: OpenRed): boolean {
  const programs = ran.judged.commands.filter((one) => one !== command).map(({ program }) => program);
  const seen = { output: ran.output, tests: ran.judged.tests, programs };
  return showsCover([command, seen], [red.command, { tests: red.run.ran.judged.tests }]);
}

function clearsFlag(ledger: Ledger, command: JudgedCommand): boolean {
  if (command.clears === 'code') return true;
  const files = [...ledger.sinceVerified];
  // `awk -f a.awk x.csv`: it ran just that.
  if (command.clears === 'named')
    return files.every(([path, { kind }]) => kind === 'config' || command.scope.includes(path));
  if (files.length === 0 || !files.every(([, { kind }]) => kind === 'config')) return false;
  // `python -c "yaml.safe_load(open('ci.yml'))"`: what names all of the changed files has looked at them.
  return command.clears === 'configuration' || files.every(([path]) => command.text.includes(path));
}

/**
 * A red test revokes; so does a red run of the command whose green cleared the flag. Other red runs were explorations, and so
 * was a test command that ran no test at all (a name that does not exist, a usage error). A script of tests that an
 * interpreter starts is a test once it shows failed ones: before, it may have been started in the wrong way.
 */
function revokes({ ran }: RunRecord, command: JudgedCommand, greens: readonly JudgedCommand[]): boolean {
  if (greens.some((green) => isSameCommand(green, command))) return true;
  const { tests } = ran.judged;
  const ranNothing =
    tests === null ? refusedArguments(ran.output) : tests.passed + tests.failed + tests.skipped === 0;
  if (isTestScript(command)) return (tests?.failed ?? 0) > 0;
  return command.class === 'test' && !ranNothing;
}

/** All that failed had failed at the baseline, nothing was left out because of it, and something passed. */
function standsApartFromOld(ledger: Ledger, run: RunRecord): boolean {
  const { judged } = run.ran;
  if (judged.result !== 'red' || judged.stopped !== undefined || !onlyOld(ledger, judged)) return false;
  return (judged.tests?.passed ?? 0) > 0 || judged.passedUntold === true;
}

function isOnlyOld(ledger: Ledger, red: OpenRed): boolean {
  return onlyOld(ledger, red.run.ran.judged);
}

/** All that failed in it had failed at the baseline. */
export function onlyOld(ledger: Ledger, judged: RunRecord['ran']['judged']): boolean {
  return (
    judged.namesComplete &&
    judged.failing.length > 0 &&
    judged.failing.every((test) => ledger.preexisting.has(test))
  );
}
