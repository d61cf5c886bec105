// What a person sees of each event, as rows: a name at the left and a text.
import { gate } from '../../core/feedback.ts';
import { placesOf } from '../../core/names.ts';
import type { Finding, RunResult, TestCounts } from '../../core/types.ts';
import type { AgentEvent, OutcomeEvent, RunEvent } from '../events.ts';

export type Style =
  | 'plain'
  | 'dim'
  | 'bold'
  | 'good'
  | 'bad'
  | 'doubtful'
  | 'tool'
  | 'agent'
  | 'harness'
  | 'verdict';

/** `name` null: the text belongs to the row above. `lines`: more are shortened. `apart`: an empty line stands before it. */
export type Row = {
  name: { text: string; style: Style } | null;
  text: string;
  style: Style;
  lines: number;
  apart: boolean;
};

/** Lines that are shown of what was said, of a program's output, of each thing that the harness says, and of what to do. */
export type Lengths = { said: number; output: number; verdict: number; fix: number };

/** The rows of one event; `tool` is the name of the tool that was called last. */
export function rowsOf(event: AgentEvent, tool: string, lengths: Lengths): readonly Row[] {
  switch (event.type) {
    case 'session_start':
      return [row(`session ${event.id}`, 'dim', 1)];
    case 'said':
      return [said(event, lengths)];
    case 'tool_call':
      return [named(`  ${event.name}`, 'tool', callText(event), 'plain', 3)];
    case 'tool_result':
      return result(event, tool, lengths);
    case 'run':
      return ran(event);
    case 'judged':
      return judged(event, lengths);
    case 'decision':
      return decided(event, lengths);
    case 'compacted':
      return [row(compactedText(event), 'dim', 1)];
    case 'trouble':
      return [named('trouble', 'doubtful', event.text, 'plain', 5)];
    case 'outcome':
      return ended(event, lengths);
  }
}

function row(text: string, style: Style, lines: number): Row {
  return { name: null, text, style, lines, apart: false };
}

function named(name: string, nameStyle: Style, text: string, style: Style, lines: number): Row {
  return { ...row(text, style, lines), name: { text: name, style: nameStyle } };
}

function said({ by, text }: Extract<AgentEvent, { type: 'said' }>, lengths: Lengths): Row {
  switch (by) {
    case 'person':
      return { ...named('you', 'bold', text, 'plain', lengths.said), apart: true };
    case 'model':
      return { ...named('agent', 'agent', text, 'plain', lengths.said), apart: true };
    case 'harness':
      return { ...named('donegate', 'harness', text, 'plain', lengths.verdict), apart: true };
  }
}

function callText({ name, input }: Extract<AgentEvent, { type: 'tool_call' }>): string {
  const given = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : []);
  const field = (key: string): string => {
    const value: unknown = given.get(key);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  if (name === 'bash') return field('command');
  if (name === 'milestone') return `${field('action')} ${field('step')}`.trim();
  if (name === 'give_up') return field('reason');
  return field('path') === '' ? (JSON.stringify(input) ?? '') : field('path');
}

function compactedText({ before, after, summarised }: Extract<AgentEvent, { type: 'compacted' }>): string {
  const how = summarised ? 'its own summary stands for the history' : 'old tool results were clipped';
  return `the context was nearly full: ${how} (${before} -> ${after} tokens)`;
}

function result(
  { ok, text }: Extract<AgentEvent, { type: 'tool_result' }>,
  tool: string,
  lengths: Lengths,
): readonly Row[] {
  switch (tool) {
    case 'bash':
      return lengths.output === 0 ? [] : [row(text, 'dim', lengths.output)];
    case 'milestone':
      return [row(text, 'dim', lengths.verdict)];
    case 'give_up':
      return [];
    default:
      return ok ? [] : [row(text, 'bad', 3)];
  }
}

const MARKS: Record<RunResult, { text: string; style: Style } | null> = {
  green: { text: '✓ green', style: 'good' },
  red: { text: '✗ red', style: 'bad' },
  masked: { text: '? masked', style: 'doubtful' },
  empty: { text: '? empty', style: 'doubtful' },
  unknown: { text: '? unknown', style: 'doubtful' },
  none: null,
};

function ran(event: RunEvent): readonly Row[] {
  const mark = MARKS[event.result];
  if (mark === null) return [];
  const exit = event.exit === null ? 'no exit status' : `exit ${event.exit}`;
  const hidden = event.exit === 0 ? event.commands.find((command) => (command.exit ?? 0) !== 0) : undefined;
  const seen = hidden === undefined ? '' : `but \`${hidden.text}\` ended with ${hidden.exit}`;
  const counts = event.tests === null ? '' : countsText(event.tests);
  const why = ['masked', 'empty', 'unknown'].includes(event.result) ? event.why : '';
  const detail = [exit, seen, counts, why].filter((part) => part !== '').join(', ');
  const verdict = row(`${mark.text} (${detail})`, mark.style, 2);
  return event.by === 'agent' ? [verdict] : [named('  check', 'harness', event.command, 'plain', 2), verdict];
}

function countsText({ passed, failed, skipped }: TestCounts): string {
  const parts = [
    passed > 0 || failed === 0 ? `${passed} passed` : '',
    failed > 0 ? `${failed} failed` : '',
    skipped > 0 ? `${skipped} skipped` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function judged(
  { accepted, findings }: Extract<AgentEvent, { type: 'judged' }>,
  lengths: Lengths,
): readonly Row[] {
  const shown = findings.filter(
    (finding) => accepted || (finding.level === 'block' && !saysItAgain(finding, findings)),
  );
  const rows = shown.flatMap((finding) => [
    row(
      `• ${headOf(finding.message)}${unsaidPlaces(finding)}`,
      finding.level === 'block' ? 'bad' : 'doubtful',
      lengths.verdict,
    ),
    ...(finding.fix === null || lengths.fix === 0 ? [] : [row(`  → ${finding.fix}`, 'dim', lengths.fix)]),
  ]);
  if (accepted) return rows;
  const count = shown.length === 1 ? 'one thing stands' : `${shown.length} things stand`;
  return [named('donegate', 'harness', `✗ NOT DONE: ${count} against it`, 'verdict', 1), ...rows];
}

/** Where a check is red, the run rule has nothing to add for somebody who has just seen it. */
function saysItAgain({ check, says }: Finding, findings: readonly Finding[]): boolean {
  const isRed = (other: Finding): boolean =>
    other.check === 'command' && other.level === 'block' && other.says === 'refuted';
  return check === 'run-rule' && says === 'refuted' && findings.some(isRed);
}

/** A message up to the output that it quotes, which was shown when it came. */
function headOf(message: string): string {
  return (message.split(/\n\s*\n|\n`{3}/)[0] ?? '').replaceAll('\n', '\n  ');
}

function unsaidPlaces({ evidence, message }: Finding): string {
  const unsaid = placesOf(evidence)
    .filter((place) => !message.includes(place))
    .slice(0, 5);
  return unsaid.length === 0 ? '' : ` (${unsaid.join(', ')})`;
}

function decided(
  { about, decision, reason }: Extract<AgentEvent, { type: 'decision' }>,
  lengths: Lengths,
): readonly Row[] {
  if (decision === 'deny') {
    const head = named('donegate', 'harness', '✗ REFUSED', 'verdict', 1);
    return [head, row(reason, 'bad', lengths.verdict)];
  }
  if (decision === 'allow' && about === 'milestone') {
    return [named('donegate', 'harness', `✓ ${reason}`, 'good', lengths.verdict)];
  }
  return [];
}

function ended(event: OutcomeEvent, lengths: Lengths): readonly Row[] {
  const isDone = event.outcome === 'done';
  const isJudged = event.summary !== gate.notGated;
  const style = !isDone ? 'bad' : isJudged ? 'good' : 'doubtful';
  const tokens = event.tokens.input + event.tokens.output;
  const counts = [
    `${event.turns} ${event.turns === 1 ? 'answer' : 'answers'} of the model`,
    tokens === 0 ? '' : `${tokens} tokens`,
    event.gateFailures === 0
      ? ''
      : `${event.gateFailures} false ${event.gateFailures === 1 ? 'claim' : 'claims'} refused`,
  ].filter((part) => part !== '');
  const mark = !isDone ? '✗' : isJudged ? '✓' : '?';
  const head = `${mark} ${event.outcome.toUpperCase().replaceAll('_', ' ')} (${counts.join(', ')})`;
  const first: Row = { ...named('donegate', 'harness', head, style, 2), apart: true };
  return event.summary === '' ? [first] : [first, row(event.summary, 'plain', lengths.verdict)];
}
