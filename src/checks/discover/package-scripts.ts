import type { ProjectFiles } from '../../core/reading-types.ts';
import { type Candidate, literal } from './candidate.ts';

type Scripts = Readonly<Record<string, string>>;

const names = {
  lint: ['lint', 'lint:check', 'eslint'],
  types: ['typecheck', 'type-check', 'types', 'check-types', 'check:types', 'types:check', 'tsc'],
  check: ['check', 'verify', 'validate', 'ci'],
  test: ['test', 'test:ci', 'test:run', 'test:unit', 'tests'],
} as const;

/** Checks that package.json names, called through the package manager whose lock file lies there. */
export function packageScripts(project: ProjectFiles): readonly Candidate[] {
  const manifest = parseManifest(project.read('package.json'));
  if (manifest === null) return [];
  const { scripts } = manifest;
  const manager = packageManager(project, manifest.packageManager);
  const found: Candidate[] = [];
  for (const kind of ['lint', 'types', 'check', 'test'] as const) {
    const name = names[kind].find((candidate) => usable(scripts, candidate));
    if (name === undefined) continue;
    const body = expand(scripts, name);
    if (kind === 'check' && !/\b(test|lint|types?|typecheck|tsc|vitest|jest|eslint|biome)\b/.test(body))
      continue;
    found.push(candidateOf(manager, kind, name, scripts[name] ?? '', body));
  }
  return found;
}

function candidateOf(
  manager: string,
  kind: Candidate['kind'],
  name: string,
  own: string,
  body: string,
): Candidate {
  const command = name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`;
  return {
    command,
    why: `package.json has the script "${name}": ${own}`,
    kind,
    body,
    runBy: callPatterns(name),
    guessed: false,
  };
}

/** How another script, recipe or shell file may call the script. */
function callPatterns(name: string): readonly RegExp[] {
  const quoted = literal(name).source;
  const end = '(?![\\w:-])';
  const managers = `\\b(?:npm|pnpm|yarn|bun)(?:\\s+-{1,2}[\\w-]+)*(?:\\s+run(?:-script)?)?(?:\\s+-{1,2}[\\w-]+)*\\s+${quoted}${end}`;
  const runners = `\\b(?:run-s|run-p|npm-run-all|wireit|turbo run|turbo)\\b[^&|;]*\\s["']?${quoted}${end}`;
  return [new RegExp(managers), new RegExp(runners)];
}

function usable(scripts: Scripts, name: string): boolean {
  const body = scripts[name]?.trim();
  if (body === undefined || body === '') return false;
  if (/no test specified/.test(body) || /^(true|:|exit 0|echo\b[^&|;]*)$/.test(body)) return false;
  // A watcher never ends, and a fixer would change the tree that it is asked about.
  return !/--watch(All)?(?![\w=])|\bnodemon\b|--fix(?![\w-])|--write(?![\w-])/.test(body);
}

/** The script's body with the bodies of the scripts that it calls. */
function expand(scripts: Scripts, name: string): string {
  const seen = new Set<string>();
  const collect = (script: string): string => {
    if (seen.has(script)) return '';
    seen.add(script);
    const own = [scripts[`pre${script}`], scripts[script], scripts[`post${script}`]]
      .filter(Boolean)
      .join('\n');
    const called = Object.keys(scripts).filter((other) =>
      callPatterns(other).some((pattern) => pattern.test(own)),
    );
    return [own, ...called.map(collect)].join('\n');
  };
  return collect(name);
}

function packageManager(project: ProjectFiles, named: string | null): string {
  const fromField = named?.match(/^(npm|pnpm|yarn|bun)@/)?.[1];
  if (fromField !== undefined) return fromField;
  if (project.isFile('pnpm-lock.yaml')) return 'pnpm';
  if (project.isFile('yarn.lock')) return 'yarn';
  if (project.isFile('bun.lock') || project.isFile('bun.lockb')) return 'bun';
  return 'npm';
}

function parseManifest(text: string | null): { scripts: Scripts; packageManager: string | null } | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const scripts = isRecord(value.scripts) ? value.scripts : {};
  const manager = value.packageManager;
  return {
    scripts: Object.fromEntries(
      Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    packageManager: typeof manager === 'string' ? manager : null,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
