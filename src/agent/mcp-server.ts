import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { forPerson } from '../core/feedback.ts';
import { UserError } from '../core/user-error.ts';
import type { MilestoneAnswer, MilestoneRequest } from '../session-types.ts';
import { milestone, milestoneRequest } from './tools/milestone.ts';

const INPUT = z.object({
  action: z.enum(['status', 'done', 'reset']),
  step: z.number().int().positive().optional().describe('number of the step; not needed for status'),
});

const OUTPUT = z.object({
  current: z.number().nullable(),
  title: z.string().nullable(),
  gates: z.array(z.object({ command: z.string(), lacks: z.string().nullable() })),
  done: z.array(z.number()),
});

/**
 * The milestone tool for any MCP client. `ask` is called for one request after the other. A refusal is a result like any
 * other: the tool did what it is for. Only what could not be answered at all is an error, and still a result.
 */
export function mcpServer(options: {
  version: string;
  ask: (request: MilestoneRequest) => Promise<MilestoneAnswer>;
}): McpServer {
  const server = new McpServer({ name: 'donegate', version: options.version });
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
  server.registerTool(
    'milestone',
    {
      title: 'Milestones of the plan',
      description: milestone.description,
      inputSchema: INPUT,
      outputSchema: OUTPUT,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    async ({ action, step }) => {
      // Whether missing gate commands are run is the configuration's word, not the client's.
      const request = milestoneRequest({ action, step: step ?? null, run: false });
      if (request === null) return failed(`milestone ${action} needs the number of the step.`);
      try {
        const answer = await inTurn(() => options.ask(request));
        return { content: [{ type: 'text', text: answer.text }], structuredContent: structured(answer) };
      } catch (error) {
        return failed(errorText(error));
      }
    },
  );
  return server;
}

function errorText(error: unknown): string {
  if (error instanceof UserError) return forPerson(error);
  return error instanceof Error ? error.message : String(error);
}

function structured({
  structured: { current, title, gates, done },
}: MilestoneAnswer): z.infer<typeof OUTPUT> {
  return { current, title, gates: gates.map(({ command, lacks }) => ({ command, lacks })), done: [...done] };
}

function failed(text: string): { content: { type: 'text'; text: string }[]; isError: true } {
  return { content: [{ type: 'text', text }], isError: true };
}
