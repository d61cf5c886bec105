import { type Arguments, hasLetter, sortArguments } from './arguments.ts';
import { each, INERT, is, options, row } from './rows.ts';
import type { Assigned, Outcome, Row } from './types.ts';

const MAKE_VALUED = options(
  '-C --directory -f --file --makefile -I --include-dir -E -o --old-file -W --what-if --new-file --eval',
);

/** `make -k -f M test A=1`. */
function make({ words }: Arguments): Outcome {
  const own = sortArguments(words, MAKE_VALUED);
  if (own.has('-v', '--version', '-h', '--help', '-p')) return { kind: 'does', class: 'inert' };
  const targets: string[] = [];
  const assigns: Assigned[] = [];
  for (const word of own.operands) {
    const assignment = word === null ? null : /^([A-Za-z_]\w*)[:?+]?=(.*)$/s.exec(word);
    if (assignment !== null) assigns.push({ name: assignment[1] ?? '', value: assignment[2] ?? '' });
    else targets.push(word ?? '$');
  }
  const off = ['-n', '--just-print', '--dry-run', '--recon', '-q', '--question', '-t', '--touch'].find(
    (name) => own.has(name),
  );
  if (off !== undefined || hasLetter(optionWords(own), 'nqt'))
    return { kind: 'does', class: 'inert', disarmed: off ?? '-n', scope: targets };
  const strange = assigns.find(
    ({ name, value }) =>
      (name === 'MAKEFLAGS' && /[nqt]/.test(value ?? '')) ||
      (name === 'SHELL' && !/\bsh$|bash$/.test(value ?? '')),
  );
  if (strange !== undefined)
    return {
      kind: 'does',
      class: 'inert',
      disarmed: `${strange.name}=${strange.value ?? ''}`,
      scope: targets,
    };
  if (own.has('--eval', '-o', '--old-file', '-E'))
    return {
      kind: 'does',
      class: 'inert',
      disarmed: own.has('--eval', '-E') ? '--eval' : '-o',
      scope: targets,
    };
  const flags = {
    ignoresErrors: own.has('-i', '--ignore-errors') || hasLetter(optionWords(own), 'i'),
    keepsGoing: own.has('-k', '--keep-going') || hasLetter(optionWords(own), 'k'),
  };
  return { kind: 'make', targets, file: own.value('-f', '--file', '--makefile') ?? null, flags, assigns };
}

function optionWords(own: Arguments): Arguments['words'] {
  return own.words.filter(
    (word, at) =>
      !MAKE_VALUED.includes(own.words[at - 1] ?? '') &&
      word?.startsWith('-j') !== true &&
      word?.startsWith('-C') !== true &&
      word?.startsWith('-f') !== true &&
      word?.startsWith('-I') !== true,
  );
}

const CTEST_VALUED = options(
  '-j --parallel -C --build-config -S -D -M -T -O --output-log --test-dir --timeout --repeat --output-junit --schedule-random-x --preset --resource-spec-file --max-width',
);

export const native: readonly Row[] = [
  row('make gmake mingw32-make nmake bmake', is('build', { decide: make })),
  row(
    'ninja samu',
    is('check', {
      decide: ({ words }) => {
        const own = sortArguments(words, options('-C -f -j -k -l -d -t -w'));
        if (own.has('-n', '-t', '--version', '-h'))
          return { kind: 'does', class: 'inert', ...(own.has('-n') ? { disarmed: '-n' } : {}) };
        return {
          kind: 'does',
          class: own.operands.some((word) => /^(test|check|.*\/test)$/.test(word ?? '')) ? 'test' : 'check',
          scope: own.operands.map((word) => word ?? '$'),
        };
      },
    }),
  ),
  row(
    'cmake',
    is('inert', {
      decide: ({ words }) => {
        const own = sortArguments(
          words,
          options(
            '-S -B -G -D -C -T -A -P --preset --build --target -t --config -j --parallel-x --install --prefix -E',
          ),
        );
        if (own.has('-E'))
          return own.value('-E') === 'env'
            ? { kind: 'command', words: words.slice(words.indexOf('env')) }
            : { kind: 'does', class: 'inert' };
        if (own.has('-P')) return { kind: 'does', class: 'run' };
        if (!own.has('--build')) return { kind: 'does', class: own.has('--workflow') ? 'check' : 'inert' };
        const target = own.value('--target', '-t') ?? '';
        return { kind: 'does', class: /^(test|check|RUN_TESTS)$/.test(target) ? 'test' : 'check' };
      },
    }),
  ),
  row(
    'ctest',
    is('test', {
      key: 'ctest',
      valued: CTEST_VALUED,
      narrow: options(
        '-R --tests-regex -E --exclude-regex -L --label-regex -LE --label-exclude -I --tests-information --rerun-failed',
      ),
      disarm: options('-N --show-only --print-labels -h -H --list-presets'),
    }),
  ),
  row(
    'meson',
    is('inert', {
      sub: {
        test: is('test', {
          key: 'meson',
          valued: options('-C --suite --wrap -t --num-processes'),
          narrow: options('--suite --no-suite'),
          disarm: options('--list'),
        }),
        compile: is('check'),
        '*': INERT,
      },
    }),
  ),
  row(
    'bazel bazelisk buck2 buck pants ./pants please plz',
    is('check', {
      valued: options('--config -c --test_output --jobs'),
      narrow: options('--test_filter'),
      sub: {
        ...each('test coverage', is('test', { key: 'bazel', narrow: options('--test_filter') })),
        run: is('run'),
        ...each('build lint check', is('check')),
        ...each(
          'query cquery clean info fetch sync version shutdown mod tidy tailor list help aquery',
          INERT,
        ),
        '*': is('check'),
      },
    }),
  ),
  row(
    'scons waf ./waf xmake premake5',
    is('check', {
      decide: ({ operands }) => ({
        kind: 'does',
        class: operands.some((word) => /test|check/.test(word ?? '')) ? 'test' : 'check',
      }),
    }),
  ),
  row(
    'gcc g++ clang clang++ cc c++ gfortran nasm ld as tcc icc nvcc emcc em++ mpicc rustc-x clang-cl cl x86_64-w64-mingw32-gcc arm-none-eabi-gcc avr-gcc musl-gcc zig-cc yasm fpc gnatmake',
    is('check'),
  ),
  row('clang-tidy cppcheck cpplint iwyu include-what-you-use scan-build splint clang-check', is('check')),
  row(
    'clang-format',
    is('inert', {
      decide: ({ has }) => ({
        kind: 'does',
        class: has('-Werror', '--Werror') ? 'check' : 'inert',
      }),
    }),
  ),
  row(
    './configure configure autoconf autoreconf automake libtoolize aclocal ./autogen.sh conan vcpkg pkg-config ranlib strip nm objdump readelf ldd otool install_name_tool lipo addr2line gcov lcov genhtml gcovr llvm-cov llvm-profdata',
    INERT,
  ),
  row(
    'gdb lldb',
    is('inert', {
      decide: ({ has, words }, { name }) =>
        has('-batch', '--batch', '-b') &&
        words.some((word) => word !== null && /^(r|run|start|starti)$/.test(word))
          ? { kind: 'does', class: 'run', masked: name }
          : null,
    }),
  ),
  row('qemu-system-x86_64 qemu-x86_64 wine wine64 mono', is('run')),
];
