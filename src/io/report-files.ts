import type { ReportFiles, WrittenReport } from '../core/ports.ts';
import { openNamedPaths } from './report-files/named.ts';
import { standing, textOf } from './report-files/standing.ts';
import { openSurvey, wasMissing } from './report-files/survey.ts';

/** What is read after a run; sizes in bytes. What does not fit is said to be there, without its text. */
const readLimits = { files: 2_000, size: 4 * 1024 * 1024, all: 32 * 1024 * 1024 } as const;

/**
 * Finds the files that test runners wrote while a line ran: at the paths that the line, the scripts that it calls and the
 * configuration where it starts name, and in runners' usual places below. Written is what is new, or has another inode, size
 * or time of its content than before the run; what the clock says now does not matter.
 * The inode's own time does not count: a `chmod -R` writes no report anew.
 */
export function openReportFiles(): ReportFiles {
  const namedPaths = openNamedPaths();
  const surveyReports = openSurvey();
  return {
    watch(places) {
      const before = surveyReports(places.folders);
      const named = namedPaths(places);
      const stood = new Map(
        [...named.keys(), ...before.files].map((path) => [path, standing(path)?.identity]),
      );
      const identities = new Set(stood.values());
      return () => {
        const found = new Set([...named.keys(), ...surveyReports(places.folders).files]);
        const written = [...found].filter((path) => {
          const now = standing(path)?.identity;
          // A file of before under another name was moved, not written.
          if (now === undefined || identities.has(now)) return false;
          return stood.has(path) || wasMissing(before, path);
        });
        return readAll(written.sort(), named);
      };
    },
  };
}

function readAll(
  paths: readonly string[],
  named: ReadonlyMap<string, number | null>,
): readonly WrittenReport[] {
  let room: number = readLimits.all;
  return paths.map((path, index) => {
    const size = standing(path)?.size ?? Number.POSITIVE_INFINITY;
    const fits = index < readLimits.files && size <= Math.min(room, readLimits.size);
    if (fits) room -= size;
    return { path, text: fits ? textOf(path) : null, command: named.get(path) ?? null };
  });
}
