import { describe, expect, it } from 'vitest';
import { namedOutputs } from '../../src/core/leftovers.ts';
import { readCommand } from '../../src/core/shell/reading.ts';

const named = (line: string, directory = '.') => [
  ...namedOutputs(readCommand(line), { root: '/repo', directory }),
];

describe('what a line names as written by its tests', () => {
  it.each<[line: string, path: string]>([
    ['pytest -q --junitxml=results.xml', 'results.xml'],
    ['go test -coverprofile c.out ./...', 'c.out'],
    ['npx jest --json --outputFile=out/results.json', 'out/results.json'],
    ['pytest -q > results.json', 'results.json'],
    ['cd app && pytest --html=report.html', 'app/report.html'],
    ['pytest --junitxml=/repo/r.xml', 'r.xml'],
  ])('%s', (line, path) => {
    expect(named(line)).toContain(path);
  });

  it('is seen from where the line starts', () => {
    expect(named('pytest --junitxml=r.xml', 'app')).toContain('app/r.xml');
  });

  it.each<[name: string, line: string, path: string]>([
    ['a program that is no test', 'python gen.py > src/data.json', 'src/data.json'],
    ['what lies outside', 'pytest --junitxml=/tmp/r.xml', 'r.xml'],
    ['another command of the line', 'echo x > a.json; pytest -q', 'a.json'],
  ])('not: %s', (_, line, path) => {
    expect(named(line)).not.toContain(path);
  });
});
