// A recorded session as messages for the replay.
import { fromRoot, wayTo } from '../../src/core/paths.ts';
import { joinPath } from '../../src/core/shell/commands/directory.ts';
import { readCommand } from '../../src/core/shell/reading.ts';
import { ROOT } from '../../src/replay/memory.ts';
import type { Message } from '../../src/replay/messages.ts';
import { comesBack, directoryAfter, keepsDirectory } from './directory.ts';
import type { RecordedEvent, Recording } from './recording.ts';
import { posix, rootOf, underRoot } from './root.ts';

/** Characters of an output's end that recordings keep. */
const TAIL = 300;

type RunEvent = Extract<RecordedEvent, { kind: 'run' }>;
type WrittenFile = { path: string; content?: null };

/**
 * Messages up to the final claim, which is the last one. A user's message after some work ends a turn: the agent had stopped,
 * which is a claim. `asked`: each line is announced before it runs, so that it can be denied.
 */
export function messagesOf(recording: Recording, { asked }: { asked: boolean }): readonly Message[] {
  const { agent, events } = recording;
  const root = recording.root ?? rootOf(events);
  const messages: Message[] = [];
  const start = underRoot(recording.directory ?? ROOT, root);
  let directory = start;
  let worked = false;
  for (const event of events) {
    if (event.kind === 'message') {
      if (event.final === true) break;
      if (event.role === 'user') {
        if (worked) messages.push({ type: 'claim', body: {} });
        messages.push({ type: 'user', body: {} });
      }
      // `interrupt`: the person stopped the agent, which claimed nothing.
      worked = event.role === 'assistant';
      continue;
    }
    worked = true;
    if (event.kind === 'write') {
      if (event.failed === true) continue;
      const { content } = event;
      const path = placed(event.path, root);
      messages.push({ type: 'write', body: content === undefined ? { path } : { path, content } });
      continue;
    }
    const run = runOf(event, { root, directory: stoodIn(event, root) ?? directory });
    if (asked)
      messages.push({ type: 'before_run', body: { command: run.command, directory: run.directory } });
    messages.push({ type: 'run', body: run });
    if (keepsDirectory(agent)) {
      const output = underRoot(event.output_tail ?? '', root);
      const after = directoryAfter(directory, { command: run.command, output });
      directory = comesBack(agent) && !`${after}/`.startsWith(`${ROOT}/`) ? start : after;
    }
  }
  return [
    { type: 'session_start', body: { files: { ...baselineOf(messages), ...recording.files } } },
    ...messages,
    { type: 'claim', body: {} },
  ];
}

function placed(path: string, root: string | null): string {
  const moved = underRoot(posix(path), root);
  return fromRoot({ root: ROOT, directory: '.', path: moved }) ?? moved;
}

function outputOf({ output, output_part, output_tail = '' }: RunEvent) {
  if (output !== undefined) return { output, outputWhole: true };
  if (output_part !== undefined) return { output: output_part, outputWhole: false };
  return { output: output_tail, outputWhole: output_tail.length < TAIL };
}

function stoodIn({ workdir }: RunEvent, root: string | null): string | null {
  return workdir === undefined ? null : underRoot(posix(workdir), root);
}

function runOf(event: RunEvent, place: { root: string | null; directory: string }) {
  const command = underRoot(event.command, place.root);
  const known = readCommand(command).writes.flatMap(({ kind, path }) =>
    path === null ? [] : [{ kind, path }],
  );
  const read = event.exit === 0 ? known.filter(({ kind }) => kind === 'author' || kind === 'remove') : [];
  const written = (event.shell_writes ?? read.map(({ path }) => path))
    .filter((path) => !path.startsWith('(') && path !== '.' && !/[*?]/.test(path))
    .map((path) => underRoot(posix(path), place.root));
  const writes = written.map((path): WrittenFile => {
    // The recording has the word of the line, the reading knows which directory it was said in.
    const same = known.find(
      (write) => joinPath('.', write.path)?.endsWith(joinPath('.', path) ?? path) === true,
    );
    const absolute = joinPath(place.directory, same?.path ?? path) ?? path;
    const relative = fromRoot({ root: ROOT, directory: '.', path: absolute }) ?? absolute;
    return same?.kind === 'remove' ? { path: relative, content: null } : { path: relative };
  });
  return {
    command,
    directory: wayTo(ROOT, place.directory),
    exit: event.exit,
    ...outputOf(event),
    writes,
    background: event.background ?? false,
  };
}

/**
 * Files that were there before: those whose first trace is an edit or a removal. One that is removed after an earlier line
 * named it (`go build -o x`, later `rm x`) was made by the session.
 */
function baselineOf(messages: readonly Message[]): Readonly<Record<string, string>> {
  const seen = new Set<string>();
  const files: Record<string, string> = {};
  const lines: string[] = [];
  const first = (path: string, wasThere: boolean) => {
    if (seen.has(path)) return;
    seen.add(path);
    // Should it be a script: one that runs something which is not known.
    if (wasThere) files[path] = './as-it-was';
  };
  for (const message of messages) {
    if (message.type === 'write') first(message.body.path, true);
    if (message.type !== 'run') continue;
    for (const written of message.body.writes ?? []) {
      if (typeof written === 'string') continue;
      const name = written.path.slice(written.path.lastIndexOf('/') + 1);
      first(written.path, written.content === null && !lines.some((line) => line.includes(name)));
    }
    lines.push(message.body.command);
  }
  return files;
}
