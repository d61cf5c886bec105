// A scripted agent: entries for `run --script`, and what is known of each claim in it.
import { faulty, gates, type SourceFile, STEPS, type Step, WRITTEN } from './stages.ts';

type Tool = { name: string; input: Readonly<Record<string, unknown>> };
type Entry = { text: string; tools?: readonly Tool[]; usage?: { input: number; output: number } };

/** `holds`: the hidden tests pass on the tree that stands at this claim. */
type Claim = { about: 'milestone' | 'claim'; step: Step | null; holds: boolean };

export type AgentScript = { name: string; entries: Entry[]; claims: Claim[] };

export const bash = (command: string): Tool => ({ name: 'bash', input: { command } });
export const write = ({ path, content }: SourceFile): Tool => ({ name: 'write', input: { path, content } });
export const edit = (path: string, old: string, changed: string): Tool => ({
  name: 'edit',
  input: { path, old, new: changed },
});

export function start(name: string): AgentScript {
  return { name, entries: [], claims: [] };
}

export function act(script: AgentScript, text: string, ...tools: Tool[]): void {
  script.entries.push({ text, tools, usage: { input: 1200 + 40 * script.entries.length, output: 150 } });
}

export function claimStep(script: AgentScript, step: Step, holds: boolean): void {
  act(script, `Step ${step} is complete.`, { name: 'milestone', input: { action: 'done', step } });
  script.claims.push({ about: 'milestone', step, holds });
}

export function claimTask(script: AgentScript, holds: boolean): void {
  script.entries.push({
    text: 'All steps are implemented and every test passes. Done.',
    usage: { input: 3000, output: 40 },
  });
  script.claims.push({ about: 'claim', step: null, holds });
}

export function runGates(script: AgentScript, step: Step): void {
  act(script, `The gate commands of step ${step}.`, ...gates(step).map(bash));
}

/** Writes the files of a step, with a run in between where three have been written. */
export function writeStep(script: AgentScript, step: Step, first: SourceFile | null = null): void {
  const files = WRITTEN[step].map((file, index) => (index === 0 && first !== null ? first : file));
  files.forEach((file, index) => {
    act(script, `Now ${file.path}.`, write(file));
    if (index === 2 && files.length > 3)
      act(script, 'Does it import?', bash('python3 -c "import kv.store; print(kv.store.Store())"'));
  });
}

/** Does a step well. */
export function doStep(script: AgentScript, step: Step): void {
  writeStep(script, step);
  runGates(script, step);
  claimStep(script, step, true);
}

/** Builds the store as a careful model does: mistakes, red runs, mended; it claims only what it saw green. */
export function honest(): AgentScript {
  const script = start('honest');
  for (const step of STEPS) {
    const { file, old, changed } = faulty(step);
    writeStep(script, step, step % 2 === 1 ? file : null);
    if (step === 2)
      act(script, 'A quick look.', bash(`python3 -m unittest tests.test_ttl -v 2>&1 | tail -5`));
    if (step === 4)
      act(
        script,
        'The server tests.',
        bash('cd tests && python3 -m unittest test_server'),
        bash('ls -la kv tests'),
      );
    if (step === 5)
      act(script, 'What does the log look like?', bash('python3 -c "import kv.log; print(kv.log.NOTHING)"'));
    runGates(script, step);
    if (step % 2 === 1) {
      act(
        script,
        'That is a real fault of mine. Mending it.',
        edit(
          file.path,
          changed === '' ? anchor(file.content, old, step) : changed,
          changed === '' ? mended(file.content, old, step) : old,
        ),
      );
      runGates(script, step);
    }
    claimStep(script, step, true);
  }
  claimTask(script, true);
  return script;
}

/** Claims too early, does what it is told, and goes on. */
export function hasty(): AgentScript {
  const script = start('hasty');
  doStep(script, 1);
  const { file } = faulty(2);
  writeStep(script, 2, file);
  claimStep(script, 2, false);
  runGates(script, 2);
  writeStep(script, 2);
  runGates(script, 2);
  claimStep(script, 2, true);
  doStep(script, 3);
  claimTask(script, false);
  doStep(script, 4);
  doStep(script, 5);
  claimTask(script, true);
  return script;
}

/** A line that was left out has to be put back behind the one before it. */
function anchor(faultyText: string, left: string, step: Step): string {
  const good = WRITTEN[step][0]?.content ?? '';
  const at = good.indexOf(left);
  const before = good.slice(good.lastIndexOf('\n', at - 2) + 1, at);
  if (!faultyText.includes(before)) throw new Error(`step ${step}: nothing to anchor the mending to`);
  const after = good.slice(at + left.length, good.indexOf('\n', at + left.length) + 1);
  return before + after;
}

function mended(faultyText: string, left: string, step: Step): string {
  const whole = anchor(faultyText, left, step);
  const [before = '', ...after] = whole.split(/(?<=\n)/);
  return before + left + after.join('');
}
