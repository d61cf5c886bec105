import { z } from 'zod';
import { answered, refused, type Tool } from './tool.ts';
import { put } from './write.ts';

const INPUT = z.object({
  path: z.string().min(1),
  old: z.string().min(1).describe('the text to replace, exactly as it stands in the file'),
  new: z.string(),
  all: z.boolean().nullish().describe('replace every occurrence; otherwise `old` must occur once'),
});

export const edit: Tool<z.infer<typeof INPUT>> = {
  name: 'edit',
  description: 'Replaces a piece of text in a file.',
  input: INPUT,
  async run({ path, old, new: replacement, all }, context) {
    const place = await context.files.locate(path);
    if (place.kind === 'refused') return refused('write', place.why);
    const before = await context.files.read(place.absolute);
    if (before.kind === 'missing') return answered(false, `${path} does not exist; use write to create it.`);
    if (before.kind === 'directory') return answered(false, `${path} is a directory.`);
    if (before.kind === 'unreadable') return answered(false, `${path} cannot be edited: ${before.why}`);
    const edited = replaced(before.text, { old, replacement, all: all === true });
    if (edited.kind === 'not-possible') return answered(false, `${path} is unchanged: ${edited.why}`);
    return put(context, {
      path,
      place,
      content: edited.text,
      done: `${path} edited (${edited.count} ${edited.count === 1 ? 'place' : 'places'}).`,
    });
  },
};

type Edited = { kind: 'edited'; text: string; count: number } | { kind: 'not-possible'; why: string };

function replaced(text: string, request: { old: string; replacement: string; all: boolean }): Edited {
  const { old, replacement } = inLineEndingsOf(text, request);
  if (old === replacement) return { kind: 'not-possible', why: '`old` and `new` are the same.' };
  const pieces = text.split(old);
  const count = pieces.length - 1;
  if (count === 0) {
    return {
      kind: 'not-possible',
      why: '`old` does not occur in it. Read the file and copy the text exactly, white space included.',
    };
  }
  if (count > 1 && !request.all) {
    return {
      kind: 'not-possible',
      why: `\`old\` occurs ${count} times. Give more of the lines around it, or set all to true.`,
    };
  }
  return { kind: 'edited', text: pieces.join(replacement), count };
}

/** Models write `\n`; in a file with `\r\n` the text is meant with that. */
function inLineEndingsOf(text: string, request: { old: string; replacement: string }): typeof request {
  const { old, replacement } = request;
  if (text.includes(old) || !text.includes('\r\n')) return { old, replacement };
  const crlf = (part: string): string => part.replaceAll(/\r?\n/g, '\r\n');
  return { old: crlf(old), replacement: crlf(replacement) };
}
