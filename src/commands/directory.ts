import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../core/user-error.ts';

/** Absolute path of the directory that a person named. Throws UserError where there is none. */
export function directoryOf(cwd: string): string {
  const absolute = resolve(cwd);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true) return absolute;
  throw new UserError(`there is no directory ${absolute}`, 'name another one with --cwd');
}
