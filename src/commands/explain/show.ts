import { harmless } from '../../agent/view/layout.ts';
import { printedName } from '../../core/names.ts';
import type { ReadCommand, Reading } from '../../core/reading-types.ts';
import type { Colors } from '../terminal.ts';

/** A reading for people: the line, each command with what it is worth, what is written, and what would make it proof. */
export function showReading(reading: Reading, colors: Colors): string {
  const lines = [colors.bold(harmless(reading.line)), ''];
  if (!reading.parsed) lines.push(colors.red(`bash refuses it: ${harmless(reading.error ?? '')}`));
  for (const command of reading.commands) lines.push(...showCommand(command, colors));
  lines.push('', showWorth(reading, colors));
  for (const write of reading.writes)
    lines.push(
      `it writes ${printedName(write.path ?? 'some file')}${write.kind === 'remove' ? ' (removes it)' : ''}`,
    );
  for (const move of reading.moves) lines.push(`it moves the tree away and back: ${harmless(move.text)}`);
  if (reading.suggestion !== null) lines.push(`make it proof: ${harmless(reading.suggestion)}`);
  return `${lines.join('\n')}\n`;
}

function showCommand(command: ReadCommand, colors: Colors): readonly string[] {
  const [first = '', ...more] = harmless(command.text).split('\n');
  const text = more.length > 0 ? `${first} ...` : first;
  const counts = command.executes || command.class === 'check' || command.disarmed !== null;
  const mark = !counts ? colors.dim('  ') : command.proven ? colors.green('✓ ') : colors.red('✗ ');
  const head = `${mark}${counts ? text : colors.dim(text)}  ${colors.dim(command.class)}`;
  return [head, ...notesOn(command).map((note) => `    ${harmless(note)}`)];
}

function notesOn(command: ReadCommand): readonly string[] {
  const counts = command.executes || command.class === 'check';
  const notes: string[] = [];
  if (command.disarmed !== null) notes.push(`executes nothing: \`${command.disarmed}\``);
  if (!counts) return notes;
  if (command.executes) notes.push('executes code');
  if (command.proven)
    notes.push(
      command.assumption === null
        ? 'exit 0 of the line proves it'
        : `exit 0 of the line proves it, assuming that ${command.assumption}`,
    );
  else if (command.innerMask !== null)
    notes.push(
      `masked in ${command.innerMask.path}:${command.innerMask.line} by \`${command.innerMask.text}\``,
    );
  else
    notes.push(
      command.background
        ? 'runs in the background: its status is lost'
        : command.maskedBy === null
          ? 'masked by what stands around it'
          : `masked by \`${command.maskedBy}\``,
    );
  if (command.filteredBy !== null) notes.push(`its output is cut by \`${command.filteredBy}\``);
  if (command.inline !== null && !command.inline.namesProject)
    notes.push("inline code that names nothing of the project's");
  return notes;
}

function showWorth(reading: Reading, colors: Colors): string {
  switch (reading.ifExitZero) {
    case 'green':
      return colors.green('exit 0 of this line is proof');
    case 'masked':
      return colors.red('exit 0 of this line proves nothing');
    case 'none':
      return colors.dim('this line executes nothing');
  }
}
