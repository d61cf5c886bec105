import { stripVTControlCharacters } from 'node:util';

/** Text of somebody else's (a model's, a program's) without what would move the cursor or colour what follows. */
export function harmless(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', '  ')
    .replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g, '');
}

/** Lines of at most `width` characters, broken at spaces; a word that is longer is broken where it must be. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrappedLine(line, width));
}

function wrappedLine(line: string, width: number): string[] {
  const indent = /^\s*(?:[-*•→] )?/.exec(line)?.[0].length ?? 0;
  const hang = ' '.repeat(Math.min(indent, Math.floor(width / 2)));
  const lines: string[] = [];
  let rest = line.trimEnd();
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const at = space > hang.length ? space : width;
    lines.push(rest.slice(0, at).trimEnd());
    rest = hang + rest.slice(at).trimStart();
  }
  return [...lines, rest];
}

/** The first `head` and the last `tail` lines; what is left out between them is counted. */
export function shortened(lines: readonly string[], keep: { head: number; tail: number }): readonly string[] {
  const left = lines.length - keep.head - keep.tail;
  if (left <= 1) return lines;
  const tail = keep.tail === 0 ? [] : lines.slice(-keep.tail);
  return [...lines.slice(0, keep.head), `... ${left} more lines`, ...tail];
}
