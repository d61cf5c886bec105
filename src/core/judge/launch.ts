// A launcher that did not find what it was to launch ends like a red run; it says so in its own words.

/** One line of output each, as the launchers print them; what fails inside of a run that began looks otherwise. */
const NOT_FOUND: readonly RegExp[] = [
  /^\S*python[\d.]*(?:\.exe)?: No module named \S+$/m,
  /^npm (?:error|ERR!) (?:npx canceled due to missing packages|could not determine executable to run|[Mm]issing script:|code (?:E404|ENOTFOUND|EAI_AGAIN|ECONNREFUSED)$|enoent Could not read package\.json|No workspaces found)/m,
  /^error Command ".*" not found\.?$/m,
  /\bERR_PNPM_(?:NO_SCRIPT|NO_IMPORTER_MANIFEST_FOUND)\b/,
  /^g?make: \*\*\* No (?:rule to make target [`'][^']*'|targets[^,]*)\. +Stop\.$/m,
  /^g?make(?:\[\d+\])?: \*\*\* \[[^\]]*\] Error 127$/m,
  /^error: (?:could not find `Cargo\.toml` in |no such (?:sub)?command: )/m,
  /^Could not find '[^']*'$/m,
  /^go: (?:go\.mod file not found|cannot find main module)/m,
  /there is no POM in this directory/,
];

/** The output says that there was nothing to launch: a module, program, script, target or project that is not here. */
export function foundNothing(output: string): boolean {
  return NOT_FOUND.some((pattern) => pattern.test(output));
}

/** The shell said of the program that it is not there (bash, dash, zsh); what the program's own scripts miss it says otherwise. */
export function isMissed(program: string, output: string): boolean {
  const name = program.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const shell = String.raw`(?:\S*\b(?:ba|da|k|z)?sh|\(eval\)):(?: ?(?:line )?\d+:)? `;
  const missed = [
    `${name}: command not found`,
    `${shell}${name}: (?:command not found|not found|No such file or directory)`,
    `${shell}(?:command not found|no such file or directory): ${name}`,
  ];
  return missed.some((line) => new RegExp(`^${line}\\s*$`, 'm').test(output));
}

/** How runners refuse their arguments, before they look for a test. */
const REFUSED: readonly RegExp[] = [
  /^\S.*: error: (?:unrecognized arguments: |argument \S+: |the following arguments are required)/m,
  /^\S*node: bad option: /m,
  /^flag provided but not defined: /m,
  /^error: (?:unexpected argument '|invalid value ')/m,
  /^● Unrecognized CLI Parameter:?$|^CACError: Unknown option /m,
  /^(?:invalid option: |Unknown option "-)/m,
];

/** The output says that the command was called in a way that its program does not know. */
export function refusedArguments(output: string): boolean {
  return REFUSED.some((pattern) => pattern.test(output));
}
