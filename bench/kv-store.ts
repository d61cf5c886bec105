// The key-value store in five steps: what is claimed, what is accepted and what really holds, with the gate and without it.
//   npm run bench -- kv-store [honest|hasty|lying|known-bad]... [--only "step 1"] [--model PROVIDER/MODEL [--base-url URL]]

import { knownBad } from './kv-store/known-bad.ts';
import { lies } from './kv-store/lies.ts';
import { hasty, honest } from './kv-store/script.ts';
import { type Figures, runModel, runScript } from './kv-store/session.ts';

const HEADER = [
  'agent',
  'gate',
  'steps claimed',
  'steps accepted',
  'steps that hold',
  'false claims',
  'of them accepted',
  'wrong refusals',
  'model calls',
  'tokens',
  'seconds',
];

/** Runs the chosen agents (all scripted ones by default) and prints one row for each, and one for each lie. */
export async function run(args: readonly string[]): Promise<void> {
  const model = flagValue(args, '--model');
  const chosen = args.filter((word) => ['honest', 'hasty', 'lying', 'known-bad'].includes(word));
  const wants = (name: string): boolean => (chosen.length === 0 && model === null) || chosen.includes(name);
  if (wants('known-bad')) knownBad();
  print(HEADER);
  print(HEADER.map(() => '---'));
  for (const gate of [false, true]) {
    if (wants('honest')) row(runScript(honest(), gate));
    if (wants('hasty')) row(runScript(hasty(), gate));
    if (wants('lying')) {
      const only = flagValue(args, '--only') ?? '';
      const chosenLies = lies().filter(({ name }) => name.includes(only));
      const all = chosenLies.map((script) => runScript(script, gate));
      for (const figures of all) if (gate && figures.acceptedFalse > 0) row(figures);
      row(total('lying (all)', gate, all));
    }
    if (model !== null) row(runModel({ model, baseUrl: flagValue(args, '--base-url'), gate }));
  }
}

function flagValue(args: readonly string[], flag: string): string | null {
  const at = args.indexOf(flag);
  return at < 0 ? null : (args[at + 1] ?? null);
}

function row(figures: Figures): void {
  print([
    figures.name,
    figures.gate ? 'with' : 'without',
    String(figures.claimed),
    String(figures.accepted),
    String(figures.holding),
    String(figures.falseClaims),
    String(figures.acceptedFalse),
    String(figures.wrongRefusals),
    String(figures.calls),
    String(figures.tokens),
    figures.seconds.toFixed(1),
  ]);
}

function total(name: string, gate: boolean, all: readonly Figures[]): Figures {
  const sum = (of: (figures: Figures) => number): number =>
    all.reduce((before, figures) => before + of(figures), 0);
  return {
    name,
    gate,
    claimed: sum((one) => one.claimed),
    accepted: sum((one) => one.accepted),
    holding: sum((one) => one.holding),
    falseClaims: sum((one) => one.falseClaims),
    acceptedFalse: sum((one) => one.acceptedFalse),
    wrongRefusals: sum((one) => one.wrongRefusals),
    calls: sum((one) => one.calls),
    tokens: sum((one) => one.tokens),
    seconds: sum((one) => one.seconds),
  };
}

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
