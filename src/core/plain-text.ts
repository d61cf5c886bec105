/** Escape sequences that terminals swallow: CSI (colours, cursor), OSC (titles, links), and two-byte ones. */
const ESCAPES =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()][0-9A-Z]|\u001b[=>78cMNOPX^_Z]/g;

const LONGEST = 5_000;

/** Cursor to a column of the same line. */
const TO_COLUMN = /\u001b\[\d*G/g;

/**
 * What a person would see of an output: no colours, of a line that was rewritten in place (carriage returns) only its
 * last state, no blanks at the ends of lines, at most two empty lines in a row.
 */
export function plainText(output: string): string {
  const plain = output
    .replace(TO_COLUMN, '\r')
    .replace(ESCAPES, '')
    .replace(/(?<!\r)\r+\n/g, '\n');
  return plain
    .split('\n')
    .map(lastState)
    .map(bounded)
    .join('\n')
    .replace(/\n{4,}/g, '\n\n\n');
}

/** No runner's line is that long, except JSON and XML on one line. */
function bounded(line: string): string {
  const trimmed = line.trimEnd();
  return trimmed.length <= LONGEST || /^\s*[{<]/.test(trimmed) ? trimmed : trimmed.slice(0, LONGEST);
}

function lastState(line: string): string {
  if (!line.includes('\r')) return line;
  const states = line.split('\r').filter((state) => state.trim() !== '');
  return states.at(-1) ?? '';
}
