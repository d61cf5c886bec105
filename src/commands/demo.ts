import { stderr, stdout } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentEvent } from '../agent/events.ts';
import type { Model } from '../agent/model.ts';
import { scriptedModel } from '../agent/models/scripted.ts';
import { wrapped } from '../agent/view/layout.ts';
import { progressOn } from '../agent/view/progress.ts';
import { view } from '../agent/view/view.ts';
import { EXIT } from '../core/exit-status.ts';
import { type Shown, shownBy } from '../demo/expected.ts';
import { makeRepository } from '../demo/repository.ts';
import { SCENES, SCRIPT, sceneAt, TASK } from '../demo/story.ts';
import { runOwnSession } from './own-session.ts';
import { type Colors, colorsFor, print } from './terminal.ts';

/** Between two answers of the scripted agent, where somebody watches. */
const PACE_MS = 900;

/**
 * The main job, end to end: a scripted agent in a temporary git repository claims "done" falsely and is sent back, then
 * truly and is accepted. Everything but the agent's answers is real. Status 0 only if all of it happened.
 */
export async function demo(options: { color: boolean; keep: boolean }): Promise<number> {
  const colors = colorsFor(options);
  const { path: directory, remove } = makeRepository({ stays: options.keep });
  try {
    await print(opening(colors, directory));
    const { facts, interrupted } = await runOwnSession({
      cwd: directory,
      task: TASK,
      model: withScenes(colors),
      plan: null,
      gated: true,
      resume: null,
      limits: { maxTurns: null, tokenBudget: null, contextWindow: 200_000 },
      ...shownOn(colors),
    });
    if (interrupted) return EXIT.interrupted;
    const shown = shownBy(facts);
    await print(closing(colors, shown));
    return shown.every(({ happened }) => happened) ? EXIT.proven : EXIT.notProven;
  } finally {
    if (options.keep) await print(`The repository is kept: ${directory}\n`);
    else remove();
  }
}

/** The scripted agent; a title is printed before each of its scenes. */
function withScenes(colors: Colors): Model {
  const model = scriptedModel(SCRIPT);
  let answers = 0;
  return {
    ...model,
    async answer(request) {
      const scene = sceneAt(answers);
      answers += 1;
      if (scene !== null) stdout.write(title(colors, scene));
      if (stdout.isTTY) await pause(PACE_MS, undefined, { signal: request.signal }).catch(() => {});
      return model.answer(request);
    },
  };
}

function shownOn(colors: Colors) {
  const progress = progressOn(stderr);
  const show = view({
    write: (text) => stdout.write(text),
    colors,
    width: width(),
    lengths: { said: 6, output: 0, verdict: 4, fix: 0 },
  });
  const emit = (event: AgentEvent): void => {
    progress.clear();
    if (event.type === 'session_start') return;
    show(event);
    progress.running(event.type === 'tool_call' && event.name === 'bash' ? 'running' : null);
  };
  return { progress, emit };
}

function width(): number {
  return Math.min(stdout.columns || 88, 88);
}

function title(colors: Colors, { number, title }: { number: number; title: string }): string {
  const text = ` ${number} of ${SCENES.length}  ${title} `;
  return `\n${colors.dim('──')}${colors.bold(text)}${colors.dim('─'.repeat(Math.max(2, width() - text.length - 2)))}\n`;
}

function opening(colors: Colors, directory: string): string {
  const text = `The agent here is scripted and does what agents do. All else is real: a git repository in ${directory}, its tests, and what donegate makes of them.`;
  return `${colors.bold('donegate')} decides from evidence whether a coding agent is really done.

${wrapped(text, width()).join('\n')}
`;
}

const DECIDED =
  'No word of the agent decided anything. What decided: the exit status of what ran, on exactly the code that stood when it ran, and what was changed since the session began.';

function closing(colors: Colors, shown: readonly Shown[]): string {
  const lines = shown.map(({ what, happened }) =>
    happened ? `  ${colors.green('✓')} ${what}` : `  ${colors.red('✗')} ${what}: this did not happen`,
  );
  const isTrue = shown.every(({ happened }) => happened);
  const end = isTrue
    ? `${wrapped(DECIDED, width()).join('\n')}

Try it on your own work:
  ${colors.bold('donegate check')}                               the gate on what you have changed
  ${colors.bold('donegate run "..." --model anthropic/...')}     an agent with the gate inside
`
    : 'This demo did not show what it should: please report it, with the output above.\n';
  return `\n${colors.bold('What happened')}\n${lines.join('\n')}\n\n${end}`;
}
