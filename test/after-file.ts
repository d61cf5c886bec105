// After each file of tests: nothing is left in the temporary directory.
import { afterAll } from 'vitest';
import { disposeTemplates } from './repositories.ts';

afterAll(disposeTemplates);
