// What the README and the other documents say can be typed, opened and parsed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { program } from '../src/commands/program.ts';
import { parsePlan } from '../src/core/plan/parse.ts';
import { DEFAULT_POLICY } from '../src/core/policy.ts';
import { policyFromToml } from '../src/io/policy-file.ts';

const root = resolve(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const documents = ['README.md', ...markdownIn('docs')];

function markdownIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

const commands = new Map(
  program({ version: '', guarded: async () => {} }).commands.map((command) => [
    command.name(),
    command.options.map(({ long }) => long),
  ]),
);

/** What stands between two marks in the README. */
function between(start: string, end: string): string {
  return readme.split(start)[1]?.split(end)[0] ?? '';
}

describe.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8');

  test('its links lead somewhere', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map((match) => match[1] ?? '');
    const dead = links.filter(
      (link) => !/^https?:/.test(link) && !existsSync(join(root, dirname(document), link)),
    );
    expect(dead).toEqual([]);
  });

  test('its commands and their options are there', () => {
    const typed = [...text.matchAll(/`donegate ([a-z]+)([^`]*)`/g)];
    const unknown = typed.flatMap(([whole, name = '', rest = '']) => {
      const options = commands.get(name);
      if (options === undefined) return [whole];
      return [...rest.matchAll(/--[a-z-]+/g)]
        .filter(([option]) => !options.includes(option))
        .map(() => whole);
    });
    expect(unknown).toEqual([]);
  });
});

test('the configuration in the README is a valid one, and that of the defaults', () => {
  const { rules, ...shown } = policyFromToml(between('```toml\n', '```'));
  const { rules: set, ...defaults } = DEFAULT_POLICY;
  expect({ ...shown, checks: null, code: defaults.code }).toEqual(defaults);
  expect([set, ...new Set(Object.values(rules))]).toEqual([{}, 'block']);
});

test('the plan in the README has steps and no mistake', () => {
  const { steps, errors } = parsePlan(between('````markdown\n', '````'));
  expect({ titles: steps.map(({ title }) => title), errors }).toEqual({
    titles: ['Store', 'Write-ahead log'],
    errors: [],
  });
});

test('every command is named in the README', () => {
  const unnamed = [...commands.keys()].filter((name) => !readme.includes(`donegate ${name}`));
  expect(unnamed).toEqual([]);
});
