// What others chose (names of files and tests, commands) inside of our sentences.
import type { Evidence } from './types.ts';

const hasControls = /\p{Cc}/u;

/** A name on one line, as it is; with control characters quoted with escapes, so that it can neither speak for us nor colour. */
export function printedName(name: string): string {
  return hasControls.test(name) ? JSON.stringify(name) : name;
}

/** `a, b and 3 more`: at most `most` names of them, each on one line. */
export function nameList(names: readonly string[], most: number): string {
  const named = names.slice(0, most).map(printedName).join(', ');
  return names.length <= most ? named : `${named} and ${names.length - most} more`;
}

/** The places that a finding points to: `a.py:4`, or a file alone; each one once. */
export function placesOf(evidence: readonly Evidence[]): readonly string[] {
  const places = evidence.flatMap((one) => ('path' in one ? [one] : []));
  return [
    ...new Set(
      places.map(({ path, line }) => (line === null ? printedName(path) : `${printedName(path)}:${line}`)),
    ),
  ];
}

/** A command as part of a sentence: on one line, of at most `most` characters. */
export function oneLine(command: string, most: number): string {
  const line = command.trim().replace(/\s*\n\s*/g, ' ⏎ ');
  return line.length > most ? `${line.slice(0, most - 3)}...` : line;
}
