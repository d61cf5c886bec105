// Programs that execute a file of a language that lives beside a project's own: queries, filters, plots, documents, proofs.
import { type Arguments, sortArguments } from './arguments.ts';
import { is, options, row } from './rows.ts';
import type { Outcome, Row, Rule } from './types.ts';

/** Inert, unless one of the options names a script, or (`input`) its standard input is a file of that kind. */
function scripted(given: { script: string; valued?: string; input?: RegExp }): Rule {
  const script = options(given.script);
  const valued = [...script, ...options(given.valued ?? '')];
  return is('inert', {
    decide: ({ words }, { stdin }) => {
      const path = sortArguments(words, valued).value(...script);
      const fed = stdin.kind === 'file' ? stdin.path : undefined;
      const read = fed !== undefined && given.input?.test(fed) === true ? fed : undefined;
      return path === undefined && read === undefined ? null : executes(path ?? read ?? null);
    },
  });
}

/** It executes the file that it is given. */
function executor(valued = ''): Rule {
  const own = options(valued);
  return is('run', {
    decide: ({ words }) => {
      const [file] = sortArguments(words, own).operands;
      return file === undefined ? null : executes(file);
    },
  });
}

function executes(path: string | null): Outcome {
  return { kind: 'does', class: 'run', scope: [path ?? '$'] };
}

/** `sqlite3 a.db ".read a.sql"`, `sqlite3 a.db < a.sql`. */
function sqlite({ words }: Arguments, input: string | null | undefined): Outcome | null {
  const own = sortArguments(words, options('-cmd -init -separator -newline -nullvalue'));
  const read = words
    .map((word) => /^\.read\s+(\S+)\s*$/.exec(word ?? '')?.[1])
    .find((path) => path !== undefined);
  const path =
    own.value('-init') ?? read ?? (typeof input === 'string' && SQL.test(input) ? input : undefined);
  return path === undefined ? null : executes(path);
}

const SQL = /\.sql$/i;

export const interpreters: readonly Row[] = [
  row('awk gawk mawk nawk', scripted({ script: '-f --file', valued: '-F -v' })),
  row('sed gsed', scripted({ script: '-f --file', valued: '-e --expression' })),
  row('jq gojq jaq', scripted({ script: '-f --from-file', valued: '--arg --argjson --slurpfile --rawfile' })),
  row('psql', scripted({ script: '-f --file', valued: '-c -d -h -p -U -v', input: SQL })),
  row('mysql mariadb', scripted({ script: '--script-x', valued: '-u -h -P -D -e', input: SQL })),
  row('duckdb', scripted({ script: '-f -init', valued: '-c', input: SQL })),
  row(
    'sqlite3',
    is('inert', {
      decide: (given, { stdin }) => sqlite(given, stdin.kind === 'file' ? stdin.path : undefined),
    }),
  ),
  row('dc', scripted({ script: '-f --file', valued: '-e' })),
  row('bc', is('inert', { decide: ({ operands: [file] }) => (file === undefined ? null : executes(file)) })),
  row('gnuplot', executor('-e -c')),
  row('coqc rocq lean agda idris2 isabelle', executor('-R -Q -I -o -w')),
  row('xsltproc', executor('--param --stringparam -o --output')),
  row('pdflatex xelatex lualatex latex pdftex tectonic latexmk', executor('-output-directory -jobname')),
  row('ngspice escript minizinc z3 cvc5 clingo openscad m4 wasmtime wasmer', executor('-o -b -I')),
  row('glpsol', scripted({ script: '-m --math --model', valued: '-d -o' })),
];

const NAMES: ReadonlySet<string> = new Set(interpreters.flatMap(({ names }) => names));

/** It executes the files that it names, and nothing else of the project. */
export function executesOnlyNamed(program: string | null): boolean {
  return program !== null && NAMES.has(program);
}
