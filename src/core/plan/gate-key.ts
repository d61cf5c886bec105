import { parseLine } from '../shell/parse.ts';
import { treeForm } from '../shell/same/form.ts';
import { gateScript } from './block.ts';
import type { Gate } from './types.ts';

/** Equal for gate commands that differ only in white space, quotes or comments. */
export function gateKey(gate: Pick<Gate, 'command' | 'context'>): string {
  return scriptKey(gateScript(gate));
}

/** The same for a gate command as it stands in facts and in the state file: as a script. */
export function scriptKey(script: string): string {
  const parsed = parseLine(script);
  return parsed.parsed ? treeForm(parsed.script) : script.trim().replace(/\s+/g, ' ');
}
