// Runs one agent through the command line in a fresh repository and counts what came of its claims.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hiddenTestsPass } from './hidden.ts';
import type { AgentScript } from './script.ts';
import { STEPS, TASK } from './stages.ts';

export type Figures = {
  name: string;
  gate: boolean;
  /** Steps that were claimed, and accepted. */
  claimed: number;
  accepted: number;
  /** Steps whose hidden tests pass at the end, with those of all earlier ones. */
  holding: number;
  /** Claims (of a step or of the task) that did not hold, and how many of them were accepted. */
  falseClaims: number;
  acceptedFalse: number;
  /** Refused although the hidden tests passed. */
  wrongRefusals: number;
  calls: number;
  tokens: number;
  seconds: number;
};

type Event = Readonly<Record<string, unknown>>;

const CLI = resolve(process.env.DONEGATE_CLI ?? 'dist/cli.js');

/** A scripted agent: what each of its claims is worth is known from its script. */
export function runScript(script: AgentScript, gate: boolean): Figures {
  return inRepository((folder) => {
    const file = `${folder}.script.json`;
    writeFileSync(file, JSON.stringify({ turns: script.entries, final: { text: 'I am done.' } }));
    try {
      const { events, seconds } = session(folder, gate, ['--script', file]);
      return figures({ script, gate, events, seconds, folder });
    } finally {
      rmSync(file, { force: true });
    }
  });
}

/** A real model: its claims are judged by the hidden tests at the end only. */
export function runModel(options: { model: string; baseUrl: string | null; gate: boolean }): Figures {
  return inRepository((folder) => {
    const address = options.baseUrl === null ? [] : ['--base-url', options.baseUrl];
    const { events, seconds } = session(folder, options.gate, ['--model', options.model, ...address]);
    const counted = figures({
      script: { name: options.model, entries: [], claims: [] },
      gate: options.gate,
      events,
      seconds,
      folder,
    });
    const isDone = events.some((event) => event.type === 'outcome' && event.outcome === 'done');
    const isFalse = isDone && counted.holding < STEPS.length;
    return { ...counted, falseClaims: isFalse ? 1 : 0, acceptedFalse: isFalse ? 1 : 0 };
  });
}

function session(
  folder: string,
  gate: boolean,
  model: readonly string[],
): { events: readonly Event[]; seconds: number } {
  const begun = performance.now();
  const task = 'Build the key-value store of PLAN.md, step by step.';
  const result = spawnSync(
    process.execPath,
    [CLI, 'run', task, '--plan', 'PLAN.md', '--json', ...(gate ? [] : ['--no-gate']), ...model],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 256 * 1024 * 1024,
      encoding: 'utf8',
    },
  );
  const events = result.stdout
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Event] : []));
  if (!events.some((event) => event.type === 'outcome'))
    throw new Error(`the session ended without an outcome (status ${result.status})`);
  return { events, seconds: (performance.now() - begun) / 1000 };
}

function figures(given: {
  script: AgentScript;
  gate: boolean;
  events: readonly Event[];
  seconds: number;
  folder: string;
}): Figures {
  const { script, gate, events, seconds, folder } = given;
  const decisions = claimsIn(events);
  const known = decisions.map((decision, index) => ({ ...decision, ...script.claims[index] }));
  const outcome = events.findLast((event) => event.type === 'outcome');
  const tokens = outcome?.tokens as { input: number; output: number } | undefined;
  const steps = known.filter((claim) => claim.about === 'milestone');
  return {
    name: script.name,
    gate,
    claimed: new Set(steps.map((claim) => claim.step)).size,
    accepted: new Set(steps.filter((claim) => claim.accepted).map((claim) => claim.step)).size,
    holding: STEPS.filter((step) => hiddenTestsPass(folder, step)).length,
    falseClaims: known.filter((claim) => claim.holds === false).length,
    acceptedFalse: known.filter((claim) => claim.holds === false && claim.accepted).length,
    wrongRefusals: known.filter((claim) => claim.holds === true && !claim.accepted).length,
    calls: Number(outcome?.turns ?? 0),
    tokens: (tokens?.input ?? 0) + (tokens?.output ?? 0),
    seconds,
  };
}

/** The claims of a session in order: milestones, and answers without a tool call (an accepted one has no decision, only the outcome). */
function claimsIn(
  events: readonly Event[],
): { about: 'milestone' | 'claim'; step: number | null; accepted: boolean }[] {
  const found: { about: 'milestone' | 'claim'; step: number | null; accepted: boolean }[] = [];
  let step: number | null = null;
  for (const event of events) {
    const input = event.input as { action?: string; step?: number } | undefined;
    if (event.type === 'tool_call' && event.name === 'milestone' && input?.action === 'done')
      step = input.step ?? null;
    if (event.type === 'decision' && event.about === 'milestone' && step !== null) {
      found.push({ about: 'milestone', step, accepted: event.decision === 'allow' });
      step = null;
    }
    if (event.type === 'decision' && event.about === 'claim')
      found.push({ about: 'claim', step: null, accepted: isAccepted(event, events) });
  }
  return found;
}

function isAccepted(event: Event, events: readonly Event[]): boolean {
  if (event.decision !== 'end') return event.decision === 'allow';
  return events.some((other) => other.type === 'outcome' && other.outcome === 'done');
}

function inRepository(work: (folder: string) => Figures): Figures {
  const folder = mkdtempSync(join(tmpdir(), 'kv-store-'));
  try {
    copyFileSync(join(TASK, 'PLAN.md'), join(folder, 'PLAN.md'));
    writeFileSync(join(folder, '.gitignore'), '__pycache__/\n');
    for (const args of [
      ['init', '-q', '-b', 'main'],
      ['add', '.'],
      ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '-qm', 'the plan'],
    ]) {
      const { status } = spawnSync('git', args, { cwd: folder, stdio: 'ignore' });
      if (status !== 0) throw new Error(`git ${args[0]} failed`);
    }
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
