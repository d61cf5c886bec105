import type { TestReport } from '../core/types.ts';
import { leavesOf } from './go-leaves.ts';
import { NOTHING, reportOf } from './suites.ts';
import type { Suite } from './types.ts';

const NOT_BUILT = /^FAIL\t(\S+) \[\w+ failed\]$/;

type GoEvent = { action: string; package: string; test: string | null; output: string };

/** `go test -json`: one event a line. Null where no line is such an event. */
export function readGoEvents(lines: readonly string[]): TestReport | null {
  const events = lines.flatMap((line) => eventOf(line) ?? []);
  if (events.length === 0) return null;
  const packages = new Map<string, GoEvent[]>();
  for (const event of events) {
    const known = packages.get(event.package);
    if (known === undefined) packages.set(event.package, [event]);
    else known.push(event);
  }
  const read = [
    ...[...packages].flatMap(([name, found]) => packageOf(name, found) ?? []),
    ...notBuilt(lines, packages),
  ];
  return reportOf(
    read.map(({ suite }) => suite),
    read.flatMap(({ failing }) => failing),
  );
}

/** Before Go 1.24 what could not be built is no event, but a line between them. */
function notBuilt(
  lines: readonly string[],
  packages: ReadonlyMap<string, readonly GoEvent[]>,
): { suite: Suite; failing: string[] }[] {
  return lines.flatMap((line) => {
    const name = NOT_BUILT.exec(line)?.[1];
    if (name === undefined || packages.has(name)) return [];
    return [{ suite: { passed: 0, failed: 1, skipped: 0, note: null }, failing: [name] }];
  });
}

function eventOf(line: string): GoEvent | null {
  if (!line.startsWith('{"') || !line.includes('"Action":"')) return null;
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return null;
    const text = (key: string) => {
      const found: unknown = Reflect.get(value, key);
      return typeof found === 'string' ? found : null;
    };
    const [action, name] = [text('Action'), text('Package')];
    if (action === null || name === null) return null;
    return { action, package: name, test: text('Test'), output: text('Output') ?? '' };
  } catch {
    return null;
  }
}

/** Null: the package never ended (clipped). */
function packageOf(name: string, events: readonly GoEvent[]): { suite: Suite; failing: string[] } | null {
  const end = events.findLast(
    ({ action, test }) => test === null && ['pass', 'fail', 'skip'].includes(action),
  );
  const { passed, failed, skipped } = leavesOf({
    passed: namesOf(events, 'pass'),
    failed: namesOf(events, 'fail'),
    skipped: namesOf(events, 'skip'),
  });
  const failedToBuild = events.some(
    ({ test, output }) => test === null && /^FAIL\t.* \[\w+ failed\]\n$/.test(output),
  );
  if (end === undefined && !failedToBuild) return null;
  if (end?.action === 'fail' || failedToBuild) {
    const failing = failed.length === 0 ? [name] : failed.map((test) => `${name}.${test}`);
    return {
      suite: { passed: passed.length, failed: failing.length, skipped: skipped.length, note: null },
      failing,
    };
  }
  const counts = { passed: passed.length, failed: 0, skipped: skipped.length };
  if (counts.passed + counts.skipped > 0) return { suite: { ...counts, note: null }, failing: [] };
  const none = end?.action === 'skip' || saysNone(events);
  const suite = none ? { ...NOTHING, note: 'no test files or no tests to run' } : { ...NOTHING, passed: 1 };
  return { suite, failing: [] };
}

/**
 * From its start to its end there is neither a test nor a benchmark (of which no event tells the end), or it says so itself.
 * Where its start was clipped away, nobody knows: it counts as one test that passed, like a package in plain text.
 */
function saysNone(events: readonly GoEvent[]): boolean {
  if (events.some(({ output }) => /\[no tests? (?:files|to run)\]/.test(output))) return true;
  return events.some(({ action }) => action === 'start') && events.every(({ test }) => test === null);
}

function namesOf(events: readonly GoEvent[], action: string): string[] {
  return events.flatMap((event) => (event.action === action && event.test !== null ? [event.test] : []));
}
