import { isAbsolute } from '../commands/directory.ts';

type Selected = { program: string | null; scope: readonly string[]; directory: string | null; text: string };

/** How a runner reads the names that it is given. `recursive`: with none it runs what lies below its folder, too. */
type Reader = { within: (narrow: string, wide: string) => boolean; recursive: boolean };

const PATHS: Reader = { within: isPathWithin, recursive: false };
const MODULES: Reader = { within: isModuleWithin, recursive: false };

const READERS: Readonly<Record<string, Reader>> = {
  pytest: { within: isPathWithin, recursive: true },
  unittest: MODULES,
  'go-test': { within: isPackageWithin, recursive: false },
  jest: { within: isPatternWithin, recursive: false },
  vitest: { within: isPatternWithin, recursive: false },
  'cargo-test': { within: isPatternWithin, recursive: false },
  nextest: { within: isPatternWithin, recursive: false },
};

/** All that `narrow` selects is among what `wide` selects; both are calls of the same runner. */
export function isPartOf(narrow: Selected, wide: Selected): boolean {
  const reader = READERS[wide.program ?? ''] ?? PATHS;
  const [wideChoices, wideNames] = split(wide);
  const [narrowChoices, narrowNames] = split(narrow);
  if (!wideChoices.every((choice) => narrowChoices.includes(choice))) return false;
  if (wide.directory === null || narrow.directory === null) return false;
  if (wideNames.length === 0) {
    if (wide.directory === narrow.directory) return !narrowNames.some(leavesFolder);
    return reader.recursive && isPathWithin(narrow.directory, wide.directory);
  }
  if (narrowNames.length === 0)
    return reader.recursive && wideNames.some((name) => isPathWithin(narrow.directory ?? '', name));
  if (wide.directory !== narrow.directory && reader === MODULES) return false;
  return narrowNames.every((name) => wideNames.some((other) => reader.within(name, other)));
}

/** Options that choose (`-k x`), and names. */
function split({
  scope,
  program,
  directory,
  text,
}: Selected): readonly [readonly string[], readonly string[]] {
  const choices = scope.filter((entry) => entry.startsWith('-'));
  const names = scope.filter((entry) => !entry.startsWith('-'));
  if (program === 'go-test' && names.length === 0) return [choices, [directory ?? '$']];
  if (program === 'unittest' && names[0] === 'discover') return discovered(choices, names, text);
  return [choices, names];
}

/** `unittest discover -s tests -p 'test_a*'`: a pattern chooses, a folder is where it begins. */
function discovered(
  choices: readonly string[],
  names: readonly string[],
  text: string,
): readonly [readonly string[], readonly string[]] {
  const options = [...text.matchAll(/\s(-p|--pattern|-s|--start-directory|-k)[= ]\s*(\S+)/g)];
  const start = options.flatMap(([, option, value = '']) =>
    /^-(s|-start)/.test(option ?? '') ? [value] : [],
  );
  const chosen = options.flatMap(([, option, value]) =>
    /^-(p|-pattern|k)/.test(option ?? '') ? [`${option} ${value}`] : [],
  );
  const folders = [...names.slice(1, 2), ...start].map((folder) =>
    folder.replace(/^\.\//, '').replaceAll('/', '.'),
  );
  return [[...choices, ...chosen], folders.filter((folder) => folder !== '.' && folder !== '')];
}

function leavesFolder(name: string): boolean {
  return isAbsolute(name) || name.startsWith('../') || name === '..';
}

/** `tests/a.py::t` lies in `tests/a.py`, and that in `tests`; `spec/a_spec.rb:3` in `spec/a_spec.rb`. */
function isPathWithin(narrow: string, wide: string): boolean {
  if (narrow === wide) return true;
  if (wide === '.' || wide === './') return !leavesFolder(narrow);
  const folder = wide.replace(/\/+$/, '');
  return narrow === folder || ['/', '::', ':', '['].some((joint) => narrow.startsWith(`${folder}${joint}`));
}

function isModuleWithin(narrow: string, wide: string): boolean {
  const name = narrow.replace(/\.py$/, '').replaceAll('/', '.');
  const whole = wide.replace(/\.py$/, '').replaceAll('/', '.');
  return name === whole || name.startsWith(`${whole}.`);
}

/** Go: `./...` is every package, `pkg/...` those below, `pkg` only that one. */
function isPackageWithin(narrow: string, wide: string): boolean {
  if (narrow === wide) return true;
  if (!wide.endsWith('/...')) return false;
  const below = wide.slice(0, -4);
  if (below === '.' || below === '') return !leavesFolder(narrow);
  const name = narrow.replace(/\/\.\.\.$/, '');
  return name === below || name.startsWith(`${below}/`);
}

/** Patterns that are searched in names: whatever holds the longer one holds the shorter one. */
function isPatternWithin(narrow: string, wide: string): boolean {
  return narrow.includes(wide.replace(/^\.\//, '').replace(/\/+$/, ''));
}
