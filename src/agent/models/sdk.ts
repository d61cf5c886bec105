// The one file that knows the AI SDK. Loaded only when a real model is asked for.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  NoSuchToolError,
  RetryError,
  streamText,
  type ToolSet,
  tool,
} from 'ai';
import type { Answer, Message, Model, ModelRequest, Reasoning, ToolCall, ToolDescription } from '../model.ts';
import { bareToolCalls } from './bare-tool-calls.ts';
import type { ModelChoice } from './choice.ts';

/** How often a request is tried again after an error that may pass (429, 5xx, no connection); the pauses grow. */
const RETRIES = 4;
/** How often an answer is asked for again that broke off in the middle. */
const AGAIN = 1;

/**
 * A model of a provider. What the provider does wrong is an answer with `stop: 'error'`. Answers are streamed, since a slow
 * model can take longer for a whole one than a connection may be silent.
 */
export function sdkModel(choice: ModelChoice, options: { retries?: number } = {}): Model {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const model = languageModel(choice);
  const retries = options.retries ?? RETRIES;
  // Anthropic's models call tools as they should.
  const hasBareCalls = choice.provider === 'openai-compatible';
  return {
    name: `${choice.provider}/${choice.id}`,
    async answer(request) {
      for (let broken = 0; ; broken += 1) {
        const streamed = await stream(model, request, retries);
        if (streamed.kind === 'whole') return answerOf(streamed.result, hasBareCalls ? request.tools : []);
        const again = streamed.begun && broken < Math.min(AGAIN, retries) && !request.signal.aborted;
        if (!again) return failed(request, streamed.error);
      }
    },
  };
}

type Streamed =
  | { kind: 'whole'; result: Result }
  /** `begun`: something of the answer had come already. */
  | { kind: 'broken'; error: unknown; begun: boolean };

async function stream(model: LanguageModel, request: ModelRequest, retries: number): Promise<Streamed> {
  let begun = false;
  try {
    const result = streamText({
      model,
      system: { role: 'system', content: request.system, providerOptions: CACHED },
      messages: request.messages.flatMap((message, index) =>
        asSdkMessages(message, index === request.messages.length - 1),
      ),
      tools: asSdkTools(request.tools),
      maxOutputTokens: request.maxOutputTokens,
      maxRetries: retries,
      abortSignal: request.signal,
      // Errors come as parts of the stream; by default they are printed as well.
      onError: () => {},
    });
    for await (const part of result.fullStream) {
      if (part.type === 'error') return { kind: 'broken', error: part.error, begun };
      if (part.type === 'abort') return { kind: 'broken', error: 'interrupted', begun };
      begun ||=
        part.type === 'text-delta' || part.type === 'tool-input-start' || part.type === 'reasoning-delta';
    }
    if ((await result.rawFinishReason) === undefined) return { kind: 'broken', error: UNFINISHED, begun };
    return { kind: 'whole', result: await whole(result) };
  } catch (error) {
    return { kind: 'broken', error, begun };
  }
}

const UNFINISHED = 'the answer ended before it was finished';

async function whole(result: ReturnType<typeof streamText>) {
  const { text, toolCalls, reasoning, finishReason, rawFinishReason, usage } = result;
  return {
    text: await text,
    toolCalls: await toolCalls,
    reasoning: await reasoning,
    finishReason: await finishReason,
    rawFinishReason: await rawFinishReason,
    usage: await usage,
  };
}

type Result = Awaited<ReturnType<typeof whole>>;

function languageModel({ provider, id, baseUrl, apiKey }: ModelChoice): LanguageModel {
  switch (provider) {
    case 'anthropic':
      return createAnthropic({
        ...(baseUrl === null ? {} : { baseURL: baseUrl }),
        ...(apiKey === null ? {} : { apiKey }),
      })(id);
    case 'openai-compatible':
      return createOpenAICompatible({
        name: 'compatible',
        includeUsage: true,
        baseURL: baseUrl,
        ...(apiKey === null ? {} : { apiKey }),
      })(id);
  }
}

/** What stands before this point is the same in the next request: Anthropic may keep it. Others ignore it. */
const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } };

function asSdkMessages(message: Message, last: boolean): ModelMessage[] {
  const cached = last ? { providerOptions: CACHED } : {};
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text, ...cached }];
    case 'assistant': {
      const thought = message.reasoning.map((part) => ({
        type: 'reasoning' as const,
        text: part.text,
        ...(part.metadata === null ? {} : { providerOptions: part.metadata }),
      }));
      const said = message.text.trim() === '' ? [] : [{ type: 'text' as const, text: message.text }];
      const called = message.toolCalls.map((call) => ({
        type: 'tool-call' as const,
        toolCallId: call.id,
        toolName: call.name,
        input: inputOf(call),
      }));
      if (said.length + called.length === 0) return [];
      return [{ role: 'assistant', content: [...thought, ...said, ...called], ...cached }];
    }
    case 'tool':
      return [
        {
          role: 'tool',
          content: message.results.map((result) => ({
            type: 'tool-result' as const,
            toolCallId: result.id,
            toolName: result.name,
            output: { type: result.ok ? ('text' as const) : ('error-text' as const), value: result.text },
          })),
          ...cached,
        },
      ];
  }
}

/** Providers want an object here, whatever the model wrote. */
function inputOf(call: ToolCall): Record<string, unknown> {
  if ('invalid' in call) return { invalid: call.invalid };
  const { input } = call;
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : { input };
}

function asSdkTools(tools: readonly ToolDescription[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
}

function answerOf(result: Result, bare: readonly ToolDescription[]): Answer {
  const made = result.toolCalls.map(toolCallOf);
  const fromText = made.length === 0 ? bareToolCalls(result.text, bare) : null;
  const toolCalls = fromText?.toolCalls ?? made;
  const stop = stopOf(result, toolCalls.length > 0);
  return {
    text: fromText?.text ?? result.text,
    toolCalls,
    reasoning: result.reasoning.map(
      (part): Reasoning => ({ text: part.text, metadata: part.providerMetadata ?? null }),
    ),
    stop,
    usage: { input: result.usage.inputTokens ?? 0, output: result.usage.outputTokens ?? 0 },
    error: stop === 'refusal' ? (result.rawFinishReason ?? 'content filter') : null,
  };
}

function toolCallOf(call: Result['toolCalls'][number]): ToolCall {
  const { toolCallId: id, toolName: name } = call;
  if (call.invalid !== true || NoSuchToolError.isInstance(call.error)) return { id, name, input: call.input };
  const raw = typeof call.input === 'string' ? call.input : JSON.stringify(call.input);
  return { id, name, invalid: `its input is no valid JSON: ${raw.slice(0, 500)}` };
}

function stopOf(result: Result, hasToolCalls: boolean): Answer['stop'] {
  if (result.rawFinishReason === 'pause_turn') return 'paused';
  switch (result.finishReason) {
    case 'length':
      return 'length';
    case 'content-filter':
      return 'refusal';
    case 'error':
      return 'error';
    case 'stop':
    case 'tool-calls':
    case 'other':
      return hasToolCalls ? 'tools' : 'end';
  }
}

function failed({ signal }: ModelRequest, error: unknown): Answer {
  return {
    text: '',
    toolCalls: [],
    reasoning: [],
    stop: 'error',
    usage: { input: 0, output: 0 },
    error: signal.aborted ? 'interrupted' : sentence(error),
  };
}

function sentence(error: unknown): string {
  if (RetryError.isInstance(error)) {
    return `${sentence(error.lastError)} (tried ${error.errors.length} times)`;
  }
  if (APICallError.isInstance(error)) {
    const status = error.statusCode === undefined ? '' : `HTTP ${error.statusCode}: `;
    return `${status}${error.message}`;
  }
  return error instanceof Error ? error.message : String(error);
}
