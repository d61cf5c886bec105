import type { Command, CommandNode, Redirection } from '../parse.ts';

/** Source text of a command without its redirections, white space as written. */
export function commandText(node: Command, source: string, from = node.pos): string {
  let text = '';
  let at = from;
  for (const redirect of [...node.redirects].sort((one, other) => one.pos - other.pos)) {
    if (redirect.pos < from) continue;
    text += source.slice(at, redirect.pos);
    at = Math.max(at, redirect.end);
    if (text.trim() === '') text = '';
    else if (/^\s|^$/.test(source.slice(at, node.end))) text = text.replace(/(?<!\\)\s+$/, '');
  }
  return (text + source.slice(at, node.end)).trim();
}

const STREAMS = /^\/dev\/(stdout|stderr|tty|fd\/[12])$/;

/** Which of the two output streams go away from the reader of the line by these redirections. */
export function streamsGone(redirects: readonly Redirection[]): { output: boolean; errors: boolean } {
  let output = false;
  let errors = false;
  for (const redirect of redirects) {
    if (redirect.type !== 'Redirect' || redirect.target === undefined) continue;
    const { operator, descriptor, target } = redirect;
    const number = descriptor?.type === 'FileDescriptor' ? descriptor.value : 1;
    if (operator === '<' || operator === '<&' || operator === '<>') continue;
    const isCopy = operator === '>&' && /^(\d+|-)$/.test(target.value);
    if (isCopy) {
      if (number === 2 && target.value === '1') errors = output;
      if (number === 1 && target.value === '2') output = errors;
      if (target.value === '-') [output, errors] = [output || number === 1, errors || number === 2];
      continue;
    }
    const gone = !STREAMS.test(target.value) && !startsProcess(target.text);
    if (operator === '&>' || operator === '&>>' || operator === '>&') [output, errors] = [gone, gone];
    else if (number === 1) output = gone;
    else if (number === 2) errors = gone;
  }
  return { output, errors };
}

function startsProcess(text: string): boolean {
  return text.startsWith('>(');
}

/**
 * What stands behind a pipe and passes on less than it reads (`grep -v ok | tail -5`); null if all of it comes
 * through (`tee log`, `cat`).
 */
export function filterBehind(readers: readonly CommandNode[], source: string): string | null {
  const first = readers.findIndex((reader) => !passesOn(reader));
  if (first < 0) return null;
  const shown = readers.slice(first);
  const [begin] = shown;
  const end = shown.at(-1);
  return begin === undefined || end === undefined ? null : source.slice(begin.pos, end.end).trim();
}

function passesOn(reader: CommandNode): boolean {
  if (reader.type !== 'Command') return false;
  const name = reader.name?.value;
  const gone = streamsGone(reader.redirects).output;
  if (gone) return false;
  if (name === 'tee' || name === 'ts' || name === 'sponge') return true;
  return name === 'cat' && reader.suffix.every((part) => part.type === 'Word' && /^-[nu]*$/.test(part.value));
}
