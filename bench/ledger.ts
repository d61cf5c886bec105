// What one more message costs when the log is long: it must not grow with the number of facts.
import { record, replayFacts, stateView } from '../src/core/ledger.ts';
import { runRuleFinding } from '../src/core/rules/run-rule.ts';
import type { Fact, FactBody } from '../src/core/types.ts';
import { change, ran, turn } from '../test/core/made-facts.ts';

/** A long session as it might be: turns, edits of some hundred files, runs of every result. */
function factAt(seq: number): Fact {
  const path = `src/module${seq % 300}.ts`;
  const bodies: FactBody[] = [
    { type: 'files_changed', by: 'edit', authored: true, changes: [change(path, `hash${seq}`)] },
    ran({ result: seq % 3 === 0 ? 'red' : 'green', failing: seq % 3 === 0 ? [`test ${seq % 50}`] : [] }),
  ];
  const body = seq % 200 === 0 ? turn : bodies[seq % 2];
  return { seq, at: '2026-01-01T00:00:00.000Z', ...(body ?? turn) };
}

/** `npm run bench -- ledger [FACTS]`: prints microseconds a message at 1 %, 10 % and 100 % of so many facts. */
export async function run(args: readonly string[]): Promise<void> {
  const most = Number(args[0] ?? 100_000);
  for (const share of [0.01, 0.1, 1]) {
    const count = Math.round(most * share);
    const facts = Array.from({ length: count }, (_, index) => factAt(index + 1));
    const begun = performance.now();
    const ledger = replayFacts(facts);
    const folded = performance.now() - begun;
    const more = Array.from({ length: 1000 }, (_, index) => factAt(count + index + 1));
    const before = performance.now();
    for (const fact of more) {
      record(ledger, fact);
      stateView(ledger, null);
      runRuleFinding({ ledger, hasChecks: true, command: null, direct: null, directory: '.', gone: [] });
    }
    const each = ((performance.now() - before) / more.length) * 1000;
    process.stdout.write(
      `${String(count).padStart(8)} facts: folded in ${folded.toFixed(0)} ms, one more message ${each.toFixed(1)} µs\n`,
    );
  }
}
