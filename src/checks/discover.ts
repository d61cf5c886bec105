import type { ProjectFiles } from '../core/reading-types.ts';
import { choose } from './discover/candidate.ts';
import { manifests } from './discover/manifests.ts';
import { packageScripts } from './discover/package-scripts.ts';
import { pythonTests } from './discover/python-tests.ts';
import { recipes } from './discover/recipes.ts';

/** A command check that was found in the project, with a sentence that says where. */
export type FoundCheck = { command: string; why: string };

/**
 * Finds the commands that check a project, the fast kinds first, without those that another one already runs.
 * `files`: all files of the project, relative to its root, if the caller knows them (test files in the root, pytest's
 * marks inside of tests). Empty: nothing in the project says how it is checked.
 */
export function discoverChecks(project: ProjectFiles, files: readonly string[] = []): readonly FoundCheck[] {
  const named = [...recipes(project), ...packageScripts(project)];
  const guessed = [...pythonTests(project, files), ...manifests(project)];
  return choose([...named, ...guessed]).map(({ command, why }) => ({ command, why }));
}
