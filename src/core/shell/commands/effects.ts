import { moved } from './directory.ts';
import { assignedValue } from './draft.ts';
import { streamsGone } from './text.ts';
import type { Draft, Scope, Surroundings, Walk } from './types.ts';

/** What a command changes for those after it. */
export function applyEffects(walk: Walk, draft: Draft, around: Surroundings, scope: Scope): void {
  const [name] = draft.words;
  if (name === 'cd' || name === 'pushd' || name === 'popd') {
    if (around.inFunction !== null) walk.movers.add(around.inFunction);
    const target = draft.wordNodes.find((_, at) => at > 0 && draft.words[at] === null);
    const isHere = /^"?(\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`)"?$/.test(target?.text ?? '');
    scope.place = moved(scope.place, draft.words, isHere);
    return;
  }
  if (name === 'exec' && draft.words.length === 1) {
    scope.outputGone = scope.outputGone || streamsGone(draft.redirects).output;
    return;
  }
  if (typeof name === 'string' && walk.calls.has(name)) {
    walk.calls.get(name)?.push(around.inFunction === null ? draft.shellDirectory : null);
    if (walk.movers.has(name)) scope.place = { ...scope.place, now: null };
  }
  recordConstants(walk, draft, around, scope);
}

const ASSIGNERS = new Set(['export', 'declare', 'readonly', 'typeset', 'local']);

function recordConstants(walk: Walk, draft: Draft, around: Surroundings, scope: Scope): void {
  const [name] = draft.words;
  if (name !== undefined && !(typeof name === 'string' && ASSIGNERS.has(name))) return;
  const parts = name === undefined ? draft.node.prefix : draft.node.args;
  for (const part of parts) {
    if (part.type !== 'Assignment') continue;
    const value = around.uncertain ? null : assignedValue(part, scope.constants);
    if (value === null || /[\s*?[]/.test(value) || isReassigned(walk, part.name))
      scope.constants.delete(part.name);
    else scope.constants.set(part.name, value);
  }
}

/** Longer scripts are not searched for a second assignment: their variables stay unknown. */
const MAX_SEARCHED = 20_000;

function isReassigned(walk: Walk, name: string): boolean {
  const known = walk.reassigned.get(name);
  if (known !== undefined) return known;
  const answer = walk.whole.length > MAX_SEARCHED || setsTwice(walk.whole, name);
  walk.reassigned.set(name, answer);
  return answer;
}

/** True if the text of the line could set the variable in more than one place. */
function setsTwice(whole: string, name: string): boolean {
  const sets =
    whole.match(new RegExp(`(?<![\\w$])${name}(\\+?=|\\+\\+|--|\\[|[-*/%&|^]=|<<=|>>=)`, 'g')) ?? [];
  const others = new RegExp(
    `(\\b(for|select|read|readarray|mapfile|unset|getopts|printf|let|local)\\b[^;\\n|&]*[\\s'"]${name}\\b)|\\$\\{${name}:?=|(\\+\\+|--)${name}\\b`,
  );
  return sets.length > 1 || others.test(whole);
}
