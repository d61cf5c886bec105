import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { mcpServer } from '../agent/mcp-server.ts';
import { EXIT } from '../core/exit-status.ts';
import type { MilestoneAnswer, MilestoneRequest } from '../session-types.ts';
import { attachedSession } from './attached-session.ts';
import { askMilestone, endedBySignals } from './milestone.ts';

/** Serves the milestone tool on stdin and stdout until stdin ends. Each call looks anew which session is live. */
export async function mcp(options: { plan: string | null; cwd: string }): Promise<number> {
  const interruption = endedBySignals();
  const version = process.env.DONEGATE_VERSION ?? '0.0.0';
  const server = mcpServer({ version, ask: (request) => answer(options, request) });
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  await server.connect(transport);
  await closed;
  interruption.end();
  return EXIT.proven;
}

async function answer(
  options: { plan: string | null; cwd: string },
  request: MilestoneRequest,
): Promise<MilestoneAnswer> {
  const attached = await attachedSession(options);
  try {
    return await askMilestone(attached, request);
  } finally {
    await attached.workspace.close();
  }
}
