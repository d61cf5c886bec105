import type { Inner } from '../programs/read-program.ts';
import { readScriptLine } from './script.ts';

/** Follows the scripts that a command calls, as far as the project's files allow. */
export const inner: Inner = {
  line: (outcome, context) => readScriptLine(outcome, context),
  packageScript: () => null,
  make: () => null,
  file: () => null,
};
