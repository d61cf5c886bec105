// A model provider on loopback that speaks (and streams) Anthropic Messages and OpenAI Chat Completions, for tests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FakeAnswer =
  | {
      text?: string;
      tools?: readonly { name: string; input: unknown }[];
      /** Anthropic: what it thought, signed. */
      thinking?: string;
      /** As the provider spells it. */
      stop?: string;
      usage?: { input: number; output: number };
    }
  | { status: number; error: string; headers?: Record<string, string> }
  /** Never answered. */
  | { hang: true }
  /** The connection is closed in the middle of the answer. */
  | { torn: string }
  /** The connection is closed in order, but the answer has no end. */
  | { unfinished: string };

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
type Dialect = (said: Said) => { open: readonly string[]; close: readonly string[] };

function reply(response: ServerResponse, answer: FakeAnswer, dialect: Dialect): void {
  if ('hang' in answer) return;
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify({ type: 'error', error: { type: 'api_error', message: answer.error } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if ('torn' in answer) {
    for (const record of dialect({ text: answer.torn }).open) response.write(record);
    // Only once it is on its way: else the client would see a connection that never answered.
    setImmediate(() => response.destroy());
    return;
  }
  if ('unfinished' in answer) {
    response.end(dialect({ text: answer.unfinished }).open.join(''));
    return;
  }
  const { open, close } = dialect(answer);
  for (const record of [...open, ...close]) response.write(record);
  response.end();
}

function event(data: object): string {
  const name = 'type' in data ? `event: ${String(data.type)}\n` : '';
  return `${name}data: ${JSON.stringify(data)}\n\n`;
}

function anthropic({ text, tools = [], thinking, stop, usage }: Said): ReturnType<Dialect> {
  const tokens = { input_tokens: usage?.input ?? 100, output_tokens: usage?.output ?? 10 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'fake', content: [] };
  const blocks = [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...tools.map((tool, index) => ({ type: 'tool_use', id: `toolu_${index}`, ...tool })),
  ];
  return {
    open: [
      event({
        type: 'message_start',
        message: {
          ...message,
          stop_reason: null,
          stop_sequence: null,
          usage: { ...tokens, output_tokens: 1 },
        },
      }),
      ...(thinking === undefined ? [] : thought(thinking)),
      ...blocks.flatMap((block, index) => [
        event({
          type: 'content_block_start',
          index,
          content_block: 'text' in block ? { type: 'text', text: '' } : { ...block, input: {} },
        }),
        event({
          type: 'content_block_delta',
          index,
          delta:
            'text' in block
              ? { type: 'text_delta', text: block.text }
              : { type: 'input_json_delta', partial_json: asJson(block.input) },
        }),
        event({ type: 'content_block_stop', index }),
      ]),
    ],
    close: [
      event({
        type: 'message_delta',
        delta: { stop_reason: stop ?? (tools.length > 0 ? 'tool_use' : 'end_turn'), stop_sequence: null },
        usage: tokens,
      }),
      event({ type: 'message_stop' }),
    ],
  };
}

function thought(thinking: string): string[] {
  const index = 90;
  const delta = (part: object): string => event({ type: 'content_block_delta', index, delta: part });
  return [
    event({
      type: 'content_block_start',
      index,
      content_block: { type: 'thinking', thinking: '', signature: '' },
    }),
    delta({ type: 'thinking_delta', thinking }),
    delta({ type: 'signature_delta', signature: 'signed' }),
    event({ type: 'content_block_stop', index }),
  ];
}

function openai({ text, tools = [], stop, usage }: Said): ReturnType<Dialect> {
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'fake' };
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    event({ ...base, choices: [{ index: 0, delta, finish_reason }] });
  const counted = { prompt_tokens: usage?.input ?? 100, completion_tokens: usage?.output ?? 10 };
  return {
    open: [
      chunk({ role: 'assistant', content: text ?? '' }),
      ...tools.map(({ name, input }, index) =>
        chunk({
          tool_calls: [
            { index, id: `call_${index}`, type: 'function', function: { name, arguments: asJson(input) } },
          ],
        }),
      ),
    ],
    close: [
      chunk({}, stop ?? (tools.length > 0 ? 'tool_calls' : 'stop')),
      event({ ...base, choices: [], usage: { ...counted, total_tokens: 110 } }),
      'data: [DONE]\n\n',
    ],
  };
}

/** A string is sent as it is: bad JSON. */
function asJson(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
