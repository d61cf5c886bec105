// What the loop knows of a model: messages in, one answer out.

/** A tool call as the model made it. `invalid`: it could not be read as the tool's input; the model is told so. */
export type ToolCall = { id: string; name: string } & ({ input: unknown } | { invalid: string });

export type ToolResult = { id: string; name: string; ok: boolean; text: string };

/** What a model thought before it answered; some providers want it back word for word, with their signature in `metadata`. */
export type Reasoning = { text: string; metadata: Record<string, JsonObject> | null };

type Json = null | string | number | boolean | Json[] | JsonObject;
type JsonObject = { [key: string]: Json | undefined };

/**
 * One message of a conversation. The list is valid if it begins with `user` and each `assistant` message with tool calls
 * is followed at once by one `tool` message with a result for every one of them.
 */
export type Message =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls: readonly ToolCall[]; reasoning: readonly Reasoning[] }
  | { role: 'tool'; results: readonly ToolResult[] };

/** A tool as a model is told of it. `inputSchema` is JSON Schema. */
export type ToolDescription = { name: string; description: string; inputSchema: Record<string, unknown> };

/** In tokens. */
export type Usage = { input: number; output: number };

export type Answer = {
  text: string;
  toolCalls: readonly ToolCall[];
  reasoning: readonly Reasoning[];
  /** `tools`: it waits for results. `length`: it was cut. `paused`: it wants to go on in its next answer. */
  stop: 'end' | 'tools' | 'length' | 'refusal' | 'error' | 'paused';
  usage: Usage;
  /** What went wrong, if `stop` is `error` or `refusal`. */
  error: string | null;
};

export type ModelRequest = {
  /** `summarise`: the history is about to be dropped and the answer will stand for it; no tools are offered. */
  purpose: 'act' | 'summarise';
  system: string;
  messages: readonly Message[];
  tools: readonly ToolDescription[];
  maxOutputTokens: number;
  signal: AbortSignal;
};

/** A language model. `answer` never throws for what a provider does: that is an answer with `stop: 'error'`. */
export type Model = {
  name: string;
  answer(request: ModelRequest): Promise<Answer>;
};
