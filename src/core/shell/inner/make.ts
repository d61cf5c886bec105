// `make TARGET`: the recipes of the target and of what it needs.
import type { CommandClass, InnerMask, ProjectFiles } from '../../reading-types.ts';
import { joinPath } from '../commands/directory.ts';
import {
  type Context,
  isExecuting,
  type ProgramReading,
  plain,
  STRENGTH,
  strongest,
} from '../programs/program-reading.ts';
import { classOfTarget } from '../programs/rows.ts';
import type { Outcome } from '../programs/types.ts';
import { expandMake, type Makefile, type MakeRule, parseMakefile } from './makefile.ts';
import { digestScript, maskAt, scriptAt } from './script.ts';

type Call = Extract<Outcome, { kind: 'make' }>;

type Making = {
  call: Call;
  makefile: Makefile;
  path: string;
  directory: string;
  project: ProjectFiles;
  context: Context;
  seen: Set<string>;
};

/** One recipe line, or the whole recipe under `.ONESHELL`. */
type Step = { reading: ProgramReading; mask: InnerMask | null };

const MAX_STEPS = 200;

/** What make itself presets, as far as recipes call it. */
const IMPLICIT: readonly (readonly [string, string])[] = [
  ['CC', 'cc'],
  ['CXX', 'g++'],
  ['CPP', 'cc -E'],
  ['LD', 'ld'],
  ['AS', 'as'],
  ['AR', 'ar'],
  ['RM', 'rm -f'],
];

/** What the targets do; null: there is no makefile, so that the names decide. */
export function readMake(call: Call, context: Context): ProgramReading | null {
  const { project, directory } = context;
  if (project === null || directory === null) return null;
  const names = call.file === null ? ['GNUmakefile', 'makefile', 'Makefile'] : [call.file];
  const path = names
    .map((name) => joinPath(directory, name))
    .find((one) => one !== null && project.isFile(one));
  if (path === undefined || path === null) return null;
  const makefile = withIncludes(project, path, directory);
  const environment = context.assigns.filter(({ name }) => makefile.weak.has(name));
  const variables = new Map([
    ...IMPLICIT,
    ...makefile.variables,
    ['MAKE', 'make'],
    ...environment.map(({ name, value }): [string, string] => [name, value ?? '']),
    ...call.assigns.map(({ name, value }): [string, string] => [name, value ?? '']),
  ]);
  const making: Making = {
    call,
    makefile: { ...makefile, variables },
    path,
    directory,
    project,
    context,
    seen: new Set(),
  };
  const strange = strangeShell(variables);
  if (strange !== null)
    return { ...plain('inert', 'make', ['make', ...call.targets], context), disarmed: strange };
  const targets = call.targets.length > 0 ? call.targets : firstTarget(makefile);
  if (canMakeNothing(targets, making)) return null;
  return joinTargets(
    targets,
    targets.map((target) => readTarget(target, making)),
    making,
  );
}

/** A makefile without rules, and targets that are no files: make itself fails, so the names decide. */
function canMakeNothing(targets: readonly string[], { makefile, directory, project }: Making): boolean {
  if (makefile.rules.length > 0 || makefile.includes.length > 0) return false;
  return !targets.some((target) => exists(joinPath(directory, target) ?? target, project));
}

/** A shell that executes nothing, as `NAME = value`; null: an ordinary one. */
function strangeShell(variables: ReadonlyMap<string, string>): string | null {
  const shell = variables.get('SHELL');
  if (shell !== undefined && /(^|\/)(true|echo|:)(\s|$)/.test(shell)) return `SHELL = ${shell}`;
  const flags = variables.get('.SHELLFLAGS');
  return flags !== undefined && /(^|\s)-\w*n/.test(flags) ? `.SHELLFLAGS = ${flags}` : null;
}

function withIncludes(project: ProjectFiles, path: string, directory: string): Makefile {
  const main = parseMakefile(project.read(path) ?? '');
  const others = main.includes.slice(0, 8).flatMap((name) => {
    const text = project.read(joinPath(directory, expandMake(name, main.variables)) ?? name);
    return text === null ? [] : [parseMakefile(text)];
  });
  return {
    ...main,
    rules: [...main.rules, ...others.flatMap((one) => one.rules)],
    variables: new Map([...others.flatMap((one) => [...one.variables]), ...main.variables]),
    phony: new Set([...main.phony, ...others.flatMap((one) => [...one.phony])]),
  };
}

function firstTarget(makefile: Makefile): readonly string[] {
  const goal = makefile.variables.get('.DEFAULT_GOAL');
  if (goal !== undefined) return [goal];
  const first = makefile.rules
    .flatMap((rule) => rule.targets)
    .find((name) => !name.startsWith('.') && !name.includes('%'));
  return first === undefined ? [] : [first];
}

type TargetReading = { steps: readonly Step[]; nothing: string | null };

function readTarget(target: string, making: Making): TargetReading {
  const rules = making.makefile.rules.filter((rule) =>
    rule.targets.some((name) => expandMake(name, making.makefile.variables).split(/\s+/).includes(target)),
  );
  const patterns = making.makefile.rules.some((rule) => rule.targets.some((name) => name.includes('%')));
  if (rules.length === 0)
    return {
      steps: [],
      nothing:
        patterns || making.makefile.includes.length > 0 ? null : `${making.path} has no target ${target}`,
    };
  const stands = standsInTheWay(target, rules, making);
  if (stands !== null) return { steps: [], nothing: stands };
  return { steps: stepsOf(target, making), nothing: null };
}

/** A folder `test/` without a `.PHONY: test` makes `make test` say "up to date", and end 0. */
function standsInTheWay(target: string, rules: readonly MakeRule[], making: Making): string | null {
  const { project, directory, makefile } = making;
  if (makefile.phony.has(target)) return null;
  const place = joinPath(directory, target) ?? target;
  if (!project.isDirectory(place) && !project.isFile(place)) return null;
  const needs = rules.flatMap((rule) => rule.prerequisites);
  const forced = needs.some(
    (name) => makefile.phony.has(name) || !exists(joinPath(directory, name) ?? name, project),
  );
  return forced || needs.length > 0
    ? null
    : `there is a ${project.isDirectory(place) ? 'directory' : 'file'} ${target} and no .PHONY: make does nothing`;
}

function exists(path: string, project: ProjectFiles): boolean {
  return project.isFile(path) || project.isDirectory(path);
}

function stepsOf(target: string, making: Making): readonly Step[] {
  if (making.seen.has(target) || making.seen.size > MAX_STEPS) return [];
  making.seen.add(target);
  const { makefile } = making;
  const rules = makefile.rules.filter((rule) =>
    rule.targets.some((name) => expandMake(name, makefile.variables).split(/\s+/).includes(target)),
  );
  const needs = rules
    .flatMap((rule) => rule.prerequisites)
    .flatMap((name) => expandMake(name, makefile.variables).split(/\s+/));
  const before = needs.flatMap((name) => stepsOf(name, making));
  const rule = rules.findLast((one) => one.recipe.length > 0);
  if (rule === undefined) return before;
  const variables = new Map([
    ...makefile.variables,
    ['@', target],
    ['<', needs[0] ?? ''],
    ['^', needs.join(' ')],
  ]);
  const ignores =
    makefile.ignored === 'all' || makefile.ignored.has(target) || making.call.flags.ignoresErrors;
  return [...before, ...recipeSteps(rule, variables, ignores, making)];
}

function recipeSteps(
  rule: MakeRule,
  variables: ReadonlyMap<string, string>,
  ignores: boolean,
  making: Making,
): readonly Step[] {
  const lines = rule.recipe.map(({ line, text }) => ({
    line,
    text: expandMake(text, variables),
    written: text,
  }));
  const [first] = lines;
  if (first === undefined) return [];
  if (!making.makefile.isOneShell) return lines.map((one) => readStep(one, variables, ignores, making));
  const text = lines.map((one) => one.text.replace(/^\s*[@+-]+/, '')).join('\n');
  return [
    readStep(
      { ...first, text: (/^\s*[@+]*-/.exec(first.text)?.[0] ?? '') + text },
      variables,
      ignores,
      making,
    ),
  ];
}

function readStep(
  { line, text, written }: { line: number; text: string; written: string },
  variables: ReadonlyMap<string, string>,
  ignores: boolean,
  making: Making,
): Step {
  const marks = /^\s*[@+-]*/.exec(text)?.[0] ?? '';
  const flags = variables.get('.SHELLFLAGS') ?? '-c';
  const options = {
    pipefail: /pipefail/.test(flags),
    errexit: /(^|\s)-\w*e/.test(flags),
    posix: !/\b(ba|z|k)sh\b/.test(variables.get('SHELL') ?? ''),
  };
  const inside: Context = {
    ...making.context,
    directory: making.directory,
    stdin: { kind: 'none' },
    isListed: false,
  };
  const found = digestScript(text.slice(marks.length), options, inside);
  if (found === null) return { reading: plain('unknown', null, [], inside), mask: null };
  const inner = maskAt(found, making.path, line);
  const swallowed = marks.includes('-') || ignores;
  const place = { path: making.path, isFile: false, lineAt: (own: number) => line + own - 1 };
  return {
    reading: { ...found.reading, scripts: [scriptAt(found, { ...place, isIgnored: swallowed })] },
    mask: swallowed ? { path: making.path, line, text: written.trim() } : inner,
  };
}

function joinTargets(
  targets: readonly string[],
  read: readonly TargetReading[],
  making: Making,
): ProgramReading {
  const steps = read.flatMap((one) => one.steps);
  const body = STRENGTH.find((one) => steps.some(({ reading }) => reading.class === one)) ?? 'inert';
  const promised = targets.length === 0 ? 'build' : strongest(targets.map(classOfTarget));
  const nothing = read.find((one) => one.nothing !== null)?.nothing ?? null;
  const those = steps.filter(({ reading }) => reading.class === body);
  const base = {
    ...plain(classOf(body, promised), 'make', ['make', ...targets], making.context),
    scope: targets,
    namesTargets: true,
  };
  if (nothing !== null && those.length === 0)
    return { ...base, class: 'inert', executes: false, disarmed: nothing };
  if (body === 'inert') return inertTarget(base, promised, steps, making);
  const programs = new Set(those.map(({ reading }) => reading.program));
  const isOneRunner = body === 'test' && programs.size === 1;
  return {
    ...base,
    ...(isOneRunner ? given(those, base, making) : {}),
    program: isOneRunner ? (those[0]?.reading.program ?? 'make') : body === 'test' ? null : 'make',
    innerMask: those.find(({ mask }) => mask !== null)?.mask ?? null,
    scripts: those.flatMap(({ reading }) => reading.scripts),
  };
}

/** What the recipes give to their runner, where it works in make's own folder; elsewhere the names of the targets stay. */
function given(
  steps: readonly Step[],
  base: ProgramReading,
  { directory }: Making,
): Pick<ProgramReading, 'scope' | 'namesTargets'> {
  const readings = steps.map(({ reading }) => reading);
  if (readings.some((reading) => reading.directory !== directory || reading.namesTargets))
    return { scope: base.scope, namesTargets: true };
  const takesAll = readings.some(({ scope }) => scope.length === 0);
  return { scope: takesAll ? [] : readings.flatMap(({ scope }) => scope), namesTargets: false };
}

function classOf(body: CommandClass, promised: CommandClass): CommandClass {
  return promised === 'build' && (body === 'check' || body === 'run') ? 'build' : body;
}

function inertTarget(
  base: ProgramReading,
  promised: CommandClass,
  steps: readonly Step[],
  making: Making,
): ProgramReading {
  const why =
    steps.find(({ reading }) => reading.disarmed !== null)?.reading.disarmed ??
    `${making.path}: the recipe executes nothing`;
  return {
    ...base,
    class: 'inert',
    executes: false,
    disarmed: isExecuting(promised) && promised !== 'run' ? why : null,
  };
}
