// What ran between two announcements of a shell, and whose status came with the second.
import { type Flow, isJoint, isSilent, type Step, type When } from './steps.ts';

/** An announcement of the shell, its beginning or its end. */
export type Event = { kind: 'start' } | { kind: 'end' } | { kind: 'begins'; form: string | null };

export type Between = {
  /** The step whose statuses these are; null: it is not known whose. Alike steps are one. */
  setters: readonly Step[] | null;
  /** Steps before it that can only have ended 0, or the way would have been another one. */
  implied: readonly Step[];
  /** Silent steps that may have run besides, on the way from one to the other. */
  untold: readonly Step[];
  /** No way leads from the one to the other: something happened that is not in the script as we read it. */
  isLost: boolean;
};

type Given = {
  from: Event;
  /** Forms announced until the first, that one last. */
  before: readonly (string | null)[];
  to: Event;
  /** Those that came with the second; null = not to be believed. */
  statuses: readonly number[] | null;
};

/** Looks at all ways that lead from one announcement to the next one. */
export function between(flow: Flow, given: Given): Between {
  const { from, to, statuses } = given;
  const onward = reached(sources(flow, from), 'after');
  const back = reached(targets(flow, to), 'before');
  const silent = [...onward].filter((step) => back.has(step) && isSilent(step));
  const nothing = { implied: [], untold: silent, isLost: false };
  if (isInPipeline(flow, from, to)) return { ...nothing, setters: [] };
  const found = lastSteps(flow, given, onward, targets(flow, to));
  if (found.steps.length === 0) return { ...nothing, setters: [], isLost: !found.isNone };
  if (statuses === null && !found.isNone) {
    const implied = onlyAtZero(found.steps);
    if (implied === null) return { ...nothing, setters: null };
    return {
      setters: null,
      implied: [implied],
      untold: silent.filter((step) => step !== implied),
      isLost: false,
    };
  }
  if (statuses === null || found.isNone) return { ...nothing, setters: null };
  const fitting = found.steps.filter(({ step, when }) => fits(step, when, statuses));
  const setters = [...new Set(fitting.map(({ step }) => step))];
  if (setters.length === 0) return { ...nothing, setters: null, isLost: true };
  if (!areAlike(setters) || setters.some(({ isVague }) => isVague)) return { ...nothing, setters: null };
  const implied = setters.length === 1 ? impliedBy(flow, given, onward, setters) : [];
  const isTold = (step: Step) => (setters.includes(step) || implied.includes(step)) && !repeats(step);
  return { setters, implied, untold: silent.filter((step) => !isTold(step)), isLost: false };
}

/** The way on is open only where one step ended 0: in `a || b` nothing comes but the end of the line. */
function onlyAtZero(last: readonly Last[]): Step | null {
  const [first, ...others] = last;
  if (first === undefined || others.some(({ step }) => step !== first.step)) return null;
  const isOne = first.step.elements.length === 1 && !first.step.isVague && !repeats(first.step);
  return isOne && last.every(({ when }) => when === 'zero') ? first.step : null;
}

/** In `a && (b)` the second can only have run if the first ended 0. */
function impliedBy(
  flow: Flow,
  given: Given,
  onward: ReadonlySet<Step>,
  setters: readonly Step[],
): readonly Step[] {
  const implied: Step[] = [];
  let [now] = setters;
  while (now !== undefined && isSilent(now) && !repeats(now)) {
    const { steps, isNone } = lastSteps(flow, given, onward, [now]);
    const [before, ...others] = steps;
    now = undefined;
    if (before === undefined || others.length > 0 || isNone) break;
    if (before.when !== 'zero' || before.step.elements.length !== 1 || implied.includes(before.step)) break;
    now = before.step;
    implied.push(now);
  }
  return implied;
}

/** The second is a later element of the pipeline of the first. */
function isInPipeline(flow: Flow, from: Event, to: Event): boolean {
  if (from.kind !== 'begins' || to.kind !== 'begins') return false;
  return announcing(flow, from.form).some(({ announced }) =>
    announced.some(({ form }, at) => form === from.form && announced[at + 1]?.form === to.form),
  );
}

/** Steps that are over once the event is: the next thing is what comes after them. */
function sources(flow: Flow, from: Event): readonly Step[] {
  if (from.kind === 'start') return [flow.start];
  if (from.kind === 'end') return [];
  return announcing(flow, from.form).filter(({ announced }) => announced.at(-1)?.form === from.form);
}

/** Steps that begin with the event. */
function targets(flow: Flow, to: Event): readonly Step[] {
  if (to.kind === 'end') return [flow.end];
  if (to.kind === 'start') return [];
  return announcing(flow, to.form).filter(({ announced }) => announced[0]?.form === to.form);
}

function announcing(flow: Flow, form: string | null): readonly Step[] {
  return form === null ? [] : (flow.announcing.get(form) ?? []);
}

/** What is reached from steps without any announcement. */
function reached(steps: readonly Step[], way: 'before' | 'after'): ReadonlySet<Step> {
  const found = new Set<Step>();
  const open = [...steps];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    for (const { step: next } of step[way]) {
      if (found.has(next) || next.announced.length > 0) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}

type Last = { step: Step; when: When };

/** What may have been the last to set a status before some steps; `isNone`: perhaps nothing since the first announcement. */
function lastSteps(
  flow: Flow,
  { from, before }: Given,
  onward: ReadonlySet<Step>,
  next: readonly Step[],
): { steps: readonly Last[]; isNone: boolean } {
  const open = [...next];
  const seen = new Set(open);
  const steps: Last[] = [];
  let isNone = false;
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    for (const { step: last, when } of step.before) {
      if (last === flow.start) isNone ||= from.kind === 'start';
      else if (isJoint(last)) {
        if (!seen.has(last)) open.push(last);
        seen.add(last);
      } else if (isSilent(last)) {
        if (onward.has(last)) steps.push({ step: last, when });
      } else if (from.kind === 'begins' && wasAnnounced(last, before)) {
        if (last.elements.length === 0) isNone = true;
        else steps.push({ step: last, when });
      }
    }
  }
  return { steps, isNone };
}

/** The last announcements are those of the step. */
function wasAnnounced({ announced }: Step, before: readonly (string | null)[]): boolean {
  return announced.every(({ form }, at) => before.at(at - announced.length) === form);
}

/** The statuses can be those of the step, if it was left on this way. */
function fits({ elements }: Step, when: When, statuses: readonly number[]): boolean {
  if (elements.length !== statuses.length) return false;
  // Whether a failure before the last element counts depends on pipefail.
  if (when === 'zero') return statuses.at(-1) === 0;
  return when === 'any' || statuses.some((status) => status !== 0);
}

/** One step, or several that cannot be told apart: the same commands in the same places. */
function areAlike(steps: readonly Step[]): boolean {
  const shapes = new Set(steps.map(({ announced }) => JSON.stringify(announced)));
  return steps.length < 2 || (shapes.size === 1 && steps.every((step) => !isSilent(step)));
}

/** It can run again before anything is announced. */
function repeats(step: Step): boolean {
  return reached([step], 'after').has(step);
}
