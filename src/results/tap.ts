import { reportOf } from './suites.ts';
import type { ResultReader, Suite } from './types.ts';

const POINT = /^( *)(not )?ok\b(?: (\d+))?(?: -)? ?(.*)$/;
const PLAN = /^1\.\.(\d+)(?: # *(?:skip|SKIP)\S* ?(.*))?$/;
const DIRECTIVE = /(?:^| )# *(TODO|SKIP)\b/i;

/** Directives and times: what stands behind a name and is none of it. */
const NOT_NAME = /(?: in \d+m?s(?:ec)?)?(?: # *(?:(?:TODO|SKIP)\b|time=).*)?$/i;

type Point = {
  number: number | null;
  depth: number;
  failed: boolean;
  skipped: boolean;
  name: string;
  group: boolean;
};

/** TAP 12 to 14 from any producer: leaves are counted, a test with subtests by them. */
export const tap: ResultReader = {
  runner: 'tap',
  alwaysSummarises: true,
  countsFrom: 'lines',
  readAlone: null,
  read(output) {
    const lines = output.split('\n');
    const plans = lines.flatMap((line) => planOf(line) ?? []);
    const points = withoutPrinted(pointsOf(lines));
    const planned = plans.reduce((sum, plan) => sum + plan.count, 0);
    const top = points.filter(({ depth }) => depth === 0).length;
    const leaves = points.filter(({ group }) => !group);
    const suite = suiteOf(leaves);
    if (plans.length === 0 || (top < planned && suite.failed === 0)) return { kind: 'silent' };
    const note = planned === 0 ? plans.map(({ why }) => why || 'the plan is 1..0').join(', ') : null;
    return reportOf(
      [{ ...suite, note }],
      leaves.flatMap(({ failed, name }) => (failed ? [name] : [])),
    );
  },
};

function planOf(line: string): { count: number; why: string } | null {
  const match = PLAN.exec(line);
  return match === null ? null : { count: Number(match[1]), why: match[2] ?? '' };
}

function suiteOf(leaves: readonly Point[]): Suite {
  const failed = leaves.filter((point) => point.failed).length;
  const skipped = leaves.filter((point) => point.skipped).length;
  return { passed: leaves.length - failed - skipped, failed, skipped, note: null };
}

/** Diagnostics (`---` to `...`) are jumped over. `ok 1 - name {` opens a group, else a group stands behind its tests. */
function pointsOf(lines: readonly string[]): Point[] {
  const points: Point[] = [];
  let diagnostics = false;
  for (const line of lines) {
    if (/^ +---$/.test(line)) diagnostics = true;
    if (/^ +\.\.\.$/.test(line)) diagnostics = false;
    const match = diagnostics ? null : POINT.exec(line);
    if (match === null) continue;
    const depth = (match[1] ?? '').length / 4;
    if (!Number.isInteger(depth)) continue;
    const text = match[4] ?? '';
    const skipped = DIRECTIVE.test(text);
    const failed = match[2] !== undefined && !skipped;
    const children = childrenBefore(points, depth);
    const group = text.endsWith('{') || children.some((child) => !failed || child.failed);
    points.push({
      number: match[3] === undefined ? null : Number(match[3]),
      depth,
      failed,
      skipped,
      group,
      name: text.replace(NOT_NAME, ''),
    });
  }
  return points;
}

/** A point whose number does not follow, while the next one's number does, was printed by a test. */
function withoutPrinted(points: readonly Point[]): Point[] {
  const top = points.filter(({ depth }) => depth === 0);
  const printed = new Set(
    top.filter(({ number }, index) => {
      const [before, next] = [top[index - 1]?.number, top[index + 1]?.number];
      return (
        before != null && number !== null && number !== 1 && number !== before + 1 && next === before + 1
      );
    }),
  );
  return points.filter((point) => !printed.has(point));
}

function childrenBefore(points: readonly Point[], depth: number): Point[] {
  const children: Point[] = [];
  for (let index = points.length - 1; index >= 0; index -= 1) {
    const point = points[index];
    if (point === undefined || point.depth <= depth) break;
    if (point.depth === depth + 1) children.push(point);
  }
  const opener = points[points.length - 1 - children.length];
  return opener?.group === true && opener.name.endsWith('{') ? [] : children;
}
