import type { Call } from '../call.ts';
import { argument } from '../call.ts';
import { distrust, fell, ran } from '../machine.ts';
import { ANY, exactly, isZero, ONE, rangeOf, statusOf } from '../range.ts';
import { trapStatus } from '../shells.ts';
import type { End, Flow, State } from '../state.ts';
import { goOn, join, leave, withStatus } from '../state.ts';
import { held } from '../table.ts';

/** `exit`, `return`, `break`, `continue`. */
export function runControl(call: Call): Flow {
  return call.name === 'exit' || call.name === 'return' ? runEnd(call) : runJump(call);
}

function runEnd(call: Call): Flow {
  const { state, bit, context, name } = call;
  const end: End = name === 'exit' ? 'exit' : 'return';
  const args = call.args;
  const inReach = name === 'exit' || context.inFunction;
  // A plain sh ends its script there.
  if (!inReach && context.posix) return join([unknownEnd(state, 'exit'), goOn(fell(state, bit))]);
  if (!inReach) return goOn(fell(state, bit, exactly(2)));
  if (args === null) return unknownEnd(state, end);
  const words = args[0]?.kind === 'text' && args[0].text === '--' ? args.slice(1) : args;
  const [first] = words;
  if (first === undefined) {
    const status = name === 'exit' ? (trapStatus(state) ?? trapUnknown(state)) : state.status;
    return leave(end, mark(withStatus(state, status), bit));
  }
  if (first === null || first.kind === 'job') return unknownEnd(state, end);
  if (argument(call, 0) === '--help') return goOn(fell(state, bit, exactly(2)));
  const range = rangeOf(first);
  if (range === null) {
    if (first.kind === 'text' && /^\s*[-+]?\d+\s*$/.test(first.text)) return unknownEnd(state, end);
    // Since 5.3 `exit` only complains of what is no number.
    const failed = fell(state, bit);
    return name === 'exit' ? join([leave(end, failed), goOn(failed)]) : leave(end, failed);
  }
  if (words.length > 1) return goOn(fell(state, bit, ONE));
  const status = statusOf(range);
  if (status !== null) return leave(end, mark(withStatus(state, status), bit));
  const against =
    state.against ?? `${call.command.args.map((word) => word.text).join(' ')} is no multiple of 256`;
  return join([
    leave(end, fell(state, bit, range.low <= 0 ? ANY : { low: 1, high: 255 })),
    leave(end, { ...mark(withStatus(state, exactly(0)), bit), against }),
  ]);
}

/** Without a trap, `exit` takes the last status. */
const trapUnknown = (state: State) => (held(state.env.variables, ' trap') !== undefined ? ANY : state.status);

const mark = (state: State, bit: bigint): State =>
  isZero(state.status) ? { ...state, must: state.must | bit } : { ...state, failed: state.failed | bit };

/** An argument that is not known: it leaves with any status, or does not leave at all. */
function unknownEnd(state: State, end: End): Flow {
  return join([leave(end, withStatus(state, ANY)), goOn(withStatus(state, ONE))]);
}

function runJump(call: Call): Flow {
  const { state, bit, context } = call;
  // Some versions of bash leave the loop around it, or the subshell; others only complain.
  if (context.loops === 0 && context.besideLoop) return distrust(ran(state, bit), context.machine);
  if (context.loops === 0) return goOn(ran(state, bit));
  const word = call.name === 'break' ? 'break' : 'continue';
  const level = call.args === null ? null : call.args.length === 0 ? 1 : rangeOf(call.args[0]);
  if (level === 1) return leave(`${word} 1`, ran(state, bit));
  if (level === null || level.low !== level.high) return distrust(fell(state, bit), context.machine);
  // 0 and less is an error that leaves all loops with a status of 1.
  if (level.low < 1) return leave(`break ${context.loops}`, fell(state, bit, ONE));
  return leave(`${word} ${Math.min(level.low, context.loops)}`, ran(state, bit));
}
