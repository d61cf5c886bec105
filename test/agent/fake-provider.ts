// A model provider on loopback that speaks Anthropic Messages and OpenAI Chat Completions, for tests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FakeAnswer =
  | {
      text?: string;
      tools?: readonly { name: string; input: unknown }[];
      /** As the provider spells it. */
      stop?: string;
      usage?: { input: number; output: number };
    }
  | { status: number; error: string; headers?: Record<string, string> }
  /** Never answered. */
  | { hang: true }
  /** The connection is closed in the middle of the body. */
  | { torn: true };

export type FakeProvider = {
  url: string;
  /** Bodies of the requests, parsed. */
  requests: unknown[];
  /** Resolves when the n-th request (from 1) has arrived. */
  arrived(n: number): Promise<void>;
  close(): Promise<void>;
};

/** Answers requests in order; the last answer is repeated. A string as a tool's input is sent as it is (bad JSON on OpenAI's). */
export async function fakeProvider(answers: readonly FakeAnswer[]): Promise<FakeProvider> {
  const requests: unknown[] = [];
  const waiting: { n: number; wake: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await textOf(request));
    const answer = answers[Math.min(requests.length, answers.length - 1)] ?? { text: 'ok' };
    requests.push(body);
    for (const { n, wake } of waiting) if (requests.length >= n) wake();
    reply(response, answer, request.url?.endsWith('/messages') === true ? anthropic : openai);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    arrived: (n) =>
      requests.length >= n ? Promise.resolve() : new Promise((wake) => waiting.push({ n, wake })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Said = Extract<FakeAnswer, { text?: string }>;

function reply(response: ServerResponse, answer: FakeAnswer, dialect: (said: Said) => unknown): void {
  if ('hang' in answer) return;
  if ('status' in answer) {
    const error = { type: 'error', error: { type: 'api_error', message: answer.error } };
    json(response, answer.status, error, answer.headers);
    return;
  }
  if ('torn' in answer) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"id": "x", ', () => response.destroy());
    return;
  }
  json(response, 200, dialect(answer), {});
}

function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function anthropic({ text, tools = [], stop, usage }: Said): unknown {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content: [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...tools.map((tool, index) => ({ type: 'tool_use', id: `toolu_${index}`, ...tool })),
    ],
    stop_reason: stop ?? (tools.length > 0 ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: { input_tokens: usage?.input ?? 100, output_tokens: usage?.output ?? 10 },
  };
}

function openai({ text, tools = [], stop, usage }: Said): unknown {
  const calls = tools.map(({ name, input }, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'fake',
    choices: [
      {
        index: 0,
        finish_reason: stop ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
        message: {
          role: 'assistant',
          content: text ?? null,
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
      },
    ],
    usage: { prompt_tokens: usage?.input ?? 100, completion_tokens: usage?.output ?? 10, total_tokens: 110 },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
