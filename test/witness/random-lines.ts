// Random lines over probes. Each probe has a name and a status of its own, so that a status tells whose it is.

/** A generator of numbers in [0, 1) from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** One line; its probes are `./p NAME STATUS`. Every loop in it ends. */
export function randomLine(random: () => number): string {
  const budget = { left: 3 + Math.floor(random() * 6), probes: 0 };
  const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(random() * items.length)] ?? items[0];
  const chance = (share: number) => random() < share;

  const probe = (): string => {
    budget.left -= 1;
    budget.probes += 1;
    const status = chance(0.5) ? 0 : 10 + budget.probes;
    return `./p n${budget.probes} ${status}`;
  };
  const simple = (): string => {
    if (chance(0.72)) return `${probe()}${pick(['', '', '', ' >/dev/null', ' 2>&1', ' <<<x'])}`;
    return pick([
      (): string => 'true',
      (): string => 'false',
      (): string => 'echo x',
      (): string => 'x=1',
      (): string => `x=$(${list(1)})`,
      (): string => `echo $(${list(1)})`,
      (): string => `cat <(${probe()})`,
      (): string => `eval '${probe()}; ${probe()}'`,
      (): string => '[[ -n $x ]]',
      (): string => '((0))',
      (): string => 'f',
      (): string => 'cd .',
      (): string => 'wait',
      (): string => `${probe()} & wait $!`,
      (): string => `bash -c '${probe()}${pick([' && ', '; ', ' | '])}${probe()}'`,
      (): string => `export y=$(${probe()})`,
      (): string => `f <missing`,
      (): string => `cat <<E\n$(${probe()})\nE\n:`,
    ])();
  };
  const element = (depth: number): string => (depth > 0 && chance(0.2) ? compound(depth - 1) : simple());
  const pipeline = (depth: number): string => {
    const length = chance(0.3) ? 2 + Math.floor(random() * 2) : 1;
    const elements = Array.from({ length }, () => element(depth));
    return `${chance(0.08) ? '! ' : ''}${chance(0.03) ? 'time ' : ''}${elements.join(' | ')}`;
  };
  const andOr = (depth: number): string => {
    let text = pipeline(depth);
    while (chance(0.3) && budget.left > 0) text += ` ${pick(['&&', '||'])} ${pipeline(depth)}`;
    return text;
  };
  function list(depth: number): string {
    let text = andOr(depth);
    while (chance(0.45) && budget.left > 0) text += `${pick(['; ', '; ', '\n', ' & '])}${andOr(depth)}`;
    return text;
  }
  function compound(depth: number): string {
    return pick([
      (): string => `(${list(depth)})`,
      (): string => `{ ${list(depth)}; }`,
      (): string => `if ${list(depth)}; then ${list(depth)}; fi`,
      (): string => `if ${list(depth)}; then ${list(depth)}; else ${list(depth)}; fi`,
      (): string => `for i in 0 1; do ${list(depth)}; done`,
      (): string => `for i in 0 7; do ./p v${++budget.probes} $i; done`,
      (): string => `for i in; do ${list(depth)}; done`,
      (): string => `while ${list(depth)}; do ${list(depth)}; break; done`,
      (): string => `until ${list(depth)}; do ${list(depth)}; break; done`,
      (): string => `(${list(depth)}) <missing`,
      (): string => `{ ${list(depth)}; } <missing`,
      (): string => `for ((i = 0; i < 2; i++)); do ${list(depth)}; done`,
      (): string => `case a in b) ${list(depth)} ;; a) ${list(depth)} ;; esac`,
    ])();
  }
  const opening = pick([
    (): string => '',
    (): string => '',
    (): string => '',
    (): string => 'set -e; ',
    (): string => `f() { ${list(1)}; }; `,
    (): string => "trap 'true; false' EXIT; ",
    (): string => "trap 'true; true' ERR; ",
    (): string => 'set -x; ',
    (): string => 'shopt -s lastpipe; ',
  ])();
  const parts: string[] = [];
  do parts.push(chance(0.3) ? compound(2) : list(2));
  while (budget.left > 0 && chance(0.8));
  const ending = pick([
    (): string => '',
    (): string => '',
    (): string => '',
    (): string => '; echo end',
    (): string => `; exit ${pick([0, 3])}`,
    (): string => `; exec ${probe()}`,
    (): string => '; (exit 5)',
    (): string => '; wait',
  ])();
  return `${opening}${parts.join(pick(['; ', '\n']))}${ending}`;
}
