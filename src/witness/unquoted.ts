const LETTERS: Readonly<Record<string, string | undefined>> = {
  a: '\u0007',
  b: '\b',
  E: '\u001b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Takes back what bash's `printf %q` did. Bytes that are no UTF-8 come back as U+FFFD. */
export function unquoted(word: string): string {
  if (word === "''") return '';
  const ansi = /^\$'(.*)'$/s.exec(word)?.[1];
  if (ansi === undefined) return word.replace(/\\(.)/gs, '$1');
  return ansi.replace(/((?:\\[0-7]{3})+)|\\(.)/gs, (_, octals: string | undefined, letter: string) =>
    octals === undefined ? (LETTERS[letter] ?? letter) : bytesOf(octals),
  );
}

function bytesOf(octals: string): string {
  const bytes = octals
    .split('\\')
    .slice(1)
    .map((octal) => Number.parseInt(octal, 8));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
