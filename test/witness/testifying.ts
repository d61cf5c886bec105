import { test } from 'vitest';
import { bashVersion } from '../bash-version.ts';

/** Tests of what bash testifies: one before 5 says less, and one before 4.4 nothing. */
export const testTold = test.runIf(bashVersion().number >= 500);
