/** Escape sequences that terminals swallow: CSI (colours, cursor), OSC (titles, links), and two-byte ones. */
const ESCAPES =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()][0-9A-Z]|\u001b[=>78cMNOPX^_Z]/g;

/**
 * What a person would see of an output: no colours, and of a line that was rewritten in place
 * (carriage returns) only its last state.
 */
export function plainText(output: string): string {
  const plain = output.replace(ESCAPES, '').replace(/\r+\n/g, '\n');
  if (!plain.includes('\r')) return plain;
  return plain.split('\n').map(lastState).join('\n');
}

function lastState(line: string): string {
  if (!line.includes('\r')) return line;
  const states = line.split('\r').filter((state) => state.trim() !== '');
  return states.at(-1) ?? '';
}
