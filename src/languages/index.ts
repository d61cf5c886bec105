import { javascript } from './javascript/javascript.ts';
import { python } from './python/python.ts';
import type { Language } from './types.ts';

/** Every language whose tests can be read. */
export const languages: readonly Language[] = [python, javascript];

/** The language of a file by its name, or null. */
export function languageOf(path: string): Language | null {
  return (
    languages.find((language) => language.extensions.some((extension) => path.endsWith(extension))) ?? null
  );
}
