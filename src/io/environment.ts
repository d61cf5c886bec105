// The environment of what we run: the person's own, without what belongs to the process that started us.

/** Set by a runner, a package manager, make or a git hook for its own children; they would alter what ours do. */
const dropped: readonly RegExp[] = [
  /^NODE_(TEST_CONTEXT|TEST_WORKER_ID|CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID|V8_COVERAGE)$/,
  /^(PYTEST_ADDOPTS|PYTEST_CURRENT_TEST|PYTEST_PLUGINS|PYTEST_DISABLE_PLUGIN_AUTOLOAD|PYTEST_VERSION)$/,
  /^PYTEST_XDIST_|^COV_CORE_|^PYTHONOPTIMIZE$|^PYTHONINSPECT$/,
  /^(JEST_WORKER_ID|MOCHA_WORKER_ID|VITEST|VITEST_.*)$/,
  /^GTEST_|^CTEST_|^TESTBRIDGE_|^BATS_/,
  /^npm_(lifecycle_|package_|command$|execpath$|node_execpath$)/,
  /^npm_config_(ignore_scripts|if_present|dry_run|script_shell|workspace|workspaces|include_workspace_root|local_prefix|prefix|global_prefix|user_agent|npm_version|node_gyp|init_module)$/i,
  /^(INIT_CWD|PNPM_SCRIPT_SRC_DIR|BERRY_BIN_FOLDER)$/,
  /^(MAKEFLAGS|GNUMAKEFLAGS|MFLAGS|MAKELEVEL|MAKEOVERRIDES|MAKE_TERMOUT|MAKE_TERMERR)$/,
  // SHELLOPTS=noexec makes bash run nothing and end 0.
  /^(SHELLOPTS|BASHOPTS|POSIXLY_CORRECT|BASH_COMPAT|BASH_XTRACEFD|PROMPT_COMMAND|PS4)$/,
  /^(FORCE_COLOR|CLICOLOR_FORCE|PY_COLORS)$/,
  /^DONEGATE_RUN$/,
];

/** `git rev-parse --local-env-vars`, without what a person sets for safe directories: a git hook sets them, and every repository that a test makes would be the wrong one. */
const gitLocal =
  /^GIT_(ALTERNATE_OBJECT_DIRECTORIES|CONFIG|CONFIG_PARAMETERS|OBJECT_DIRECTORY|DIR|WORK_TREE|IMPLICIT_WORK_TREE|GRAFT_FILE|INDEX_FILE|NO_REPLACE_OBJECTS|REPLACE_REF_BASE|PREFIX|SHALLOW_FILE|COMMON_DIR|INTERNAL_SUPER_PREFIX|QUARANTINE_PATH|LITERAL_PATHSPECS|GLOB_PATHSPECS|NOGLOB_PATHSPECS|ICASE_PATHSPECS)$/;

/** Options that disarm a runner, inside variables that otherwise belong to the person. */
const disarming: readonly (readonly [RegExp, RegExp])[] = [
  [/^NODE_OPTIONS$/, /(?:^|\s)--(?:experimental-)?test(?:-[a-z-]+)?(?:=\S*)?(?=\s|$)/g],
  [/^GOFLAGS$/, /(?:^|\s)--?(?:run|skip|list|exec|n|c)(?:=\S*)?(?=\s|$)/g],
  [
    /^(MAVEN_ARGS|MAVEN_OPTS|GRADLE_OPTS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS)$/,
    /(?:^|\s)-D?(?:maven\.test\.skip|skipTests|skipITs|testFailureIgnore|maven\.test\.failure\.ignore)(?:=\S*)?(?=\s|$)/g,
  ],
];

const OUTER_WITNESS = /(^|\/)donegate-witness-[^/]+\/environment$/;

/** The environment for commands: `source` (usually `process.env`) cleaned, with `added` on top. */
export function commandEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  added: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const underTestRunner = ['VITEST', 'JEST_WORKER_ID', 'NODE_TEST_CONTEXT'].some(
    (name) => source[name] !== undefined,
  );
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined || gitLocal.test(name) || dropped.some((pattern) => pattern.test(name))) continue;
    // The testimony of a line that runs donegate is not that of the lines that donegate runs.
    if (name === 'BASH_ENV' && OUTER_WITNESS.test(value)) continue;
    // Vitest and Jest set these themselves.
    if (underTestRunner && (name === 'NODE_ENV' || name === 'TEST') && /^(test|true)$/.test(value)) continue;
    const text = disarmed(name, value);
    if (text !== null) kept[name] = text;
  }
  return { ...kept, ...added };
}

function disarmed(name: string, value: string): string | null {
  const rule = disarming.find(([pattern]) => pattern.test(name));
  if (rule === undefined) return value;
  const rest = value.replace(rule[1], '').trim();
  return rest === '' && value.trim() !== '' ? null : rest;
}

/** The environment for our own git processes: nobody's repository variables, no questions, no translations. */
export function gitEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  added: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (
      value !== undefined &&
      !gitLocal.test(name) &&
      !/^GIT_(TRACE|EXTERNAL_DIFF|DIFF_OPTS|PAGER)/.test(name)
    )
      kept[name] = value;
  }
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_LITERAL_PATHSPECS: '1',
    ...added,
  };
}
