// Tasks that run tests: what their names say of how many.

type Called = { program: string | null; scope: readonly string[]; text: string };

const ALL_TESTS = /^(tests?|specs?|check|test-all|all-tests|ci|verify)$/;

/** Programs that run tasks which a project names, with what may stand between them and the name. */
const RUN_BY_NAME =
  /(?:^|[\s/])(?:just|mise(?: run| r)?|task|poe|inv(?:oke)?|hatch run|pdm run|rake)(?: -[\w-]+)* (\S+)$/;

/** Arguments that go to what the task starts: it may run less than its name says. */
export function takesArguments(text: string): boolean {
  return /\s--\s|\b\w*(ARGS|OPTS|OPTIONS|TESTS?|FILTER|FILES?|RUN|PATTERN)\w*=/.test(`${text} `);
}

/** `tox`, `nox`, `make test`, `just test`: tasks that by their nature run all tests. What `npm test` runs is a matter of its script. */
export function isWholeSuite({ program, scope, text }: Called): boolean {
  if (takesArguments(text)) return false;
  if (program === 'tox' || program === 'nox')
    return scope.length === 0 || (scope.length === 1 && /^tests?$/.test(scope[0] ?? ''));
  if (program === 'make' || program === 'gmake') return scope.some((target) => ALL_TESTS.test(target));
  if (program === null || !/^(just|mise|task|poe|inv|invoke|hatch|pdm|rake)$/.test(program)) return false;
  return ALL_TESTS.test(RUN_BY_NAME.exec(text.trim().replace(/\s+/g, ' '))?.[1] ?? '');
}

/** Environments of tox and sessions of nox that run tests. */
const TESTING = /^(tests?|unit|unit-?tests?|py(py)?[\d.]*)([-_.][\w.-]+)?$/;

/** A call of tox or nox whose environment runs tests, for tests that were chosen one by one. */
export function runsTestsOf({ program, scope, text }: Called, narrow: Called): boolean {
  if (program !== 'tox' && program !== 'nox') return false;
  return !takesArguments(text) && choosesTests(narrow) && scope.some((name) => TESTING.test(name));
}

/** It names files or tests. */
export function choosesTests({ scope }: Called): boolean {
  return scope.some((entry) => !entry.startsWith('-') && !/^(\.|\.\/)?$|\.\.\.$/.test(entry));
}

const KINDS = [
  'unit',
  'integration',
  'e2e',
  'functional',
  'acceptance',
  'smoke',
  'system',
  'browser',
  'perf',
];

/** Kinds of tests that a text names. */
function kindsIn(text: string): readonly string[] {
  return KINDS.filter((kind) => new RegExp(`(^|[^a-zA-Z])${kind}([^a-zA-Z]|$)`, 'i').test(text));
}

/** A task of unit tests runs no test of another kind, as far as the names say; one without a kind runs all. */
export function fitsKind(wide: Called, narrow: Called): boolean {
  const kinds = kindsIn(`${wide.text} ${wide.scope.join(' ')}`);
  const named = kindsIn(narrow.scope.map((entry) => entry.replace(/::.*$/, '')).join(' '));
  return kinds.length === 0 || named.every((kind) => kinds.includes(kind));
}
