import type { ProjectFiles, ReadCommand } from '../../reading-types.ts';
import { joinPath } from '../commands/directory.ts';
import { namesProject } from './inline.ts';
import type { CommandFinding } from './read-commands.ts';

/** Runners that print their summary on standard error. */
const SUMMARY_ON_ERRORS = new Set(['unittest', 'jest', 'bun-test']);

/** A command as the reading shows it. `index`: its place among the commands of its line or script. */
export function readCommandOf(
  finding: CommandFinding,
  index: number,
  project: ProjectFiles | null,
): ReadCommand {
  const { listed, inlineCode, directory } = finding;
  const errorsCount = finding.program !== null && SUMMARY_ON_ERRORS.has(finding.program);
  return {
    index,
    text: finding.text,
    start: listed.start,
    end: listed.end,
    class: finding.class,
    executes: finding.executes,
    program: finding.program,
    words: finding.words,
    scope: finding.scope.map((entry) => placedScope(entry, finding)),
    directory,
    proven: finding.proven,
    endsZero: finding.endsZero,
    assumption: finding.assumption,
    maskedBy: finding.maskedBy,
    disarmed: finding.disarmed,
    innerMask: finding.innerMask,
    scripts: finding.scripts,
    inline:
      inlineCode === null
        ? null
        : { namesProject: namesProject(inlineCode.language, inlineCode.code, { project, directory }) },
    background: finding.background,
    filteredBy: listed.filteredBy,
    redirected: listed.outputGone || (errorsCount && listed.errorsGone),
  };
}

/** Options that choose tests and names of targets stay as they are; files are seen from where the line starts. */
function placedScope(entry: string, { directory, namesTargets }: CommandFinding): string {
  if (namesTargets || entry.startsWith('-') || entry.startsWith('$') || directory === null) return entry;
  const keepsDots = entry.endsWith('/...');
  const path = joinPath(directory, keepsDots ? entry.slice(0, -4) : entry) ?? entry;
  return keepsDots ? `${path}/...` : path;
}
