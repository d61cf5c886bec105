// Scripts of package.json: `npm test`, `pnpm --filter x run build`, `yarn lint`.
import type { ProjectFiles } from '../../reading-types.ts';
import { joinPath } from '../commands/directory.ts';
import { type Context, type ProgramReading, plain, strongest } from '../programs/program-reading.ts';
import { readProgram } from '../programs/read-program.ts';
import type { Outcome, Words } from '../programs/types.ts';
import { asTask } from './as-task.ts';
import { digestScript, maskAt, scriptAt } from './script.ts';

type Call = Extract<Outcome, { kind: 'package-script' }>;

/** A package and its scripts; `text` is the file, for line numbers. */
type Package = {
  directory: string;
  path: string;
  text: string;
  scripts: ReadonlyMap<string, string>;
  /** The file lists scripts. One that does not, or cannot be parsed, cannot be what let a script end 0. */
  listsScripts: boolean;
};

/** Folders up to the root of the repository in which a package.json is looked for. */
const MAX_PARENTS = 8;

/** What the scripts do; null: no package.json is there, so the names decide. */
export function readPackageScript(call: Call, words: Words, context: Context): ProgramReading | null {
  const { project, directory } = context;
  if (project === null || directory === null) return null;
  const home = packageFrom(project, directory);
  if (home === null) return null;
  const found = call.workspaces.kind === 'here' ? home : workspaceOf(project, home, call);
  if (found === null) return null;
  if (!found.listsScripts && !call.bare && !call.ifPresent) return null;
  const readings = call.names.map((name) => readOne(name, found, call, words, context));
  if (readings.length === 1) return readings[0] ?? null;
  const best = strongest(readings.map((reading) => reading.class));
  const those = readings.filter((reading) => reading.class === best);
  const one = those.find((reading) => reading.innerMask !== null) ?? those[0];
  return one === undefined ? null : { ...one, scripts: those.flatMap((reading) => reading.scripts) };
}

function packageFrom(project: ProjectFiles, directory: string): Package | null {
  let place: string = directory;
  for (let step = 0; step < MAX_PARENTS; step += 1) {
    const found = readPackage(project, place);
    if (found !== null) return found;
    if (place === '/' || project.isDirectory(joinPath(place, '.git') ?? '')) return null;
    place = joinPath(place, '..') ?? '/';
  }
  return null;
}

function readPackage(project: ProjectFiles, directory: string): Package | null {
  const path = joinPath(directory, 'package.json') ?? 'package.json';
  const text = project.read(path);
  if (text === null) return null;
  const scripts = new Map<string, string>();
  const listed = scriptsOf(text);
  for (const [name, body] of Object.entries(listed ?? {}))
    if (typeof body === 'string') scripts.set(name, body);
  return { directory, path, text, scripts, listsScripts: listed !== null };
}

function scriptsOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const scripts = typeof value === 'object' && value !== null && 'scripts' in value ? value.scripts : null;
    return typeof scripts === 'object' ? scripts : null;
  } catch {
    // The package manager will say so itself, and end with a failure.
    return null;
  }
}

/** A workspace by its folder or by its name, looked for where workspaces usually lie. */
function workspaceOf(project: ProjectFiles, home: Package, call: Call): Package | null {
  if (call.workspaces.kind !== 'named' || call.workspaces.names.length !== 1) return null;
  const [name = ''] = call.workspaces.names;
  const last = name.slice(name.lastIndexOf('/') + 1);
  const places = [
    name,
    last,
    `packages/${last}`,
    `apps/${last}`,
    `libs/${last}`,
    `services/${last}`,
    `packages/${name}`,
  ];
  for (const place of places) {
    const full = joinPath(home.directory, place.replace(/^\.\//, ''));
    const found = full === null ? null : readPackage(project, full);
    if (found !== null && found.path !== home.path) return found;
  }
  return null;
}

function readOne(name: string, home: Package, call: Call, words: Words, context: Context): ProgramReading {
  const shell = strangeShell(home, context);
  if (shell !== null) return { ...plain('inert', null, words, context), disarmed: shell };
  const body = home.scripts.get(name);
  if (body === undefined) return withoutScript(name, home, call, words, context);
  const inside: Context = { ...context, directory: home.directory, stdin: { kind: 'none' }, isListed: false };
  const text = ['pre', '', 'post']
    .flatMap((part) => {
      const script = home.scripts.get(part + name);
      return script === undefined ? [] : [part === '' ? withArguments(script, call.arguments) : script];
    })
    .map((script, _, all) => (all.length === 1 ? script : `( ${script}\n)`))
    .join(' && ');
  const found = digestScript(
    text,
    { pipefail: false, errexit: false, posix: !usesBash(home, context) },
    inside,
  );
  if (found === null)
    return { ...plain('inert', null, words, context), disarmed: `"${name}" is no valid script` };
  const line = lineOfScript(home.text, name);
  const mask = maskAt(found, home.path, line);
  const scripts = [scriptAt(found, { path: home.path, isFile: false, lineAt: () => line })];
  return asTask({ ...found.reading, scripts }, { name, body, words, mask, context });
}

/** The shell that a `.npmrc` gives the scripts to. */
function scriptShell(home: Package, { project }: Context): string | undefined {
  const text = project?.read(joinPath(home.directory, '.npmrc') ?? '.npmrc');
  return /^\s*script-shell\s*=\s*(\S+)/m.exec(text ?? '')?.[1];
}

function usesBash(home: Package, context: Context): boolean {
  return /bash(\.exe)?$/.test(scriptShell(home, context) ?? '');
}

/** A shell which executes nothing. */
function strangeShell(home: Package, context: Context): string | null {
  const shell = scriptShell(home, context);
  return shell !== undefined && /(^|\/)(true|echo|:)$/.test(shell) ? `script-shell=${shell}` : null;
}

function withoutScript(
  name: string,
  home: Package,
  call: Call,
  words: Words,
  context: Context,
): ProgramReading {
  if (call.bare) return readProgram([name, ...call.arguments], { ...context, depth: context.depth + 1 });
  if (name === 'start' && context.project?.isFile(joinPath(home.directory, 'server.js') ?? '') === true)
    return { ...plain('run', 'node', words, context), scope: ['server.js'] };
  return { ...plain('inert', null, words, context), disarmed: `${home.path} has no script "${name}"` };
}

function withArguments(script: string, given: Words): string {
  return [script, ...given.map((word) => (word === null ? '"$1"' : quoted(word)))].join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function lineOfScript(text: string, name: string): number {
  const scripts = Math.max(0, text.indexOf('"scripts"'));
  const at = text.indexOf(`${JSON.stringify(name)}`, scripts + 9);
  return text.slice(0, at < 0 ? scripts : at).split('\n').length;
}
