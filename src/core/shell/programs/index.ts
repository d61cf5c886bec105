// The table of known programs. A new program is one row in the file of its ecosystem.

import { dart } from './dart.ts';
import { dotnet } from './dotnet.ts';
import { elixir } from './elixir.ts';
import { go } from './go.ts';
import { indirect } from './indirect.ts';
import { inert } from './inert.ts';
import { interpreters } from './interpreters.ts';
import { javascript } from './javascript.ts';
import { javascriptTests } from './javascript-tests.ts';
import { jvm } from './jvm.ts';
import { native } from './native.ts';
import { packageManagers } from './package-managers.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { pythonTools } from './python-tools.ts';
import { rubyRows } from './ruby.ts';
import { rust } from './rust.ts';
import { scripting } from './scripting.ts';
import { hooks, shells } from './shell.ts';
import { swift } from './swift.ts';
import { containers, taskRunners } from './tasks.ts';
import type { Row, Rule } from './types.ts';
import { windows } from './windows.ts';
import { wrappers } from './wrappers.ts';

/** Every row, in no order that matters: no name stands in two of them. */
export const rows: readonly Row[] = [
  ...inert,
  ...wrappers,
  ...indirect,
  ...shells,
  ...hooks,
  ...taskRunners,
  ...containers,
  ...native,
  ...python,
  ...pythonTools,
  ...javascript,
  ...javascriptTests,
  ...packageManagers,
  ...go,
  ...rust,
  ...jvm,
  ...rubyRows,
  ...elixir,
  ...php,
  ...dotnet,
  ...swift,
  ...dart,
  ...scripting,
  ...interpreters,
  ...windows,
];

const table: ReadonlyMap<string, Rule> = new Map(
  rows.flatMap(({ names, rule }) => names.map((name): [string, Rule] => [name, rule])),
);

/** The rule of a program by the name that stands in the table, or null. */
export function ruleOf(name: string): Rule | null {
  return table.get(name) ?? null;
}

/** Names as people write them, reduced to the name in the table: `python3.12`, `gcc-13`, `mvn.cmd`, `./gradlew`. */
export function programName(word: string): string {
  const bare = word.replace(/\.(exe|cmd|bat|ps1)$/i, '');
  const last = bare.slice(Math.max(bare.lastIndexOf('/'), bare.lastIndexOf('\\')) + 1);
  const versioned =
    /^(python|pypy|pip|ruby|perl|php|lua|node|gcc|g\+\+|clang|clang\+\+|clang-format|clang-tidy|pytest|java|bash|pylint|coverage|go|tox|erl|R)[-]?\d[\d.]*$/.exec(
      last,
    );
  return versioned?.[1] ?? last;
}
