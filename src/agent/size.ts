import type { Message, ToolDescription, Usage } from './model.ts';

/** Code and JSON have about this many characters a token; words have more, so this errs on the safe side. */
const CHARACTERS_A_TOKEN = 3.5;

/** Tokens of a text, estimated. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_A_TOKEN);
}

/** Tokens of messages, estimated. */
export function tokensOfMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + 4 + tokensOf(textOf(message)), 0);
}

/** Tokens of what stands before the messages in every request. */
export function tokensOfFrame(system: string, tools: readonly ToolDescription[]): number {
  return tokensOf(system) + tokensOf(JSON.stringify(tools));
}

function textOf(message: Message): string {
  switch (message.role) {
    case 'user':
      return message.text;
    case 'assistant':
      return message.text + (message.toolCalls.length === 0 ? '' : JSON.stringify(message.toolCalls));
    case 'tool':
      return message.results.map((result) => result.text).join('\n');
  }
}

/** What the provider counted at the last request, and how many messages that request and its answer had. */
export type Measured = { usage: Usage; messages: number } | null;

/** Tokens that the next request will have: estimated, or counted by the provider plus an estimate of what came since. */
export function requestSize(messages: readonly Message[], frame: number, measured: Measured): number {
  const estimated = frame + tokensOfMessages(messages);
  if (measured === null) return estimated;
  const since = tokensOfMessages(messages.slice(measured.messages));
  return Math.max(estimated, measured.usage.input + measured.usage.output + since);
}
