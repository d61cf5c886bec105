import { z } from 'zod';
import type { ToolCall, ToolDescription } from '../model.ts';
import { bash } from './bash.ts';
import { edit } from './edit.ts';
import { giveUp } from './give-up.ts';
import { milestone } from './milestone.ts';
import { read } from './read.ts';
import { answered, type Tool, type ToolAnswer, type ToolContext } from './tool.ts';
import { write } from './write.ts';

/** A tool with its input's type hidden behind the check of it. */
type Registered = {
  description: ToolDescription;
  call(input: unknown, context: ToolContext): Promise<ToolAnswer>;
};

function registered<Input>(tool: Tool<Input>): Registered {
  return {
    description: {
      name: tool.name,
      description: tool.description,
      inputSchema: z.toJSONSchema(tool.input, { io: 'output' }),
    },
    async call(input, context) {
      const parsed = tool.input.safeParse(input);
      if (parsed.success) return tool.run(parsed.data, context);
      const wrong = parsed.error.issues.map(
        (issue) => `${issue.path.length === 0 ? 'input' : issue.path.join('.')}: ${issue.message}`,
      );
      return answered(false, `${tool.name} was not called: ${wrong.join('; ')}`);
    },
  };
}

const TOOLS: readonly Registered[] = [
  registered(bash),
  registered(read),
  registered(write),
  registered(edit),
  registered(milestone),
  registered(giveUp),
];

/** The tools that a model is offered; `milestone` only where there is a plan. */
export function offeredTools(options: { plan: boolean }): readonly ToolDescription[] {
  return TOOLS.map((tool) => tool.description).filter((tool) => options.plan || tool.name !== milestone.name);
}

/** Does what a tool call asks for. What is wrong with the call itself is told to the model, never thrown. */
export async function callTool(call: ToolCall, context: ToolContext): Promise<ToolAnswer> {
  const tool = TOOLS.find(({ description }) => description.name === call.name);
  if (tool === undefined) {
    return answered(false, `There is no tool "${call.name}". The tools are: ${context.offered.join(', ')}.`);
  }
  if ('invalid' in call) return answered(false, `${call.name} was not called: ${call.invalid}`);
  return tool.call(call.input, context);
}
