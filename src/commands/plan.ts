import { stdin } from 'node:process';
import { harmless } from '../agent/view/layout.ts';
import { EXIT } from '../core/exit-status.ts';
import { changesOf } from '../core/plan/approval.ts';
import { gateScript } from '../core/plan/block.ts';
import { type Contract, contractOf, currentStep, type PlanFact } from '../core/plan/contract.ts';
import { parsePlan } from '../core/plan/parse.ts';
import { parseState, printState, rebuildState, type StateEntry } from '../core/plan/state.ts';
import { type Weakness, weaknesses } from '../core/plan/strength.ts';
import { readCommand } from '../core/shell/reading.ts';
import { UserError } from '../core/user-error.ts';
import { systemClock } from '../io/clock.ts';
import { openFactLog } from '../io/fact-log.ts';
import { mayBeOldBash } from '../io/old-bash.ts';
import { openPlanStore, STATE_FILE } from '../io/plan-store.ts';
import { factsPath, sessionDirectory } from '../io/sessions.ts';
import { type Attached, attachedSession, sessionsIn } from './attached-session.ts';
import { endedBySignals } from './milestone.ts';
import { givenPlan, planFile } from './plan-file.ts';
import { type Colors, colorsFor, isAgreed, print } from './terminal.ts';

export type PlanOptions = {
  action: 'lint' | 'show' | 'approve';
  /** As given, relative to `cwd`; null: the session's, or as configured. */
  plan: string | null;
  json: boolean;
  /** Approve without a terminal. */
  yes: boolean;
  /** Write the state file anew from the logs of this working tree's sessions. */
  rebuild: boolean;
  cwd: string;
  color: boolean;
};

/** The plan here, and the session that it binds (if one is live). */
type Here = { file: string; text: string; contract: Contract; attached: Attached };

/** `donegate plan`. Status 1: the plan has errors, or gate commands that show nothing. */
export async function plan(options: PlanOptions): Promise<number> {
  if (options.yes && options.action !== 'approve')
    throw new UserError('--yes goes with approve', 'donegate plan approve --yes');
  if (options.action === 'approve' && !options.yes && stdin.isTTY !== true)
    throw new UserError(
      "approving a plan is a person's word, and there is no terminal here",
      'type it in a terminal, or add --yes in a script of your own',
    );
  if (options.plan !== null) givenPlan(options.cwd, options.plan);
  const interruption = endedBySignals();
  const attached = await attachedSession({ cwd: options.cwd, plan: options.plan });
  try {
    if (options.rebuild) await rebuild(options, attached);
    const here = await planHere(options, attached);
    switch (options.action) {
      case 'lint':
        return await lint(here, options);
      case 'show':
        return await show(here, options);
      case 'approve':
        return await approve(here, options);
    }
  } finally {
    interruption.end();
    await attached.workspace.close();
  }
}

async function planHere({ cwd, plan: given }: PlanOptions, attached: Attached): Promise<Here> {
  const { workspace, session, isLive } = attached;
  const { file } = planFile(workspace, { cwd, plan: given });
  const store = openPlanStore({ root: workspace.root, plan: file });
  const text = await store.readPlan();
  if (text === null)
    throw new UserError(
      `there is no plan ${file} in ${workspace.root}`,
      'write one, or name it with --plan FILE',
    );
  const read = parseState(await store.readState());
  if (read.kind === 'wrong')
    throw new UserError(
      `${STATE_FILE} ${read.why}`,
      'mend it, or write it anew from the logs: donegate plan show --rebuild',
    );
  const entries = read.kind === 'none' ? [] : read.state.steps;
  const contract = contractHere(text, isLive ? planFacts(session.facts()) : [], entries, session.id);
  return { file, text, contract, attached };
}

function planFacts(facts: readonly { type: string }[]): readonly PlanFact[] {
  return (facts as readonly PlanFact[]).filter(
    ({ type }) => type === 'plan_seen' || type === 'step_done' || type === 'step_reset',
  );
}

/** What binds here: the session's contract with the plan as it stands now, or the plan alone. */
function contractHere(
  text: string,
  facts: readonly PlanFact[],
  entries: readonly StateEntry[],
  session: string,
): Contract {
  const seq = (facts.at(-1)?.seq ?? 0) + 1;
  const seen: PlanFact = { seq, at: '', type: 'plan_seen', text, by: facts.length === 0 ? 'start' : 'agent' };
  const contract = contractOf({ facts: [...facts, seen], entries, session });
  return contract ?? { steps: [], agreed: [], errors: [], doubts: [] };
}

/** Weaknesses that are no mistake in a plan that is still to be built. */
const NOTES: ReadonlySet<Weakness['kind']> = new Set(['no-such-path', 'same-gate']);

async function lint({ file, text, attached }: Here, { json, color }: PlanOptions): Promise<number> {
  const parsed = parsePlan(text);
  const { project } = attached.workspace.ports;
  const read = (line: string) => readCommand(line, { project, oldBash: mayBeOldBash() });
  const weak = weaknesses({ plan: parsed, read, project });
  const isFine = parsed.errors.length === 0 && weak.every(({ kind }) => NOTES.has(kind));
  if (json) {
    await print(
      `${JSON.stringify({ plan: file, steps: parsed.steps.length, errors: parsed.errors, weak })}\n`,
    );
  } else {
    const colors = colorsFor({ color });
    const rows = [
      ...parsed.errors.map(({ line, message }) => ({ line, mark: colors.red('error'), text: message })),
      ...weak.map(({ line, message, kind }) => ({
        line,
        mark: NOTES.has(kind) ? colors.dim('note ') : colors.yellow('weak '),
        text: message,
      })),
    ].sort((a, b) => a.line - b.line);
    for (const row of rows) await print(`${file}:${row.line}: ${row.mark} ${harmless(row.text)}\n`);
    const gates = parsed.steps.reduce((count, step) => count + step.gates.length, 0);
    await print(`${file}: ${parsed.steps.length} steps, ${gates} gate commands${isFine ? ', fine' : ''}\n`);
  }
  return isFine ? EXIT.proven : EXIT.notProven;
}

async function show({ file, contract }: Here, { json, color }: PlanOptions): Promise<number> {
  const current = currentStep(contract)?.step ?? null;
  if (json) {
    await print(`${JSON.stringify({ plan: file, current, ...contract, agreed: undefined })}\n`);
    return EXIT.proven;
  }
  const colors = colorsFor({ color });
  for (const step of contract.steps) {
    const mark = step.done ? colors.green('done') : step.step === current ? colors.bold('now ') : 'open';
    await print(`${mark}  Step ${step.step} — ${harmless(step.title)}\n`);
    if (step.reopened !== null) await print(`      open again: ${harmless(step.reopened)}\n`);
    if (!step.inPlan)
      await print(`      ${colors.yellow('its section was taken out of the plan; it still binds')}\n`);
    for (const gate of step.gates) {
      const note = gate.line === null ? colors.yellow('  (taken out of the plan; it still binds)') : '';
      await print(`      ${harmless(gateScript(gate)).replaceAll('\n', '\n      ')}${note}\n`);
    }
  }
  for (const { line, message } of contract.errors)
    await print(`${colors.red('error')} ${file}:${line}: ${harmless(message)}\n`);
  for (const doubt of contract.doubts) await print(`${colors.yellow('doubt')} ${harmless(doubt)}\n`);
  return EXIT.proven;
}

/** A log that is damaged says nothing that could be believed. */
async function rebuild({ cwd, plan: given }: PlanOptions, { workspace }: Attached): Promise<void> {
  const { sessions } = await sessionsIn(cwd);
  const logs = sessions.toReversed().flatMap(({ session }) => {
    const path = factsPath(sessionDirectory(workspace.stateDirectory, session));
    const log = openFactLog({ path, mode: 'existing', clock: systemClock });
    return log.damage() === null ? [{ session, facts: log.facts() }] : [];
  });
  const { file } = planFile(workspace, { cwd, plan: given });
  const state = rebuildState(file, logs);
  await openPlanStore({ root: workspace.root, plan: file }).updateState(() => printState(state));
}

/** Makes the plan as it is now the contract of the live session. */
async function approve({ file, text, contract, attached }: Here, options: PlanOptions): Promise<number> {
  const { workspace, isLive } = attached;
  const parsed = parsePlan(text);
  const changes = changesOf(contract.agreed, parsed.steps);
  if (parsed.steps.length === 0) throw new UserError(`${file} has no steps, so there is nothing to approve`);
  const colors = colorsFor(options);
  if (!options.json) for (const change of changes) await print(changeText(change, colors));
  const isAsked = isLive && changes.length > 0 && !options.yes;
  if (isAsked && !(await isAgreed('Shall the plan bind as it stands?'))) {
    await print(options.json ? 'null\n' : 'Not approved: what was agreed before still binds.\n');
    return EXIT.notProven;
  }
  if (isLive) workspace.ports.log.append({ type: 'plan_seen', text, by: 'person' });
  if (options.json) {
    await print(`${JSON.stringify({ plan: file, session: isLive ? workspace.id : null, changes })}\n`);
    return EXIT.proven;
  }
  const whom = isLive
    ? `Approved: from now on ${file} as it stands binds session ${workspace.id}.`
    : `No session is live here. The next one takes ${file} as it stands.`;
  await print(`${whom}\n`);
  return EXIT.proven;
}

function changeText(change: ReturnType<typeof changesOf>[number], colors: Colors): string {
  const { step, title, added, taken, gone } = change;
  const head = `Step ${step} — ${harmless(title)}${gone ? colors.red('  (no longer asked)') : ''}\n`;
  return [
    head,
    ...taken.map((command) => colors.red(`  - ${harmless(command)}\n`)),
    ...added.map((command) => colors.green(`  + ${harmless(command)}\n`)),
  ].join('');
}
