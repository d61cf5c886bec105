// What a person consents to: how the plan as it is now differs from what was agreed.
import { gateKey } from './gate-key.ts';
import type { Step } from './types.ts';

/** One gate command, or a whole step, that the plan adds to or takes from what was agreed. */
export type Change = {
  step: number;
  title: string;
  added: readonly string[];
  taken: readonly string[];
  gone: boolean;
};

/** The steps that differ between what was agreed and what stands in the plan now, in order. */
export function changesOf(agreed: readonly Step[], now: readonly Step[]): readonly Change[] {
  const numbers = new Set([...agreed, ...now].map(({ step }) => step));
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => {
      const before = agreed.find(({ step }) => step === number);
      const after = now.find(({ step }) => step === number);
      return {
        step: number,
        title: after?.title ?? before?.title ?? '',
        added: onlyIn(after, before),
        taken: onlyIn(before, after),
        gone: after === undefined,
      };
    })
    .filter(({ added, taken, gone }) => added.length > 0 || taken.length > 0 || gone);
}

function onlyIn(one: Step | undefined, other: Step | undefined): readonly string[] {
  const known = new Set((other?.gates ?? []).map(gateKey));
  return (one?.gates ?? []).filter((gate) => !known.has(gateKey(gate))).map(({ command }) => command);
}
