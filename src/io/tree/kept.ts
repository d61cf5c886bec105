import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../atomic-write.ts';

/** What a session keeps for its next look, as JSON beside its index. */
export type KeptName = 'look' | 'setup' | 'sparse' | 'apart' | 'differences' | 'repository';

/** `directory`: a layer's. */
type Kept = { directory: string };

export function keep({ directory }: Kept, name: KeptName, value: unknown): void {
  writeAtomically(pathOf(directory, name), JSON.stringify(value), { durable: false });
}

/** Null: it is missing or torn. */
export function kept<Value>({ directory }: Kept, name: KeptName): Value | null {
  try {
    return JSON.parse(readFileSync(pathOf(directory, name), 'utf8')) as Value;
  } catch {
    return null;
  }
}

function pathOf(directory: string, name: KeptName): string {
  return join(directory, `${name}.json`);
}
