import type { Place } from './commands.ts';
export function maskOf(_place: Place, _options: { pipefail: boolean }): string | null {
  return null;
}
