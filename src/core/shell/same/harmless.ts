// Wrappers that leave a command what it is.

type Words = readonly (string | null)[];

/** Options that take the next word. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  timeout: ['-s', '-k', '--signal', '--kill-after'],
  gtimeout: ['-s', '-k', '--signal', '--kill-after'],
  time: ['-f', '-o'],
  nice: ['-n', '--adjustment'],
  ionice: ['-c', '-n'],
  stdbuf: ['-i', '-o', '-e'],
  nohup: [],
  setsid: [],
  unbuffer: [],
  command: [],
  exec: [],
  env: [],
  rtk: [],
};

/** Words of `rtk` (a filter of outputs) behind which the command stands. */
const FILTERS = new Set<string | null | undefined>(['test', 'err', 'summary', 'proxy']);

/** How many words in front of the program are wrappers that change nothing: 2 for `timeout 60 pytest`. */
export function harmlessLength(words: Words): number {
  let at = 0;
  for (;;) {
    const name = words[at];
    if (typeof name !== 'string') return at;
    const valued = HARMLESS[name];
    if (valued === undefined) return at;
    let next = at + 1;
    while (next < words.length) {
      const word = words[next];
      if (typeof word !== 'string' || !word.startsWith('-')) break;
      // `env -i` and `env -u A` change what the command sees; `command -v` runs nothing.
      if (name === 'env' || name === 'command') return at;
      next += valued.includes(word) ? 2 : 1;
    }
    if (name === 'timeout' || name === 'gtimeout' || (name === 'rtk' && FILTERS.has(words[next]))) next += 1;
    if (next >= words.length) return at;
    at = next;
  }
}

/** `env A=1 B=2 command`: the assignments, and where the command begins. */
export function environmentWords(words: Words): { length: number; assigned: readonly string[] } {
  if (words[0] !== 'env') return { length: 0, assigned: [] };
  const assigned: string[] = [];
  let at = 1;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (typeof word !== 'string' || !/^[A-Za-z_]\w*=/.test(word)) break;
    assigned.push(word);
  }
  return { length: at, assigned };
}
