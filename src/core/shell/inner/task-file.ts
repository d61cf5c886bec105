// Where task runners keep their tasks: a justfile, or a table in a TOML or JSON file.
import { parse } from 'smol-toml';
import type { ProjectFiles } from '../../reading-types.ts';
import { joinPath } from '../commands/directory.ts';
import type { TaskRunner, Words } from '../programs/types.ts';
import { linesOf, parseJustfile } from './justfile.ts';
import { tableAt, taskValue } from './task-value.ts';

export type Task = {
  steps: readonly { text: string; line: number }[];
  needs: readonly string[];
  after: readonly string[];
  /** Words behind its name are put behind its last line. */
  takesWords: boolean;
};

export type TaskFile = {
  path: string;
  /** Where its tasks run. */
  directory: string;
  /** How its shell is started. */
  options: { pipefail: boolean; errexit: boolean; posix: boolean };
  /** A task, called with these words; null: it is not there, or no text for a shell. */
  find(name: string, given: Words): Task | null;
};

type Source = { files: readonly string[]; keys: readonly (readonly string[])[]; errexit?: true };

const SOURCES: Readonly<Record<Exclude<TaskRunner, 'just'>, Source>> = {
  mise: {
    files: ['mise.toml', '.mise.toml', 'mise/config.toml', '.mise/config.toml', '.config/mise.toml'],
    keys: [['tasks']],
    errexit: true,
  },
  deno: { files: ['deno.json', 'deno.jsonc'], keys: [['tasks']] },
  composer: { files: ['composer.json'], keys: [['scripts']] },
  poe: { files: ['pyproject.toml', 'poe_tasks.toml'], keys: [['tool', 'poe', 'tasks'], ['tasks']] },
  taskipy: { files: ['pyproject.toml'], keys: [['tool', 'taskipy', 'tasks']] },
  pdm: { files: ['pyproject.toml'], keys: [['tool', 'pdm', 'scripts']] },
  rye: { files: ['pyproject.toml'], keys: [['tool', 'rye', 'scripts']] },
  pixi: { files: ['pixi.toml', 'pyproject.toml'], keys: [['tasks'], ['tool', 'pixi', 'tasks']] },
  hatch: { files: ['hatch.toml', 'pyproject.toml'], keys: [['envs'], ['tool', 'hatch', 'envs']] },
};

const MAX_PARENTS = 8;

/** The nearest file of the runner that lists tasks; null: there is none. */
export function taskFileOf(
  runner: TaskRunner,
  project: ProjectFiles,
  directory: string,
  named: string | null,
): TaskFile | null {
  const names = named !== null ? [named] : runner === 'just' ? JUSTFILES : SOURCES[runner].files;
  let place: string = directory;
  for (let step = 0; step < MAX_PARENTS; step += 1) {
    for (const name of names) {
      const path = joinPath(place, name);
      const text = path === null ? null : project.read(path);
      const found =
        path === null || text === null
          ? null
          : runner === 'just'
            ? justTasks(path, text)
            : tableTasks(SOURCES[runner], path, text, runner);
      if (found !== null) return { ...found, directory: place };
    }
    if (place === '/' || project.isDirectory(joinPath(place, '.git') ?? '')) return null;
    place = joinPath(place, '..') ?? '/';
  }
  return null;
}

const JUSTFILES = ['justfile', '.justfile', 'Justfile', 'JUSTFILE'];

function justTasks(path: string, text: string): Omit<TaskFile, 'directory'> {
  const file = parseJustfile(text);
  const words = file.shell.join(' ');
  return {
    path,
    options: {
      pipefail: /\bpipefail\b/.test(words),
      errexit: /(^|\s)-\w*e/.test(words),
      posix: !/\b(ba|z|k)sh\b/.test(words),
    },
    find(name, given) {
      const recipe = file.recipes.get(name === '' ? (file.first ?? '') : name);
      if (recipe === undefined) return null;
      const { steps, rest } = linesOf(recipe, given, file);
      return {
        steps: steps.map(({ ignores, ...step }) =>
          ignores ? { ...step, text: `${step.text} || true` } : step,
        ),
        needs: recipe.needs,
        after: [...recipe.after, ...rest.map((word) => word ?? '')],
        takesWords: false,
      };
    },
  };
}

function tableTasks(
  source: Source,
  path: string,
  text: string,
  runner: TaskRunner,
): Omit<TaskFile, 'directory'> | null {
  const whole = parsed(path, text);
  const table = source.keys.map((keys) => tableAt(whole, ...keys)).find((one) => one !== null);
  if (table === undefined || table === null) return null;
  const taskAt = (name: string): unknown => {
    if (runner !== 'hatch') return Object.hasOwn(table, name) ? table[name] : undefined;
    const [environment = '', script = ''] = name.includes(':') ? name.split(':') : ['default', name];
    return tableAt(table, environment, 'scripts')?.[script];
  };
  return {
    path,
    options: { pipefail: false, errexit: source.errexit === true, posix: true },
    find(name) {
      const environment = name.includes(':') ? `${name.slice(0, name.indexOf(':'))}:` : '';
      const place = (one: string): string => (runner === 'hatch' ? environment + one : one);
      const task = taskValue(
        taskAt(name),
        (one) =>
          runner !== 'composer' && /^[\w:.-]+$/.test(one) && one !== name && taskAt(place(one)) !== undefined,
      );
      if (task === null) return null;
      const line = lineOf(text, name);
      return {
        steps: task.texts.map((one) => ({ text: task.ignores ? `${one} || true` : one, line })),
        needs: task.needs.map(place),
        after: [],
        takesWords: true,
      };
    },
  };
}

function parsed(path: string, text: string): unknown {
  try {
    return path.endsWith('.toml') ? parse(text) : JSON.parse(text);
  } catch {
    // The runner will say so itself, and end with a failure.
    return null;
  }
}

/** Where a key stands in a TOML or JSON file. */
function lineOf(text: string, name: string): number {
  const key = name.slice(name.indexOf(':') + 1).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const at = text.search(new RegExp(`(^|[\\s."'{])${key}["']?\\s*[=:\\]]`, 'm'));
  return at < 0 ? 1 : text.slice(0, at + 1).split('\n').length;
}

/** Scripts of their own that mise takes for tasks: `test:unit` is `mise-tasks/test/unit`. */
export function fileOfTask(name: string, project: ProjectFiles, directory: string): string | null {
  const folders = ['mise-tasks', '.mise-tasks', 'mise/tasks', '.mise/tasks', '.config/mise/tasks'];
  const relative = name.replaceAll(':', '/');
  const found = folders
    .flatMap((folder) => ['', '.sh'].map((end) => joinPath(directory, `${folder}/${relative}${end}`)))
    .find((path) => path !== null && project.isFile(path));
  return found ?? null;
}
