// Each run of each command of a script, as far as the announcements of its shell tell.
import type { CommandNode } from '../../shell/parse.ts';
import { type Between, between, type Event } from './between.ts';
import { announcedForm } from './form.ts';
import { type Flow, isSilent, type Step } from './steps.ts';

/** What one shell said. */
export type Heard = {
  /** In order; `at`: place among the announcements of all shells. */
  records: readonly { text: string; statuses: readonly number[] | null; isTwice: boolean; at: number }[];
  /** Statuses that came with the first announcement. */
  first: readonly number[] | null;
  /** Its end was announced. */
  hasEnd: boolean;
  /** All that it announced has come through. */
  isWhole: boolean;
  /** It ended by itself, whether it has announced that or not. */
  isOver: boolean;
};

/** `status` null: not known. It ran between the announcements at `from` and `to`. `isLast`: nothing was announced after it but the end. */
export type Run = { status: number | null; from: number; to: number; isLast: boolean };

export type Runs = {
  /** Of the simple commands with this form. */
  ofForm(form: string): readonly Run[];
  /** Of one element of a pipeline (of a command alone), announced or not. */
  ofNode(node: CommandNode): readonly Run[];
  /** Nothing that was announced is missing. */
  isWhole: boolean;
  /** What is not among the runs did not run. */
  isComplete: boolean;
};

type Gathering = { flow: Flow; forms: Map<string, Run[]>; nodes: Map<CommandNode, Run[]> };

/** Joins what a shell said with the steps of its script. `mayTrap`: it may have traps, whose commands are announced as well. */
export function runsOf(flow: Flow, heard: Heard, mayTrap: boolean): Runs {
  const gathering: Gathering = { flow, forms: new Map(), nodes: new Map() };
  const look = remembered(flow);
  const events = withoutTraps(eventsOf(heard, mayTrap), look);
  const forms = events.map(({ event }) => (event.kind === 'begins' ? event.form : null));
  const told = new Set<number>();
  const length = flow.steps.reduce((most, { announced }) => Math.max(most, announced.length), 0);
  let isLost = false;
  events.slice(0, -1).forEach(({ event: from, statuses, at }, index) => {
    const next = events[index + 1];
    if (next === undefined) return;
    const before = forms.slice(Math.max(0, index + 1 - length), index + 1);
    const found = look({ from, before, to: next.event, statuses });
    noteTold(gathering, { found, statuses, events, index, told });
    const run: Run = { status: null, from: at, to: next.at, isLast: next.event.kind === 'end' };
    isLost ||= found.isLost;
    for (const step of found.isLost ? flow.steps.filter(isSilent) : found.untold)
      noteSilent(gathering, step, run);
  });
  events.forEach(({ event, at }, index) => {
    if (event.kind === 'begins' && !told.has(index)) noteUntold(gathering, event, at, events[index + 1]?.at);
  });
  const isExplained = forms.every(
    (form, index) => events[index]?.event.kind !== 'begins' || isKnown(flow, form),
  );
  if (!heard.isWhole || !heard.hasEnd) noteRest(gathering, heard, events);
  return {
    ofForm: (form) => gathering.forms.get(form) ?? [],
    ofNode: (node) => gathering.nodes.get(node) ?? [],
    isWhole: heard.isWhole,
    isComplete: isExplained && !isLost && heard.isWhole && heard.hasEnd,
  };
}

type Look = (given: Parameters<typeof between>[1]) => Between;

/** Loops announce the same things again and again. */
function remembered(flow: Flow): Look {
  const known = new Map<string, Between>();
  const ids = new Map<string | null, number>();
  const idOf = (form: string | null): number => {
    const id = ids.get(form) ?? ids.size;
    ids.set(form, id);
    return id;
  };
  const keyOf = (event: Event) => (event.kind === 'begins' ? idOf(event.form) : event.kind);
  return (given) => {
    const { from, before, to, statuses } = given;
    const key = `${keyOf(from)} ${before.map(idOf).join()} ${keyOf(to)} ${statuses?.join()}`;
    const found = known.get(key) ?? between(flow, given);
    known.set(key, found);
    return found;
  };
}

type Told = { event: Event; statuses: readonly number[] | null; at: number };

/** With each event the statuses of what ended after it. */
function eventsOf({ records, first, hasEnd }: Heard, mayTrap: boolean): readonly Told[] {
  const forms = new Map<string, string | null>();
  for (const { text } of records) if (!forms.has(text)) forms.set(text, announcedForm(text));
  return [
    { event: { kind: 'start' }, statuses: first, at: -1 },
    ...records.map(
      ({ text, statuses, isTwice, at }): Told => ({
        event: { kind: 'begins', form: forms.get(text) ?? null },
        statuses: isTwice && mayTrap ? null : statuses,
        at,
      }),
    ),
    ...(hasEnd ? [{ event: { kind: 'end' as const }, statuses: null, at: Number.POSITIVE_INFINITY }] : []),
  ];
}

/** Without what cannot have come again but for a trap, whose commands are announced as the one that it interrupts. */
function withoutTraps(events: readonly Told[], look: Look): readonly Told[] {
  return events.filter(({ event, statuses }, index) => {
    const before = events[index - 1]?.event;
    if (statuses !== null || event.kind !== 'begins' || before?.kind !== 'begins') return true;
    if (before.form !== event.form) return true;
    return !look({ from: before, before: [before.form], to: event, statuses: null }).isLost;
  });
}

function isKnown({ announcing }: Flow, form: string | null): boolean {
  return form !== null && announcing.has(form);
}

type Telling = {
  found: Between;
  statuses: readonly number[] | null;
  events: readonly Told[];
  index: number;
  /** Events whose status has been told. */
  told: Set<number>;
};

function noteTold(gathering: Gathering, telling: Telling): void {
  const { found, statuses } = telling;
  if (statuses !== null) noteStep(gathering, telling, found.setters ?? [], statuses);
  for (const step of found.implied) noteStep(gathering, telling, [step], [0]);
}

/** One run of one step; alike ones cannot be told apart. */
function noteStep(
  { forms, nodes }: Gathering,
  { events, index, told }: Telling,
  alike: readonly Step[],
  statuses: readonly number[],
): void {
  const [first] = alike;
  const next = events[index + 1];
  if (first === undefined || next === undefined) return;
  const begun = first.announced.length === 0 ? index : index + 1 - first.announced.length;
  const runAt = (position: number, event: number): Run => ({
    status: statuses[position] ?? null,
    from: events[event]?.at ?? -1,
    to: next.at,
    isLast: next.event.kind === 'end',
  });
  first.announced.forEach(({ form, position }, nth) => {
    told.add(begun + nth);
    push(forms, form, runAt(position, begun + nth));
  });
  for (const step of alike)
    step.elements.forEach((element, position) => {
      push(nodes, element, runAt(position, begun));
    });
}

function noteSilent({ nodes }: Gathering, step: Step, run: Run): void {
  for (const element of step.elements) push(nodes, element, run);
}

/** An announcement whose status is not known, and with it those of the other elements of its pipeline. */
function noteUntold(
  { flow, forms, nodes }: Gathering,
  { form }: Extract<Event, { kind: 'begins' }>,
  at: number,
  next: number | undefined,
): void {
  const run: Run = {
    status: null,
    from: at,
    to: next ?? Number.POSITIVE_INFINITY,
    isLast: next === undefined,
  };
  if (form !== null) push(forms, form, run);
  for (const step of (form === null ? null : flow.announcing.get(form)) ?? [])
    for (const element of step.elements) push(nodes, element, run);
}

/** What may have run after the last announcement that came through. */
function noteRest(gathering: Gathering, { isWhole }: Heard, events: readonly Told[]): void {
  const last = events.at(-1);
  if (last === undefined) return;
  const run: Run = { status: null, from: last.at, to: Number.POSITIVE_INFINITY, isLast: true };
  const { flow } = gathering;
  const rest = isWhole
    ? between(flow, { from: last.event, before: [], to: { kind: 'end' }, statuses: null }).untold
    : flow.steps.filter(isSilent);
  for (const step of rest) noteSilent(gathering, step, run);
}

function push<Key>(map: Map<Key, Run[]>, key: Key, run: Run): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [run]);
  else known.push(run);
}
