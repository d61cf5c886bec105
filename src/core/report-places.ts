// Where test runners leave their reports (JUnit XML, CTRF, JSON of Jest, Vitest and Mocha, TAP); by names alone.
import { fromRoot } from './paths.ts';
import type { ReportPlaces } from './ports.ts';
import type { ReadCommand, Reading } from './reading-types.ts';
import { joinPath } from './shell/commands/directory.ts';
import { isTestScript } from './test-script.ts';

const REPORT_PATH = /[\w./@+-]+\.(?:xml|json|tap)\b/g;
const REPORT_END = /\.(?:xml|json|tap)$/;
/** Files of these names are known to be something else. */
const NEVER =
  /(?:^|\/)(?:pom|build|package|package-lock|tsconfig[^/]*|jsconfig|composer|deno|biome|nx|turbo|lerna|renovate|manifest)\.(?:xml|json)$/;

/** Paths in a text (a command, a script, a configuration file) that may be those of reports. */
export function reportPathsIn(text: string): readonly string[] {
  return [...new Set(text.match(REPORT_PATH) ?? [])].filter(mayBeReport);
}

/** A test runner, or a script that by its name holds tests. */
export function mayWriteReport(command: ReadCommand): boolean {
  return command.class === 'test' || isTestScript(command);
}

/**
 * Where the runners of a line may write reports; null: no test runner is in the line, and nothing is looked for.
 * One rule for all their options (`--junitxml=a.xml`, `--reporter-option output=a.xml`, `NAME=a.xml runner`, `> a.xml`): a
 * path that the line names, as seen from the directory of the command that names it.
 */
export function reportPlaces(
  reading: Reading,
  place: { root: string; directory: string },
): ReportPlaces | null {
  const armed = reading.commands.filter(({ disarmed }) => disarmed === null);
  const tests = armed.filter(mayWriteReport);
  if (tests.length === 0) return null;
  const start = below(place.root, place.directory);
  const at = ({ directory }: ReadCommand): string => below(start, directory ?? '.');
  // A path that two commands name is the runner's; the other one reads it.
  const running = [...tests, ...armed.filter((command) => command.executes && !tests.includes(command))];
  const folders = new Set(tests.map(at));
  const named = running.flatMap((command) => [
    ...namedBy(command).map((path) => ({ path: below(at(command), path), command: command.index })),
    ...printedInto(reading, command).map((path) => ({ path: below(start, path), command: command.index })),
  ]);
  const scripts = running.flatMap((command) =>
    namedFiles(command).map((path) => ({ path: below(at(command), path), directory: at(command) })),
  );
  return { folders: [...folders].filter((path) => fromRoot({ ...place, path }) !== null), named, scripts };
}

function below(folder: string, path: string): string {
  return joinPath(folder, path) ?? folder;
}

function mayBeReport(path: string): boolean {
  return REPORT_END.test(path) && !NEVER.test(path);
}

/** `PATH`, `--option=PATH`, and what stands in longer words and assignments. */
function namedBy({ text, words }: ReadCommand): readonly string[] {
  const values = words.flatMap((word) => (word === null ? [] : [word.replace(/^[^=]*=/, '')]));
  return [...new Set([...values.filter(mayBeReport), ...reportPathsIn(text)])];
}

/** A runner, or a converter behind it, that prints its report into a file. */
function printedInto({ writes }: Reading, { index }: ReadCommand): readonly string[] {
  return writes.flatMap(({ path, kind, command }) =>
    command === index && kind === 'author' && path !== null && mayBeReport(path) ? [path] : [],
  );
}

/** Words that may be files: a script that names its report itself. */
function namedFiles({ words }: ReadCommand): readonly string[] {
  return words.filter(
    (word) => word !== null && !word.startsWith('-') && /[./]/.test(word) && !mayBeReport(word),
  ) as string[];
}

/** What a folder of this name may hold: reports, what a build made (and reports in it), further modules, or nothing. */
export type FolderKind = 'reports' | 'output' | 'module' | 'nothing';

const NOTHING =
  /^(?:\..*|node_modules|bower_components|vendor|venv|env|site-packages|__pycache__|third_party|Pods|deps|fixtures?|__fixtures__|test-?data|snapshots?|__snapshots__|golden)$/i;
const REPORTS = /(?:results?|reports?|ctrf|junit|xunit|nextest)$/i;
const OUTPUT = /^(?:target|build|out|output|dist|artifacts|coverage|logs|tmp|bin|obj|cmake-build.*)$/i;

export function folderKind(name: string): FolderKind {
  if (NOTHING.test(name)) return 'nothing';
  if (REPORTS.test(name)) return 'reports';
  return OUTPUT.test(name) ? 'output' : 'module';
}

const JSON_REPORT = /(?:ctrf|reports?|results?|junit|jest|vitest|mocha)[^/]*\.json$/i;

/** A file of this name may be a report; in folders of reports any XML, JSON or TAP file may. */
export function isReportName(name: string, within: FolderKind): boolean {
  if (!mayBeReport(name)) return false;
  return within === 'reports' || !name.endsWith('.json') || JSON_REPORT.test(name);
}

const OWN_FOLDER: readonly [runner: string, path: RegExp][] = [
  ['maven', /(?:^|\/)(?:surefire|failsafe)-reports\/TEST-[^/]*\.xml$/],
  ['gradle', /(?:^|\/)build\/test-results\/(?:[^/]+\/)+TEST-[^/]*\.xml$/],
];

/** The runner that alone writes into such a place: one file a class, none of them twice. Null: any may. */
export function runnerOfPlace(path: string): string | null {
  return OWN_FOLDER.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}
