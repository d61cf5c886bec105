// What the product says to recorded sessions of real agents, replayed through the same session as `donegate replay`:
//   npm run bench -- sequences FOLDER [--details] [--check COMMAND]
// FOLDER holds recordings, or transcripts of Claude Code; what they cannot tell is unknown here as well.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../src/replay/messages.ts';
import { type Answer, replayMessages } from '../src/replay/replay.ts';
import { messagesOf } from './sequences/messages.ts';
import { type Recording, readRecording } from './sequences/recording.ts';

/** The agent of a recording knew no write cap: what it did stands, and what the cap would have said is counted apart. */
const NO_CAP: Message = { type: 'config', body: { toml: '[limits]\nwrite_cap = 0' } };

/** A row of the table: what was said to one session, or to all of them. */
type Row = {
  name: string;
  label: string;
  final: string;
  why: string;
  before: number;
  refused: number;
  denied: number;
  accepted: number;
};

/**
 * Prints one row a recording of the folder, one for all, and sums by label. `--details`: each refusal before the final claim as well.
 * `--check COMMAND`: as if that command were run, green, before each claim, as the gate does with a project's checks.
 */
export async function run(args: readonly string[]): Promise<void> {
  const check = args.includes('--check') ? (args[args.indexOf('--check') + 1] ?? null) : null;
  const folder = args.find((word) => !word.startsWith('--') && word !== check);
  if (folder === undefined) throw new Error('which folder? npm run bench -- sequences FOLDER');
  print(TITLES);
  print(TITLES.map(() => '---'));
  const rows: Row[] = [];
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()) {
    const recording = readRecording(join(folder, name), name.replace(/\.jsonl$/, ''));
    if (recording.events.length === 0) continue;
    const row = await rowOf(recording, check, args.includes('--details'));
    rows.push(row);
    const { label, final, why, before, refused, denied } = row;
    print([
      /^\d+/.exec(recording.name)?.[0] ?? recording.name,
      label,
      final,
      why,
      ...counts([before, refused, denied]),
    ]);
  }
  const sum = (key: 'before' | 'refused' | 'denied' | 'accepted') =>
    rows.reduce((total, row) => total + row[key], 0);
  const final = `${sum('accepted')} of ${rows.length} accepted`;
  print(['all', '', final, '', ...counts([sum('before'), sum('refused'), sum('denied')])]);
  const labelled = rows.map(({ label, final }) => `${label} ${final}`).sort();
  for (const one of new Set(labelled))
    process.stdout.write(`${one}: ${labelled.filter((other) => other === one).length}\n`);
}

const TITLES = [
  'session',
  'label',
  'final claim',
  'why',
  'turns ended before',
  'of them refused',
  'lines and writes denied',
];

function counts(numbers: readonly number[]): readonly string[] {
  return numbers.map(String);
}

async function rowOf(recording: Recording, check: string | null, details: boolean): Promise<Row> {
  const messages = checked([NO_CAP, ...messagesOf(recording, { asked: false })], check);
  const answers = await answersTo(messages);
  const claims = answers.filter((answer) => messages[answer.n - 1]?.type === 'claim');
  const [final] = claims.slice(-1);
  const before = claims.slice(0, -1);
  const refused = before.filter((answer) => !isAccepted(answer));
  const capped = await answersTo(messagesOf(recording, { asked: true }));
  const denied = capped.filter(({ decision }) => decision === 'deny');
  if (details) {
    for (const { n, reason } of refused) process.stdout.write(`    message ${n}: ${inShort(reason ?? '')}\n`);
    for (const { n, reason } of denied) process.stdout.write(`    denied ${n}: ${inShort(reason ?? '')}\n`);
    process.stdout.write(`    ${JSON.stringify(final?.reason)}\n`);
  }
  const isGood = final !== undefined && isAccepted(final);
  return {
    name: recording.name,
    label: recording.label,
    final: final === undefined ? 'none' : isGood ? 'accepted' : 'refused',
    why: inShort(final?.reason ?? ''),
    before: before.length,
    refused: refused.length,
    denied: denied.length,
    accepted: isGood ? 1 : 0,
  };
}

function checked(messages: readonly Message[], check: string | null): readonly Message[] {
  if (check === null) return messages;
  const green: Message = { type: 'run', body: { command: check, exit: 0, output: '', outputWhole: false } };
  return messages.flatMap((message): readonly Message[] =>
    message.type === 'claim' ? [green, message] : [message],
  );
}

async function answersTo(messages: readonly Message[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for await (const answer of replayMessages(messages)) answers.push(answer);
  return answers;
}

function isAccepted({ decision, outcome }: Answer): boolean {
  return decision === 'allow' || outcome === 'done';
}

function inShort(text: string): string {
  const line = text
    .replace(/^The claim is not accepted: .*?\n\n1\. /s, '')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
