// The working directory from line to line, for clients whose shell keeps it.
import { joinPath } from '../../src/core/shell/commands/directory.ts';
import { readCommand } from '../../src/core/shell/reading.ts';

/** Clients that start each line in the session's directory. */
const STARTS_ANEW = /^(mini-swe-agent|codex)/;

export function keepsDirectory(agent: string): boolean {
  return !STARTS_ANEW.test(agent);
}

/** Clients that bring their shell back when a line has left the project, and do not always say so. */
export function comesBack(agent: string): boolean {
  return /^claude-code/.test(agent);
}

/** Where the shell stands after a line (absolute); as before where the line does not say. */
export function directoryAfter(before: string, line: { command: string; output: string }): string {
  const reset = /Shell cwd was reset to (\S+)/.exec(line.output);
  if (reset !== null) return reset[1] ?? before;
  if (/\bcd: .*(No such file|not a directory)/i.test(line.output)) return before;
  const { parsed, commands } = readCommand(`${line.command}\nprobe-of-directory`);
  const probe = commands.at(-1);
  if (!parsed || probe?.text !== 'probe-of-directory' || probe.directory === null) return before;
  return joinPath(before, probe.directory) ?? before;
}
