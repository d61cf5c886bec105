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

/** A script of a package, called for one package of a workspace or for all of them; null: another call, or one with more to it. */
function scriptCall(
  text: string,
): { manager: string; script: string; packages: 'all' | 'one' | 'here' } | null {
  const [manager = '', ...words] = text.trim().split(/\s+/);
  if (!/^(npm|pnpm|yarn)$/.test(manager)) return null;
  const called = words
    .join(' ')
    .replace(/(?:^|\s)(?:-w|--workspace|-F|--filter)(?:=|\s+)\S+|^workspace \S+/, ' <one>')
    .replace(/(?:^|\s)(?:-ws|--workspaces|-r|--recursive)(?=\s|$)/, ' <all>')
    .replace(/(?:^|\s)(?:run|run-script|-s|--silent|--if-present)(?=\s|$)/g, ' ');
  const names = called.split(/\s+/).filter((word) => word !== '' && word !== '<one>' && word !== '<all>');
  const [script, ...more] = names;
  if (script === undefined || more.length > 0 || script.startsWith('-')) return null;
  const packages = called.includes('<one>') ? 'one' : called.includes('<all>') ? 'all' : 'here';
  return { manager, script: script === 't' ? 'test' : script, packages };
}

/** A script of all packages of a workspace, for the same script of one that was named. */
export function runsForAllPackages(wide: Called, narrow: Called): boolean {
  const [all, one] = [scriptCall(wide.text), scriptCall(narrow.text)];
  if (all?.packages !== 'all' || one?.packages !== 'one') return false;
  return all.manager === one.manager && all.script === one.script;
}

/** How tox and nox say that an environment or a session ended well. */
const WENT_WELL: Readonly<Record<string, RegExp>> = {
  tox: /^\s+([\w.-]+): (?:OK\b|commands succeeded)/gm,
  nox: /^nox > (?:\* |Session )([\w.()=' -]+?)(?:: success| was successful)/gm,
};

/** tox or nox without a choice, whose output says that all that the narrower call had chosen went well. */
export function showsEnvironments(output: string, wide: Called, narrow: Called): boolean {
  const form = WENT_WELL[wide.program ?? ''];
  if (form === undefined || narrow.program !== wide.program || wide.scope.length > 0) return false;
  if (takesArguments(wide.text) || narrow.scope.length === 0) return false;
  const names = new Set([...output.matchAll(form)].map((match) => match[1]));
  return narrow.scope.every((name) => names.has(name));
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
