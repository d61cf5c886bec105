// Commands as bash announces them: `$BASH_COMMAND` is printed anew, not copied from the source.
import { type Command, parseLine } from '../../shell/parse.ts';
import { wordForm } from '../../shell/same/form.ts';

/** Words and assignments, quoting normalised; redirections left out, as bash prints some that were not written. */
export function commandForm(command: Command): string {
  const words = [...(command.name === undefined ? [] : [command.name]), ...command.args];
  const assignments = command.prefix.filter((part) => part.type === 'Assignment').map((part) => part.text);
  return [...assignments, ...words.map((word) => (word.type === 'Word' ? wordForm(word) : word.text))]
    .map(squeezed)
    .join('\n');
}

/** Bash prints what stands in `$( )` anew, with white space and separators of its own. */
function squeezed(word: string): string {
  return word.includes('$(') ? word.replace(/[\s;]+/g, '') : word;
}

/** The form of a text that is a simple command; null where it is none. */
export function formOf(text: string): string | null {
  const parsed = parseLine(text);
  if (!parsed.parsed) return null;
  const [statement, more] = parsed.script.commands;
  if (statement === undefined || more !== undefined || statement.command.type !== 'Command') return null;
  return commandForm(statement.command);
}

/** The form of what bash announces for a compound command: `for x`, `select x`, `case`, `[[`, `((`. */
export function headingForm(text: string): string | null {
  const [, loop, name] = /^(for|select) (\w+)/.exec(text) ?? [];
  if (loop !== undefined) return `${loop} ${name}`;
  return /^(?:case(?= )|\[\[(?= )|\(\()/.exec(text)?.[0] ?? null;
}

/** The form of any announcement; null where it is neither. */
export function announcedForm(text: string): string | null {
  const heading = headingForm(text);
  return heading === null ? formOf(text) : `heading ${heading}`;
}
