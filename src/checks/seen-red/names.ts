import type { PlacedTest } from '../changes/types.ts';

/** A failing test's name taken apart. `path`: the file, or its last part, if the runner names it. */
export type RunnerName = { path: string | null; suites: readonly string[]; name: string };

/** Takes apart what pytest, unittest, node:test, vitest, jest and mocha print; null: it names a file that did not load, or no test. */
export function parseName(printed: string): RunnerName | null {
  if (/_FailedTest|^setUpModule|^setUpClass|^tearDown/.test(printed)) return null;
  const dotted = /^(\w+) \(([\w.]+)\)/.exec(printed);
  if (dotted !== null) return fromDotted(dotted[1] ?? '', dotted[2] ?? '');
  const pieces = printed
    .replace(/\[[^\]]*\]$/, '')
    .split(/::|\s[›>]\s/)
    .map((piece) => piece.trim());
  const [first = '', ...rest] = pieces;
  const isFile = /\.(py|[cm]?[jt]sx?)$/.test(first);
  const titles = isFile ? rest : pieces;
  const name = titles.at(-1);
  return name === undefined || name === ''
    ? null
    : { path: isFile ? first.replace(/^\.\//, '') : null, suites: titles.slice(0, -1), name };
}

/** unittest: `test_y (tests.test_a.TestX.test_y)`, before Python 3.11 without the last part. */
function fromDotted(name: string, dotted: string): RunnerName {
  const places = dotted.split('.').filter((part, index, all) => part !== name || index !== all.length - 1);
  const suites = places.slice(-1);
  const module = places.slice(0, -1).filter((part) => part !== '__main__');
  return { path: module.length === 0 ? null : `${module.join('/')}.py`, suites, name };
}

/** The test bears the name; a title with holes (`adds %i`, `case ${n}`) fits what is printed for its rows. */
export function bearsName({ test }: PlacedTest, wanted: RunnerName): boolean {
  return (
    fits(test.name, wanted.name) &&
    wanted.suites.every((suite) => test.suites.some((own) => fits(own, suite)) || suite === '')
  );
}

/** The file is the one that the runner names, as far as it names one. */
export function isAt(path: string, wanted: RunnerName): boolean {
  return (
    wanted.path === null ||
    path === wanted.path ||
    path.endsWith(`/${wanted.path}`) ||
    wanted.path.endsWith(`/${path}`)
  );
}

const hole = /\\\$\\\{.*?\\\}|\\\$[\w.]+|%(?:[sdifjoOcp]|\\#|\\\$)|#?\{\w+\}/g;

function fits(title: string, printed: string): boolean {
  if (title === printed) return true;
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(hole, '.*');
  return pattern !== title && new RegExp(`^${pattern}$`, 's').test(printed);
}
