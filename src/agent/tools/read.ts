import { z } from 'zod';
import { answered, type Tool } from './tool.ts';

const LINES = 2000;
const CHARACTERS = 60_000;

const INPUT = z.object({
  path: z.string().min(1),
  offset: z.coerce.number().int().positive().nullish().describe('first line, from 1'),
  limit: z.coerce.number().int().positive().nullish().describe(`lines, at most ${LINES}`),
});

export const read: Tool<z.infer<typeof INPUT>> = {
  name: 'read',
  description: 'Reads a text file (or lists a directory) of the working directory.',
  input: INPUT,
  async run({ path, offset, limit }, { files }) {
    const place = await files.locate(path);
    if (place.kind === 'refused') return answered(false, place.why);
    const content = await files.read(place.absolute);
    switch (content.kind) {
      case 'missing':
        return answered(false, `${path} does not exist.`);
      case 'unreadable':
        return answered(false, `${path} cannot be read: ${content.why}`);
      case 'directory':
        return answered(true, listed(path, content.entries));
      case 'text':
        return answered(true, excerpt(content.text, offset ?? 1, Math.min(limit ?? LINES, LINES)));
    }
  },
};

function listed(path: string, entries: readonly string[]): string {
  if (entries.length === 0) return `${path} is empty.`;
  const left = entries.length - LINES;
  return [...entries.slice(0, LINES), ...(left > 0 ? [`[${left} more]`] : [])].join('\n');
}

function excerpt(text: string, from: number, count: number): string {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (from > lines.length) return `[the file has ${lines.length} lines]`;
  const wanted: string[] = [];
  let size = 0;
  for (const line of lines.slice(from - 1, from - 1 + count)) {
    if (size + line.length > CHARACTERS && wanted.length > 0) break;
    wanted.push(line.length > CHARACTERS ? `${line.slice(0, CHARACTERS)} [line cut]` : line);
    size += line.length + 1;
  }
  const last = from + wanted.length - 1;
  const shown = wanted.join('\n');
  if (from === 1 && last === lines.length) return shown;
  const more = last < lines.length ? `; read on with offset ${last + 1}` : '';
  return `${shown}\n[lines ${from} to ${last} of ${lines.length}${more}]`;
}
