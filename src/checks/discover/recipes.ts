import type { ProjectFiles } from '../../core/reading-types.ts';
import { type Candidate, literal } from './candidate.ts';

/** Targets of a Makefile, recipes of a justfile and check scripts of the project. */
export function recipes(project: ProjectFiles): readonly Candidate[] {
  return [
    ...fromFile(project, ['Makefile', 'makefile', 'GNUmakefile'], 'make', 'target'),
    ...fromFile(project, ['justfile', 'Justfile', '.justfile'], 'just', 'recipe'),
    ...checkScript(project),
  ];
}

function fromFile(
  project: ProjectFiles,
  names: readonly string[],
  program: string,
  noun: string,
): readonly Candidate[] {
  const path = names.find((name) => project.isFile(name));
  const text = path === undefined ? null : project.read(path);
  if (path === undefined || text === null) return [];
  const targets = parseTargets(text);
  return (['check', 'test'] as const).flatMap((name) => {
    const body = expand(targets, name, program);
    if (!/[^\s@-]/.test(body.replace(/^\s*@?(echo|true|:)\b.*$/gm, ''))) return [];
    return [
      {
        command: `${program} ${name}`,
        why: `${path} has the ${noun} "${name}".`,
        kind: name === 'check' && !/\btest|spec\b/.test(body) ? 'check' : 'test',
        body,
        runBy: [
          new RegExp(
            `(?:\\b${program}|\\$[({]MAKE[)}])(?:\\s+-\\S+)*\\s+(?:\\w+\\s+)*${literal(name).source}(?![\\w-])`,
          ),
        ],
        guessed: false,
      },
    ];
  });
}

type Target = { needs: readonly string[]; recipe: string };

function parseTargets(text: string): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>();
  const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const head = line.match(/^@?([A-Za-z_][\w.-]*(?:\s+[\w.-]+)*)\s*(?:\s[^:=]*)?::?(?![:=])\s*([^#]*)/);
    if (head === null) continue;
    const recipe: string[] = [];
    const [needs = '', inline = ''] = (head[2] ?? '').split(/;(.*)/s);
    recipe.push(inline);
    for (const next of lines.slice(index + 1)) {
      if (/^\s*(#.*)?$/.test(next)) continue;
      if (!/^\s/.test(next)) break;
      recipe.push(next);
    }
    for (const name of (head[1] ?? '').split(/\s+/))
      targets.set(name, { needs: needs.split(/\s+/).filter(Boolean), recipe: recipe.join('\n') });
  }
  return targets;
}

function expand(targets: ReadonlyMap<string, Target>, name: string, program: string): string {
  const seen = new Set<string>();
  const collect = (target: string): string => {
    const found = targets.get(target);
    if (found === undefined || seen.has(target)) return '';
    seen.add(target);
    const called = [...found.recipe.matchAll(/(?:\$[({]MAKE[)}]|\bmake|\bjust)\s+([\w-]+)/g)].map(
      (match) => match[1] ?? '',
    );
    return [
      found.recipe,
      ...found.needs.map((need) => `${program} ${need}`),
      ...[...found.needs, ...called].map(collect),
    ].join('\n');
  };
  return collect(name);
}

function checkScript(project: ProjectFiles): readonly Candidate[] {
  const path = [
    'scripts/check.sh',
    'script/check.sh',
    'bin/check.sh',
    'check.sh',
    'scripts/test.sh',
    'test.sh',
  ].find((candidate) => project.isFile(candidate));
  if (path === undefined) return [];
  const text = project.read(path) ?? '';
  // The executable bit is not known here, so the interpreter is named.
  const shell = /^#!.*\b(bash|zsh|dash|sh)\b/.exec(text)?.[1] ?? 'bash';
  return [
    {
      command: `${shell} ${path}`,
      why: `${path} is there.`,
      kind: 'test',
      body: text.replace(/^\s*#.*$/gm, ''),
      runBy: [literal(path)],
      guessed: false,
    },
  ];
}
