import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src');

type Layer = {
  name: string;
  holds: (path: string) => boolean;
  mayImport: readonly string[];
  packages: readonly string[];
};

/** First match wins. `packages`: what a layer may import from outside; `*` = anything but node:. */
const LAYERS: readonly Layer[] = [
  {
    name: 'core',
    holds: under('core/'),
    mayImport: ['core'],
    packages: ['unbash', 'smol-toml', 'mdast-util-from-markdown', 'mdast'],
  },
  { name: 'session-types', holds: is('session-types.ts'), mayImport: ['core'], packages: [] },
  {
    name: 'languages',
    holds: under('languages/'),
    mayImport: ['languages', 'core'],
    packages: ['web-tree-sitter', 'node:'],
  },
  {
    name: 'results',
    holds: under('results/'),
    mayImport: ['results', 'core', 'session-types'],
    packages: ['saxes'],
  },
  {
    name: 'checks',
    holds: under('checks/'),
    mayImport: ['checks', 'core', 'languages', 'results', 'session-types'],
    packages: ['diff'],
  },
  {
    name: 'session',
    holds: (path) => path === 'session.ts' || path.startsWith('session/'),
    mayImport: ['session', 'session-types', 'core'],
    packages: [],
  },
  {
    name: 'replay',
    holds: under('replay/'),
    mayImport: ['replay', 'session', 'session-types', 'core', 'results', 'checks'],
    packages: ['zod', 'smol-toml'],
  },
  { name: 'witness', holds: under('witness/'), mayImport: ['witness', 'core'], packages: [] },
  {
    name: 'agent',
    holds: under('agent/'),
    mayImport: ['agent', 'session', 'session-types', 'core'],
    packages: ['*', 'node:'],
  },
  {
    name: 'io',
    holds: under('io/'),
    mayImport: ['io', 'core', 'session-types', 'witness'],
    packages: ['node:', 'smol-toml', 'zod'],
  },
  { name: 'report', holds: under('report/'), mayImport: ['report', 'core'], packages: ['picocolors'] },
  {
    name: 'demo',
    holds: under('demo/'),
    mayImport: ['demo', 'agent', 'session', 'session-types', 'core', 'io', 'checks', 'results', 'commands'],
    packages: ['*', 'node:'],
  },
  {
    name: 'edge',
    holds: (path) => path.startsWith('commands/') || path === 'cli.ts' || path === 'index.ts',
    mayImport: ['*'],
    packages: ['*', 'node:'],
  },
];

/** What a pure layer may not say: clock, chance, environment. */
const IMPURE =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bperformance\.now\b|\bsetTimeout\b/;
const PURE = ['core', 'session-types', 'results', 'witness'];

function under(prefix: string): (path: string) => boolean {
  return (path) => path.startsWith(prefix);
}

function is(name: string): (path: string) => boolean {
  return (path) => path === name;
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.find((layer) => layer.holds(path));
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }));

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|(?:^|\n)\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf(text: string): string[] {
  const named = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  // Our own imports all carry .ts; what does not is text of somebody else's program (the demo writes one).
  return named.filter((from) => !from.startsWith('.') || from.endsWith('.ts'));
}

function faultOfImport(path: string, from: string): string | undefined {
  const layer = layerOf(path);
  if (layer === undefined) return 'is in no layer';
  if (!from.startsWith('.')) {
    const isNode = from.startsWith('node:');
    const allowed = layer.packages.some((name) =>
      name === '*' ? !isNode : name === 'node:' ? isNode : from === name || from.startsWith(`${name}/`),
    );
    return allowed ? undefined : `imports ${from}`;
  }
  const target = relative(source, resolve(source, dirname(path), from));
  const targetLayer = layerOf(target);
  if (targetLayer === undefined) return `imports ${target}, which is in no layer`;
  return layer.mayImport.includes('*') || layer.mayImport.includes(targetLayer.name)
    ? undefined
    : `imports ${target}`;
}

describe('the rings', () => {
  it('finds files to look at, and imports in them', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(files.flatMap((file) => importsOf(file.text)).length).toBeGreaterThan(files.length);
  });

  it('notices a wrong import, a file in no layer and a foreign package', () => {
    expect(faultOfImport('core/gate.ts', '../io/exec.ts')).toBe('imports io/exec.ts');
    expect(faultOfImport('core/gate.ts', 'node:fs')).toBe('imports node:fs');
    expect(faultOfImport('elsewhere/x.ts', './y.ts')).toBe('is in no layer');
    expect(faultOfImport('io/exec.ts', 'node:fs')).toBeUndefined();
  });

  it('hold: each file is in a layer and imports only what its layer may', () => {
    const faults = files.flatMap(({ path, text }) => {
      const imports = importsOf(text);
      const found = imports.map((from) => faultOfImport(path, from)).filter((fault) => fault !== undefined);
      return layerOf(path) === undefined
        ? [`${path} is in no layer`]
        : found.map((fault) => `${path} ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  it('hold: what decides knows no clock, chance or environment', () => {
    const faults = files
      .filter(({ path }) => PURE.includes(layerOf(path)?.name ?? '') || /^checks\/.*judge.*\.ts$/.test(path))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, index) =>
            IMPURE.test(line) && !/^\s*(\/\/|\*)/.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
          ),
      );
    expect(faults).toEqual([]);
  });

  it('hold: no file of the product is longer than 300 lines', () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 300);
    expect(long).toEqual([]);
  });
});
