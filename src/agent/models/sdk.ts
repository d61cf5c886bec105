// The one file that knows the AI SDK. Loaded only when a real model is asked for.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  generateText,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  NoSuchToolError,
  RetryError,
  type ToolSet,
  tool,
} from 'ai';
import type { Answer, Message, Model, ModelRequest, Reasoning, ToolCall, ToolDescription } from '../model.ts';
import { bareToolCalls } from './bare-tool-calls.ts';
import type { ModelChoice } from './choice.ts';

/** How often a request is tried again after an error that may pass (429, 5xx, no connection); the pauses grow. */
const RETRIES = 4;

/** A model of a provider. What the provider does wrong is an answer with `stop: 'error'`. */
export function sdkModel(choice: ModelChoice, options: { retries?: number } = {}): Model {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const model = languageModel(choice);
  return {
    name: `${choice.provider}/${choice.id}`,
    async answer(request) {
      try {
        const result = await generateText({
          model,
          system: { role: 'system', content: request.system, providerOptions: CACHED },
          messages: request.messages.flatMap((message, index) =>
            asSdkMessages(message, index === request.messages.length - 1),
          ),
          tools: asSdkTools(request.tools),
          maxOutputTokens: request.maxOutputTokens,
          maxRetries: options.retries ?? RETRIES,
          abortSignal: request.signal,
        });
        return answerOf(result, choice.provider === 'anthropic' ? [] : request.tools);
      } catch (error) {
        return failed(request, error);
      }
    },
  };
}

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

type Result = Awaited<ReturnType<typeof generateText>>;

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
