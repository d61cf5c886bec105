// Variables whose text matters for what is written: those that the line sets once, and temporary places.
import { type Constants, knownStart, PROCESS, staticText } from '../commands/static-word.ts';
import type { ListedCommand } from '../commands.ts';
import type { Words } from './written.ts';

/** Set by the system, and never a place in the project. */
const TEMPORARY = ['TMPDIR', 'TEMP', 'TMP', 'RUNNER_TEMP'];

/** Where the files of `mktemp` lie: nobody needs to know more of them than that. */
const MADE_BY_MKTEMP = '/tmp/tmp.XXXXXXXXXX';

/** Follows the assignments of a line in the order of its commands. */
export type Variables = { constants: Constants; record(command: ListedCommand): void };

export function followVariables(): Variables {
  const constants = new Map(TEMPORARY.map((name) => [name, '/tmp']));
  const ambiguous = new Set<string>();
  return {
    constants,
    record(command) {
      if (command.words.length > 0) return;
      for (const { name, value } of command.assignments) {
        const text = value ?? temporaryPlace(command, name);
        const before = TEMPORARY.includes(name) ? undefined : constants.get(name);
        if (text === null || ambiguous.has(name) || (before !== undefined && before !== text)) {
          constants.delete(name);
          ambiguous.add(name);
        } else constants.set(name, text);
      }
    },
  };
}

/** `x=$(mktemp)`, `x=$(mktemp -d)/y`; a template of the line's own can lie anywhere. */
function temporaryPlace(command: ListedCommand, name: string): string | null {
  const part = command.node.prefix.find((one) => one.type === 'Assignment' && one.name === name);
  if (part?.type !== 'Assignment' || part.value.type !== 'Word') return null;
  const found = /^"?(?:\$\(|`)mktemp((?:\s+-[a-zA-Z]+|\s+\/tmp\/[\w.]+)*)\s*(?:\)|`)([\w./-]*)"?$/.exec(
    part.value.text,
  );
  if (found === null || /\s-\w*p/.test(found[1] ?? '')) return null;
  return `${MADE_BY_MKTEMP}${found[2] ?? ''}`;
}

/** The words of a command, with what its line is known to have set. */
export function knownWords(command: ListedCommand, constants: Constants): Words {
  if (!command.words.includes(null)) return command.words;
  return command.words.map((word, at) => {
    const node = command.wordNodes[at] ?? null;
    if (word !== null || node === null) return word;
    if (/^[<>]\(/.test(node.text)) return PROCESS;
    return staticText(node, constants) ?? patternOf(knownStart(node, constants));
  });
}

/** A path of which only the folder is known, outside of the place where the line works. */
function patternOf({ text, isWhole }: { text: string; isWhole: boolean }): string | null {
  if (!/^[/~].*\//.test(text)) return null;
  return isWhole ? text : `${text.slice(0, text.lastIndexOf('/'))}/*`;
}
