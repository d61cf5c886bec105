// Every sentence about the plan that the model reads.
import { clip } from './clip.ts';
import { fileList, quotable } from './feedback.ts';

/** Most of a step's prose that a message quotes. */
const SCOPE_LENGTH = 2000;

/** A gate command and what it lacks; `lacks` null = green. */
export type Standing = { command: string; lacks: string | null; output: string | null };

export const lacks = {
  notRun: 'not run in this turn',
  red: (exit: number | null, why: string | null): string => {
    const status = exit === null ? 'red' : `red (exit ${exit})`;
    return why === null ? status : `${status}: ${why}`;
  },
  masked: (by: string): string => `masked by "${by}": its own status is not the line's`,
  stale: (files: readonly string[]): string =>
    files.length === 0 ? 'stale: the code changed since' : `stale: ${fileList(files)} changed since`,
  empty: (why: string | null): string => `empty: 0 tests ran${why === null ? '' : ` (${why})`}`,
  unknown: (why: string): string => `not known how it ended: ${why}`,
  moved: (files: readonly string[]): string =>
    files.length === 0
      ? 'no evidence: it ran on another state of the tree than the one that stands; run it again by itself'
      : `no evidence: ${fileList(files)} changed while it ran; run it again`,
  disarmed: (how: string): string => `disarmed by \`${how}\`: it could not fail`,
  noShell: 'no valid shell: it can never be green; the person has to mend and approve the plan',
};

export const plan = {
  none: 'There is no plan: no PLAN.md was found, so there are no steps.',
  wrongState: (why: string): string =>
    `.donegate/plan-state.json ${why}. Nothing is taken as done or written until a person has mended or removed it.`,
  unknownStep: (step: number, known: readonly number[]): string =>
    `There is no Step ${step}. The plan has ${known.length === 0 ? 'no steps' : `the steps ${known.join(', ')}`}.`,
  isDone: (step: Titled): string => `${titled(step)} is done already.`,
  earlierFirst: (step: Titled, open: readonly Titled[]): string =>
    `${titled(step)} cannot be accepted yet. Earlier steps must be done first: ${open.map(titled).join('; ')}.`,
  noGates: (step: Titled): string =>
    `${titled(step)} has no gate command, so nothing can show that it is done. Ask the person to add one to the plan.`,
  errors: (step: Titled, errors: readonly { line: number; message: string }[]): string =>
    `${titled(step)} cannot be accepted while its section of the plan has errors, for its gate commands are not all known: ${errors
      .map(({ line, message }) => `line ${line}: ${message}`)
      .join('; ')}.`,
  lacking(step: Titled, standings: readonly Standing[]): string {
    const open = standings.filter((standing) => standing.lacks !== null);
    const head = `${titled(step)} is not done: ${open.length} of its ${standings.length} gate commands ${open.length === 1 ? 'is' : 'are'} not green for the tree as it stands now.`;
    const end =
      'Run each as it stands here, from the root of the repository, then ask again. Do not change the gate commands, and do not delete, skip or weaken tests.';
    return [head, ...standings.map(spoken), end].join('\n');
  },
  accepted: (step: Titled, next: Titled | null): string =>
    `Accepted: ${titled(step)} is done. ${next === null ? 'All steps of the plan are done.' : `The next one is ${titled(next)}.`}`,
  reset: (step: Titled, later: readonly Titled[]): string =>
    `${titled(step)} is open again.${later.length === 0 ? '' : ` To be re-checked, though they stay done: ${later.map(titled).join('; ')}.`}`,
  wasOpen: (step: Titled): string => `${titled(step)} was not done, so it was open already.`,
  allDone: (steps: readonly Titled[]): string =>
    `All steps of the plan are done: ${steps.map(({ step }) => step).join(', ')}.`,
  status(given: StatusRequest): string {
    const { step, standings, done, errors, doubts } = given;
    return [
      titled(step),
      ...(step.reopened === null ? [] : [`It was accepted before and is open again: ${step.reopened}.`]),
      ...(step.inPlan ? [] : ['Its section was taken out of the plan; it still has to be done.']),
      ...(step.scope === '' ? [] : [clip(step.scope, SCOPE_LENGTH)]),
      standings.length === 0 ? 'It has no gate commands.' : 'Gate commands:',
      ...standings.map(spoken),
      done.length === 0 ? 'Done so far: none.' : `Done: ${done.map(titled).join('; ')}.`,
      ...errors.map(({ line, message }) => `The plan, line ${line}: ${message}.`),
      ...doubts,
    ].join('\n');
  },
  openSteps: (open: readonly Titled[]): string =>
    `The plan is not done. Open: ${open.map(titled).join('; ')}.`,
  openStepsFix: (step: Titled): string =>
    `Go on with ${titled(step)}; when its gate commands are green, call milestone(action="done", step=${step.step}).`,
};

export const reminder = {
  head: 'Where the work stands, from the record of what was written and run:',
  unverified: (files: readonly string[]): string => `Not proven by any run yet: ${fileList(files)}.`,
  lastRed: (command: string, output: string): string =>
    `The last run was red: \`${command}\`\n${quotable(output)}`,
};

export type Titled = { step: number; title: string };

export type StatusRequest = {
  step: Titled & { scope: string; reopened: string | null; inPlan: boolean };
  standings: readonly Standing[];
  done: readonly Titled[];
  errors: readonly { line: number; message: string }[];
  doubts: readonly string[];
};

function titled({ step, title }: Titled): string {
  return title === '' || title === `Step ${step}` ? `Step ${step}` : `Step ${step} — ${title}`;
}

function spoken({ command, lacks: lacking, output }: Standing): string {
  const said = lacking ?? 'green';
  const line = command.includes('\n') ? `- ${said}:\n${indented(command)}` : `- \`${command}\`: ${said}`;
  const text = output === null ? '' : quotable(output);
  return text === '' ? line : `${line}\n${indented(text)}`;
}

function indented(text: string): string {
  return `    ${text.replaceAll('\n', '\n    ')}`;
}
