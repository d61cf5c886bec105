import { appendFileSync, readFileSync } from 'node:fs';
import { writeAtomically } from './atomic-write.ts';

/** The messages of our own loop, one JSON line each, so that a session can be resumed. */
export type ConversationStore<Message> = {
  load(): readonly Message[];
  append(message: Message): void;
  /** The history was dropped; from here on it is this. Atomic. */
  replace(messages: readonly Message[]): void;
};

/** Lines that are no message (torn by a crash) are skipped. */
export function openConversationStore<Message>(
  path: string,
  isMessage: (value: unknown) => value is Message,
): ConversationStore<Message> {
  return {
    load: () => linesOf(path).flatMap((line) => parsed(line, isMessage)),
    append(message) {
      // An empty line before each, so that a torn one before it does not swallow it.
      appendFileSync(path, `\n${JSON.stringify(message)}\n`, { mode: 0o600 });
    },
    replace(messages) {
      const text = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
      writeAtomically(path, text, { durable: true });
    },
  };
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function parsed<Message>(line: string, isMessage: (value: unknown) => value is Message): Message[] {
  try {
    const value: unknown = JSON.parse(line);
    return isMessage(value) ? [value] : [];
  } catch {
    return [];
  }
}
