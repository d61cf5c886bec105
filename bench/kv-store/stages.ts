// The files of each step, as an agent would write them, and one fault a step that its own tests do see.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const TASK = join(dirname(fileURLToPath(import.meta.url)), '..', 'tasks', 'kv-store');
export const STEPS = [1, 2, 3, 4, 5] as const;
export type Step = (typeof STEPS)[number];

export type SourceFile = { path: string; content: string };

export const read = (path: string): string => readFileSync(join(TASK, path), 'utf8');

const reference = (path: string): SourceFile => ({ path, content: read(`reference/${path}`) });

/** A Python file without some methods of its class. */
function withoutMethods(file: SourceFile, names: readonly string[]): SourceFile {
  const content = names.reduce(
    (text, name) => text.replace(new RegExp(`    def ${name}\\([\\s\\S]*?\\n(?=    def |\\S)`), ''),
    file.content,
  );
  if (content === file.content) throw new Error(`${file.path}: no such methods`);
  return { path: file.path, content };
}

/** What an agent writes in a step; the first file is the one that the fault is in. */
export const WRITTEN: Readonly<Record<Step, readonly SourceFile[]>> = {
  1: [
    withoutMethods(reference('kv/store.py'), ['ttl', 'increment']),
    { path: 'kv/__init__.py', content: '' },
    reference('tests/test_store.py'),
    { path: 'tests/__init__.py', content: '' },
  ],
  2: [withoutMethods(reference('kv/store.py'), ['increment']), reference('tests/test_ttl.py')],
  3: [
    withoutMethods(reference('kv/log.py'), ['compact', 'snapshot', '_dump']),
    reference('tests/test_log.py'),
  ],
  4: [reference('kv/store.py'), reference('kv/server.py'), reference('tests/test_server.py')],
  5: [reference('kv/log.py'), reference('tests/test_compaction.py')],
};

const FAULTS: Readonly<Record<Step, readonly [old: string, changed: string]>> = {
  1: ['            return there', '            return not there'],
  2: ['self._clock() >= entry[1]', 'self._clock() > entry[1]'],
  3: ['        self._append({"delete": key})\n', ''],
  4: ['number = int(text) + 1', 'number = int(text) + 2'],
  5: ['            os.replace(partial, self._path)\n', ''],
};

/** The step's first file with its fault, and the text that mends it. */
export function faulty(step: Step): { file: SourceFile; old: string; changed: string } {
  const [file] = WRITTEN[step];
  const [old, changed] = FAULTS[step];
  if (file === undefined || !file.content.includes(old))
    throw new Error(`the fault of step ${step} fits nowhere`);
  return { file: { path: file.path, content: file.content.replace(old, changed) }, old, changed };
}

/** The gate commands of a step, as they stand in the plan. */
export function gates(step: Step): readonly string[] {
  const section = read('PLAN.md').split(/^## Step /m)[step] ?? '';
  const block = /```bash\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  return block.trim().split('\n');
}

/** The test module that a step adds. */
export const OWN_TEST: Readonly<Record<Step, string>> = {
  1: 'test_store',
  2: 'test_ttl',
  3: 'test_log',
  4: 'test_server',
  5: 'test_compaction',
};
