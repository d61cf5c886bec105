import { z } from 'zod';
import { answered, refused, type Tool, type ToolAnswer, type ToolContext } from './tool.ts';

const INPUT = z.object({ path: z.string().min(1), content: z.string() });

export const write: Tool<z.infer<typeof INPUT>> = {
  name: 'write',
  description: 'Writes a whole file. Directories are made as needed; a file that is there is replaced.',
  input: INPUT,
  async run({ path, content }, context) {
    const place = await context.files.locate(path);
    if (place.kind === 'refused') return refused('write', place.why);
    const lines = content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
    return put(context, { path, place, content, done: `${path} written (${lines} lines).` });
  },
};

/** Asks the session, writes, and tells the session. Used by `write` and `edit`. */
export async function put(
  { session, files }: ToolContext,
  request: { path: string; place: { absolute: string; fromRoot: string }; content: string; done: string },
): Promise<ToolAnswer> {
  const { absolute, fromRoot } = request.place;
  // What the policy allows outside of the working tree is nothing to the rules.
  const ours = !fromRoot.startsWith('../');
  const decision = ours ? await session.beforeWrite({ path: fromRoot }) : null;
  if (decision?.decision === 'deny') return refused('write', decision.reason);
  const failure = await files.write(absolute, request.content);
  if (failure !== null) return answered(false, `${request.path} could not be written: ${failure}`);
  if (ours) await session.wrote({ path: fromRoot });
  return answered(true, request.done);
}
