import { literalText } from '../nested.ts';
import type { Case, Word } from '../parse.ts';
import type { Truth } from './arithmetic.ts';
import { expand } from './compounds.ts';
import { substitutionsIn } from './expansions.ts';
import { runBody } from './lists.ts';
import type { Context } from './machine.ts';
import type { Value } from './range.ts';
import { ZERO } from './range.ts';
import type { Flow, State } from './state.ts';
import { each, goOn, join, merge, onward, withStatus } from './state.ts';
import { oneValue } from './words.ts';

/** Runs a `case`: each arm that can match, none where none has to. */
export function runCase(node: Case, states: readonly State[], context: Context): Flow {
  return onward(expand(node.word, states, context), (expanded) =>
    each(expanded, (state) => runArms(node, state, context)),
  );
}

function runArms(node: Case, state: State, context: Context): Flow {
  const isDynamic = substitutionsIn(node.word).length > 0;
  const value = isDynamic ? null : oneValue(node.word, state);
  let looking: readonly State[] = [state];
  let falling: readonly State[] = [];
  const done: Flow[] = [];
  for (const item of node.items) {
    const tried = expand(item.pattern, looking, context);
    done.push({ normal: [], left: tried.left });
    const truth = anyMatches(item.pattern, value, state);
    const enters = truth === 'no' ? [] : tried.normal;
    const stays = truth === 'yes' ? [] : tried.normal;
    // An arm without commands is 0.
    const starting = merge([
      ...enters.map((one) => (item.body.commands.length === 0 ? withStatus(one, ZERO) : one)),
      ...falling,
    ]);
    const body = starting.length === 0 ? goOn() : runBody(item.body, starting, context);
    done.push({ normal: [], left: body.left });
    falling = [];
    looking = stays;
    if (item.terminator === ';&') falling = body.normal;
    else if (item.terminator === ';;&') {
      // Limit: later patterns are tried against the word as it was; a body that sets the variable changes nothing.
      looking = merge([...stays, ...body.normal]);
      done.push(goOn(...body.normal));
    } else done.push(goOn(...body.normal));
  }
  done.push(goOn(...falling), goOn(...looking.map((one) => withStatus(one, ZERO))));
  return join(done);
}

function anyMatches(patterns: readonly Word[], value: Value | null, state: State): Truth {
  let found: Truth = 'no';
  for (const pattern of patterns) {
    const truth = matches(pattern, value, state);
    if (truth === 'yes') return 'yes';
    if (truth === 'maybe') found = 'maybe';
  }
  return found;
}

/** Whether a value matches a shell pattern, as far as both are known. */
export function matches(pattern: Word, value: Value | null, state: State): Truth {
  if (/^\*+$/.test(pattern.text)) return 'yes';
  const globbed = value?.kind === 'text' ? globMatches(pattern, value.text) : null;
  if (globbed !== null) return globbed ? 'yes' : 'no';
  const literal = literalText(pattern);
  const known = literal ?? quotedText(pattern, state);
  if (known === null || value === null || value.kind === 'job') return 'maybe';
  if (value.kind === 'filled') return known === '' ? 'no' : 'maybe';
  if (value.kind === 'unset') return known === '' ? 'yes' : 'no';
  if (value.kind === 'text') return value.text === known ? 'yes' : 'no';
  const number = /^(0|[1-9]\d*)$/.test(known) ? Number(known) : null;
  if (number === null) return 'no';
  return number < value.range.low || number > value.range.high ? 'no' : 'maybe';
}

/** Text of a pattern whose expansions are all quoted and known. */
function quotedText(pattern: Word, state: State): string | null {
  const isQuoted =
    pattern.parts?.every(({ type }) => type === 'DoubleQuoted' || type === 'SingleQuoted') === true;
  const value = isQuoted && substitutionsIn(pattern).length === 0 ? oneValue(pattern, state) : null;
  return value?.kind === 'text' ? value.text : null;
}

/** Patterns of plain letters, `*` and `?` against a known text; null: any other pattern. */
function globMatches(pattern: Word, text: string): boolean | null {
  const parts = pattern.parts ?? [];
  if (!parts.some(({ type }) => type === 'Glob') || text.length > 1000) return null;
  let expression = '';
  let stars = 0;
  for (const part of parts) {
    if (part.type === 'Glob' && part.kind === 'star') {
      expression += '[^]*';
      stars += 1;
    } else if (part.type === 'Glob' && part.kind === 'question') expression += '[^]';
    else if (part.type === 'Literal' && /^[\w./:=@%+, -]*$/.test(part.text))
      expression += part.value.replaceAll('.', '\\.').replaceAll('+', '\\+');
    else return null;
  }
  return stars > 3 ? null : new RegExp(`^${expression}$`).test(text);
}
