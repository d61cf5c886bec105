import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { harmless } from '../agent/view/layout.ts';
import { EXIT } from '../core/exit-status.ts';
import { oneLine, printedName } from '../core/names.ts';
import { UserError } from '../core/user-error.ts';
import { type Message, parseMessages } from '../replay/messages.ts';
import { type Answer, replayMessages } from '../replay/replay.ts';
import { type Colors, colorsFor, print } from './terminal.ts';

/** Most characters of a message that a line shows. */
const LONGEST = 90;

export type ReplayOptions = { file: string; json: boolean; cwd: string; color: boolean };

/** `donegate replay FILE`: one decision for each message. Throws UserError where the file cannot be read or a line is malformed. */
export async function replay({ file, json, cwd, color }: ReplayOptions): Promise<number> {
  const messages = parseMessages(contentOf(resolve(cwd, file), file), file);
  const colors = colorsFor({ color });
  for await (const answer of replayMessages(messages)) {
    const message = messages[answer.n - 1];
    if (json || message === undefined) await print(`${JSON.stringify(answer)}\n`);
    else await print(forPeople(answer, message, colors));
  }
  return EXIT.proven;
}

function contentOf(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UserError(`${file} cannot be read (${why})`, 'name a JSON Lines file of messages');
  }
}

function forPeople(answer: Answer, message: Message, colors: Colors): string {
  const number = colors.dim(String(answer.n).padStart(3));
  const said = `${number}  ${message.type} ${oneLine(harmless(detailOf(message)), LONGEST)}`.trimEnd();
  const verdict = answer.outcome === null ? answer.decision : `${answer.decision}: ${answer.outcome}`;
  const shown = isRefusal(answer) ? colors.red(verdict) : colors.green(verdict);
  const flag = answer.state.unverified
    ? colors.yellow(` [unverified: ${answer.state.files.map(printedName).join(', ')}]`)
    : '';
  const text = harmless([answer.reason, answer.context].filter((part) => part !== null).join('\n'));
  const body =
    text === ''
      ? ''
      : `${text
          .split('\n')
          .map((line) => `       ${line}`.trimEnd())
          .join('\n')}\n`;
  return `${said}  ${shown}${flag}\n${body}`;
}

function isRefusal({ decision, outcome }: Answer): boolean {
  return decision === 'deny' || decision === 'send_back' || (outcome !== null && outcome !== 'done');
}

function detailOf(message: Message): string {
  switch (message.type) {
    case 'write':
      return message.body.path;
    case 'run':
      return `${message.body.command}  (exit ${message.body.exit ?? 'not known'})`;
    case 'before_run':
      return message.body.command;
    case 'user':
    case 'claim':
      return message.body.text ?? '';
    case 'give_up':
      return message.body.reason ?? '';
    case 'milestone':
      return message.body.action === 'status' ? 'status' : `${message.body.action} ${message.body.step}`;
    case 'session_start':
    case 'compacted':
    case 'plan':
    case 'stop':
    case 'config':
      return '';
  }
}
