import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { mcpServer } from '../agent/mcp-server.ts';
import { EXIT } from '../core/exit-status.ts';
import type { MilestoneAnswer, MilestoneRequest } from '../session-types.ts';
import { attachedSession } from './attached-session.ts';
import { askMilestone, endedBySignals } from './milestone.ts';

type Options = { plan: string | null; cwd: string };

/**
 * Serves the milestone tool on stdin and stdout until stdin ends. Each call looks anew which session is live. A call that its
 * client no longer waits for is done to its end all the same: what was green is on record when the client asks again.
 */
export async function mcp(options: Options): Promise<number> {
  const interruption = endedBySignals();
  const connection = new AbortController();
  const version = process.env.DONEGATE_VERSION ?? '0.0.0';
  const server = mcpServer({ version, ask: (request) => answer(options, request, connection.signal) });
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  await server.connect(transport);
  await closed;
  connection.abort();
  interruption.end();
  return EXIT.proven;
}

async function answer(
  options: Options,
  request: MilestoneRequest,
  signal: AbortSignal,
): Promise<MilestoneAnswer> {
  const attached = await attachedSession(options);
  try {
    return await askMilestone(attached, request.action === 'done' ? { ...request, signal } : request);
  } finally {
    await attached.workspace.close();
  }
}
