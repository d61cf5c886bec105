// Compilers: what they build stands where their options say, or where they put it by custom.
import { baseName } from './peel.ts';
import { each, splitArguments, type Words, type Written } from './written.ts';

type Compiler = {
  /** Options whose value is where the result goes: a file, or a folder. */
  output: readonly string[];
  /** The output may stand in the same word: `-oprog`. */
  attached?: true;
  /** What is built where no option says it. */
  byCustom?: (operands: Words, text: string) => readonly Written[];
};

const VALUED = new Set(
  '-I -L -D -U -include -isystem -x -std -MF -MT -MQ -Xlinker -Xclang -arch -target -f --edition --crate-name --cfg -C -L -cp -classpath --class-path -p --project'.split(
    ' ',
  ),
);
/** Nothing is built: it stops before, or only tells. */
const BUILDS_NOTHING =
  /(^| )(-E|-S|-M{1,2}|-fsyntax-only|--?version|-v|-V|--?help|-h|-dump\S*|-print\S*|--noEmit|-noEmit|--emit=metadata|--print\S*)( |$)/;

const cFamily: Compiler = {
  output: ['-o', '--output'],
  attached: true,
  byCustom: (operands, text) =>
    operands.length === 0 || /(^| )-c( |$)/.test(text) ? [] : each(['a.out'], 'bulk'),
};
const byName = (operands: Words): readonly Written[] =>
  each(
    operands.slice(0, 1).map((path) => (path === null ? null : baseName(path).replace(/\.\w+$/, ''))),
    'bulk',
  );
const assembler: Compiler = { output: ['-o'], attached: true };

const COMPILERS: Readonly<Record<string, Compiler>> = {
  ...Object.fromEntries(
    'gcc g++ cc c++ clang clang++ gfortran tcc icc nvcc mpicc mpicxx emcc em++ ld'
      .split(' ')
      .map((name) => [name, cFamily]),
  ),
  nasm: assembler,
  yasm: assembler,
  as: assembler,
  rustc: {
    output: ['-o', '--out-dir'],
    byCustom: (operands, text) => (/--(crate-type|emit|test)/.test(text) ? [] : byName(operands)),
  },
  ghc: { output: ['-o'], byCustom: byName },
  swiftc: { output: ['-o'], byCustom: byName },
  ocamlopt: { output: ['-o'], byCustom: () => each(['a.out'], 'bulk') },
  javac: { output: ['-d'] },
  kotlinc: { output: ['-d'] },
  scalac: { output: ['-d'] },
  tsc: { output: ['--outDir', '--outdir', '--outFile', '--outfile'] },
  esbuild: { output: ['--outdir', '--outfile'] },
};
const GO_BUILD: Compiler = {
  output: ['-o'],
  byCustom: (operands) =>
    operands.length > 0 && operands.every((path) => path?.endsWith('.go')) ? byName(operands) : [],
};

/** What a compiler builds; null: it is none. */
export function compilerWrites(program: string, words: Words): readonly Written[] | null {
  if (program === 'go' && words[0] === 'build') return builtBy(GO_BUILD, words.slice(1));
  const name = program.replace(/-\d+(\.\d+)*$/, '');
  return Object.hasOwn(COMPILERS, name) && COMPILERS[name] !== undefined
    ? builtBy(COMPILERS[name], words)
    : null;
}

function builtBy({ output, attached, byCustom }: Compiler, words: Words): readonly Written[] {
  const text = words.filter((word) => word !== null).join(' ');
  if (BUILDS_NOTHING.test(text)) return [];
  const { options, operands } = splitArguments(words, new Set([...VALUED, ...output]));
  const named = output.find((option) => options.has(option));
  const inWord = attached === true ? words.find((word) => word !== null && /^-o[^-]/.test(word)) : undefined;
  if (named === undefined && inWord == null) return byCustom?.(operands, text) ?? [];
  const path = named === undefined ? (inWord?.slice(2) ?? null) : (options.get(named) ?? null);
  return path !== null && /^(\/dev\/|-$)/.test(path) ? [] : each([path], 'bulk');
}
