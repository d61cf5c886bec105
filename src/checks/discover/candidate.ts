/** A command that could be a check of the project, before those that another one already runs are dropped. */
export type Candidate = {
  command: string;
  /** A sentence for `check --list`. */
  why: string;
  kind: 'lint' | 'types' | 'test' | 'check';
  /** What it runs, as far as the project's files tell (bodies of scripts and recipes). */
  body: string;
  /** A line that matches one of these runs this candidate. */
  runBy: readonly RegExp[];
  /** Our guess from a manifest; the project itself names no command. */
  guessed: boolean;
};

const order = { lint: 0, types: 1, check: 2, test: 3 } as const;

/** Drops each candidate that another one runs, and puts the fast kinds first. */
export function choose(candidates: readonly Candidate[]): readonly Candidate[] {
  const kept = candidates.filter(
    (one, index) => !candidates.some((other, at) => replaces(other, one, at < index)),
  );
  return kept
    .map((candidate, index) => ({ candidate, index }))
    .sort((a, b) => order[a.candidate.kind] - order[b.candidate.kind] || a.index - b.index)
    .map(({ candidate }) => candidate);
}

function replaces(other: Candidate, one: Candidate, standsBefore: boolean): boolean {
  if (other === one || !runs(other, one)) return false;
  return !runs(one, other) || standsBefore;
}

function runs(outer: Candidate, inner: Candidate): boolean {
  return inner.runBy.some((pattern) => pattern.test(outer.body));
}

/** A regular expression that matches the text literally. */
export function literal(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'));
}
