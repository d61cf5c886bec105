// What the product says to recorded sessions of real agents, replayed through the same session as `donegate replay`:
//   npm run bench -- sequences FOLDER [--details]
// The recordings hold no file contents and only the ends of outputs; what they cannot tell is unknown here as well.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../src/replay/messages.ts';
import { type Answer, replayMessages } from '../src/replay/replay.ts';
import { messagesOf } from './sequences/messages.ts';
import { type Recording, readRecording } from './sequences/recording.ts';

/** The agent of a recording knew no write cap: what it did stands, and what the cap would have said is counted apart. */
const NO_CAP: Message = { type: 'config', body: { toml: '[limits]\nwrite_cap = 0' } };

/** Prints one row a recording of the folder, and sums by label; with `--details` each refusal before the final claim as well. */
export async function run(args: readonly string[]): Promise<void> {
  const folder = args.find((word) => !word.startsWith('--'));
  if (folder === undefined) throw new Error('which folder? npm run bench -- sequences FOLDER');
  print([
    'session',
    'label',
    'final claim',
    'why',
    'turns ended before',
    'of them refused',
    'lines and writes denied',
  ]);
  print(['---', '---', '---', '---', '---', '---', '---']);
  const sums = new Map<string, number>();
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()) {
    const recording = readRecording(join(folder, name), name.replace(/\.jsonl$/, ''));
    const sum = `${recording.label} ${await row(recording, args.includes('--details'))}`;
    sums.set(sum, (sums.get(sum) ?? 0) + 1);
  }
  for (const [sum, count] of [...sums].sort()) process.stdout.write(`${sum}: ${count}\n`);
}

/** The answer to the final claim. */
async function row(recording: Recording, details: boolean): Promise<'none' | 'accepted' | 'refused'> {
  const messages = [NO_CAP, ...messagesOf(recording, { asked: false })];
  const answers = await answersTo(messages);
  const claims = answers.filter((answer) => messages[answer.n - 1]?.type === 'claim');
  const [final] = claims.slice(-1);
  const before = claims.slice(0, -1);
  const refused = before.filter((answer) => !isAccepted(answer));
  const capped = await answersTo(messagesOf(recording, { asked: true }));
  const denied = capped.filter(({ decision }) => decision === 'deny');
  const answer = final === undefined ? 'none' : isAccepted(final) ? 'accepted' : 'refused';
  print([
    /^\d+/.exec(recording.name)?.[0] ?? recording.name,
    recording.label,
    answer,
    inShort(final?.reason ?? ''),
    String(before.length),
    String(refused.length),
    String(denied.length),
  ]);
  if (!details) return answer;
  for (const { n, reason } of refused) process.stdout.write(`    message ${n}: ${inShort(reason ?? '')}\n`);
  for (const { n, reason } of denied) process.stdout.write(`    denied ${n}: ${inShort(reason ?? '')}\n`);
  process.stdout.write(`    ${JSON.stringify(final?.reason)}\n`);
  return answer;
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
