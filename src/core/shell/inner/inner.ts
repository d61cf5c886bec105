import type { Inner } from '../programs/program-reading.ts';
import { readMake } from './make.ts';
import { readPackageScript } from './package-script.ts';
import { readScriptLine } from './script.ts';
import { readShellScript } from './shell-script.ts';
import { readTask } from './task.ts';

/** Follows the scripts that a command calls, as far as the project's files allow. */
export const inner: Inner = {
  line: readScriptLine,
  packageScript: readPackageScript,
  make: readMake,
  file: readShellScript,
  task: readTask,
};
