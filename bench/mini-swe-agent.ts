// Terminal logs of mini-swe-agent, as Terminal-Bench keeps them, as recordings for `npm run bench -- sequences`:
//   npm run bench -- mini-swe-agent LOGS FOLDER
// LOGS holds RUN/TASK/TRIAL/sessions/agent.log with results.json beside `sessions`. Written are the sessions that ended with a
// claim and whose hidden tests ran: what those said is the label. Files are what the reading of a line says that it writes.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readCommand } from '../src/core/shell/reading.ts';
import type { RecordedEvent } from './sequences/recording.ts';

/** Columns of the recorded terminal. */
const WIDTH = 160;
/** Characters of an output's end that recordings keep. */
const TAIL = 300;

/** Converts all logs below the folder and says how many there were of each kind. */
export async function run([logs, folder]: readonly string[]): Promise<void> {
  if (logs === undefined || folder === undefined)
    throw new Error('npm run bench -- mini-swe-agent LOGS FOLDER');
  mkdirSync(folder, { recursive: true });
  const counts = new Map<string, number>();
  const files = readdirSync(logs, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('/sessions/agent.log')).sort()) {
    const trial = dirname(dirname(file));
    const events = eventsOf(readFileSync(join(logs, file), 'utf8'));
    const passed = resolvedIn(join(logs, trial, 'results.json'));
    const kind = events === null ? 'no claim' : passed === null ? 'tests did not run' : `${passed}-claim`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (events === null || passed === null) continue;
    const about = { session: true, agent: 'mini-swe-agent', label: kind };
    const name = `${trial.split('/').slice(-3, -1).reverse().join('.')}.jsonl`;
    const text = [about, ...events].map((line) => JSON.stringify(line)).join('\n');
    writeFileSync(join(folder, name), `${text}\n`);
  }
  for (const [kind, count] of counts) process.stdout.write(`${kind}: ${count}\n`);
}

/** Null: the hidden tests did not run. */
function resolvedIn(file: string): boolean | null {
  if (!existsSync(file)) return null;
  const { is_resolved: resolved } = JSON.parse(readFileSync(file, 'utf8')) as { is_resolved: boolean | null };
  return resolved;
}

/** Null: the session was cut, or ended without a claim. */
function eventsOf(log: string): readonly RecordedEvent[] | null {
  const steps = plainText(log)
    .split(/^mini-swe-agent \(step \d+, \$[\d.]+\):\n/m)
    .slice(1);
  const events: RecordedEvent[] = [];
  for (const [at, step] of steps.entries()) {
    const [, said, answer] = /^([\s\S]*?)^\s*User:\n([\s\S]*)$/m.exec(step) ?? [];
    if (said === undefined || answer === undefined) return null;
    events.push({ kind: 'message', role: 'assistant' });
    const command = /```bash\n([\s\S]*?)\n```/.exec(unwrapped(said))?.[1];
    const status = /<returncode>(-?\d+)<\/returncode>\n/.exec(answer);
    if (status === null && at === steps.length - 1 && command?.includes('COMPLETE_TASK_AND_SUBMIT') === true)
      return [...events, { kind: 'message', role: 'assistant', final: true }];
    // More than one command in an answer: none of them ran.
    if (command === undefined || answer.slice(0, 400).includes('EXACTLY ONE action')) continue;
    events.push(ranLine(command, status, answer));
  }
  return null;
}

/** A line that was stopped by the agent's time limit has no status. */
function ranLine(command: string, status: RegExpExecArray | null, answer: string): RecordedEvent {
  const shown = /<output(?:_tail)?>\n?([\s\S]*?)\n?<\/output(?:_tail)?>/.exec(answer)?.[1] ?? '';
  const output = shown.replace(/[ \t]+$/gm, '').trim();
  const { commands, writes } = readCommand(command);
  const changed = writes.filter((write) => commands[write.command]?.words[0] !== 'chmod');
  const paths = [...new Set(changed.flatMap(({ path }) => path ?? []))];
  return {
    kind: 'run',
    command,
    exit: status === null ? null : Number(status[1]),
    output_tail: output.slice(-TAIL),
    shell_writes: paths,
  };
}

/** Without colours, spinners, and what a library logged into the middle of it. */
function plainText(log: string): string {
  const colour = String.fromCharCode(27);
  const text = log.replace(new RegExp(`${colour}\\[\\??[\\d;]*[A-Za-z]`, 'g'), '').replace(/\r\n?/g, '\n');
  return text
    .slice(Math.max(0, text.search(/^.*# mini -m /m)))
    .replace(/^.*LiteLLM:ERROR[\s\S]*?\nImportError: Missing dependency .*\n?/gm, '')
    .replace(/^[⠀-⣿] Waiting for the LM to respond\.\.\.[ ]*\n?/gm, '');
}

/** Lines as the agent wrote them: the terminal's end broke longer ones at a space, and longer words anywhere. */
function unwrapped(text: string): string {
  const lines: { whole: string; last: string }[] = [];
  for (const line of text.split('\n')) {
    const before = lines.at(-1);
    const joint = before === undefined ? null : jointOf(before.last, line);
    if (before === undefined || joint === null) lines.push({ whole: line, last: line });
    else lines[lines.length - 1] = { whole: before.whole + joint + line, last: line };
  }
  return lines.map(({ whole }) => whole).join('\n');
}

/** What the break took away between two lines; null: the agent wrote it. */
function jointOf(line: string, next: string): string | null {
  const [word] = /^\S+/.exec(next) ?? [];
  if (word === undefined) return null;
  if (line.endsWith(' ')) return columns(line) + columns(word) > WIDTH ? '' : null;
  if (columns(line) < WIDTH) return null;
  return line.trim().includes(' ') ? ' ' : '';
}

function columns(text: string): number {
  return [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;
