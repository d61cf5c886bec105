// The rules over the facts once more, written from their description alone and as plainly as possible; slow, and for few commands.

/** A step of a made session. `green` and `red` are test runs of a scope (`''`: everything). */
export type Act =
  | { kind: 'write'; path: string; content: string | null }
  | { kind: 'test'; result: 'green' | 'red'; scope: string; before?: Written; after?: Written }
  | { kind: 'lost'; result: 'masked' | 'empty' | 'unknown' }
  | { kind: 'list' }
  | { kind: 'user' }
  | { kind: 'give_up' }
  | { kind: 'claim' };
export type Written = { path: string; content: string };

/** What an answer has to say. */
export type Expected = {
  decision: string;
  outcome: string | null;
  unverified: boolean;
  files: readonly string[];
  streak: number;
  lastRun: string | null;
};

type Files = Map<string, string>;
type Standing = { green: boolean; reds: Set<string> };
type World = {
  base: Files;
  files: Files;
  /** Content at the last verified state. */
  verified: Files;
  standings: Map<string, Standing>;
  reported: Set<string>;
  streak: Set<string>;
  lastRun: string | null;
  refusals: number;
  wrote: boolean;
  ran: boolean;
};

const WRITE_CAP = 3;
const GATE_FAILURES = 3;

/** The answers to a session that starts with these files. */
export function expectedAnswers(
  baseline: Readonly<Record<string, string>>,
  acts: readonly Act[],
): Expected[] {
  const base = new Map(Object.entries(baseline));
  const world: World = {
    base,
    files: new Map(base),
    verified: new Map(base),
    standings: new Map(),
    reported: new Set(),
    streak: new Set(),
    lastRun: null,
    refusals: 0,
    wrote: false,
    ran: false,
  };
  return acts.map((act) => {
    const [decision, outcome] = answer(world, act);
    const unverified = isUnverified(world);
    return {
      decision,
      outcome,
      unverified,
      files: unverified ? differing(world.files, world.verified) : [],
      streak: world.streak.size,
      lastRun: world.lastRun,
    };
  });
}

type Answer = readonly [decision: string, outcome: string | null];
const ALLOWED: Answer = ['allow', null];

function answer(world: World, act: Act): Answer {
  switch (act.kind) {
    case 'write':
      return write(world, act);
    case 'test':
      return test(world, act);
    case 'lost':
      world.streak.clear();
      world.lastRun = act.result;
      world.ran = true;
      return ALLOWED;
    case 'list':
      return ALLOWED;
    case 'user':
      [world.refusals, world.wrote, world.ran] = [0, false, false];
      return ALLOWED;
    case 'give_up':
      world.reported.add(stateOf(world));
      return ['end', 'gave_up'];
    case 'claim':
      return claim(world);
  }
}

function write(world: World, { path, content }: Act & { kind: 'write' }): Answer {
  if (!isDocumentation(path) && !world.streak.has(path) && world.streak.size >= WRITE_CAP)
    return ['deny', null];
  if (put(world, path, content) && content !== null && content !== world.base.get(path))
    world.streak.add(path);
  return ALLOWED;
}

function test(world: World, { result, scope, before, after }: Act & { kind: 'test' }): Answer {
  if (before !== undefined) put(world, before.path, before.content);
  const changedAfterwards = after !== undefined && put(world, after.path, after.content);
  [world.lastRun, world.ran] = [result, true];
  world.streak.clear();
  if (changedAfterwards && after.content !== world.base.get(after.path)) world.streak.add(after.path);
  if (changedAfterwards || differing(world.files, world.base).length === 0) return ALLOWED;
  const wasVerified = !isUnverified(world);
  const standing = standingOf(world);
  if (result === 'red') standing.reds.add(scope);
  else {
    standing.green = true;
    if (scope === '') standing.reds.clear();
    else standing.reds.delete(scope);
  }
  world.standings.set(stateOf(world), standing);
  if (wasVerified && isUnverified(world)) world.verified = new Map(world.base);
  keepIfVerified(world);
  return ALLOWED;
}

function claim(world: World): Answer {
  if (!isUnverified(world)) return ['end', 'done'];
  const isOld = world.reported.has(stateOf(world)) && !world.wrote;
  if (!isOld || world.ran) world.refusals += 1;
  if (!isOld && world.refusals < GATE_FAILURES) return ['send_back', null];
  world.reported.add(stateOf(world));
  return ['end', 'gate_failed'];
}

/** True if that changed code. */
function put(world: World, path: string, content: string | null): boolean {
  const changes = (world.files.get(path) ?? null) !== content && !isDocumentation(path);
  if (content === null) world.files.delete(path);
  else world.files.set(path, content);
  world.wrote ||= changes;
  keepIfVerified(world);
  return changes;
}

function keepIfVerified(world: World): void {
  if (!isUnverified(world)) world.verified = new Map(world.files);
}

function isUnverified(world: World): boolean {
  if (differing(world.files, world.base).length === 0) return false;
  const { green, reds } = standingOf(world);
  return !green || reds.size > 0;
}

function standingOf(world: World): Standing {
  return world.standings.get(stateOf(world)) ?? { green: false, reds: new Set() };
}

function stateOf({ files, base }: World): string {
  return differing(files, base)
    .map((path) => `${path}=${files.get(path)}`)
    .join(' ');
}

function differing(one: Files, other: Files): readonly string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => !isDocumentation(path) && one.get(path) !== other.get(path)).sort();
}

function isDocumentation(path: string): boolean {
  return path.endsWith('.md');
}
