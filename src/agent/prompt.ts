// What our own loop says to the model beside the rules' sentences, which stand in core/feedback.ts.

/** The instructions that every request carries. `plan`: whether the task is the plan, or one only lies there. */
export function systemPrompt(options: {
  directory: string;
  plan: 'is-the-task' | 'lies-there' | 'none';
  gated: boolean;
}): string {
  return [
    'You are a coding agent. You work in a repository with the tools that you are given, until the task is done.',
    `The working directory is ${options.directory}. Paths are relative to it.`,
    'Look before you change things; keep to the style of what is there; change no more than the task needs.',
    options.gated ? GATED : '',
    PLANS[options.plan],
    'When the task is done, answer without a tool call: say in a few sentences what was done. If it cannot be done, call give_up and say why.',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const GATED = `Your answer without a tool call is a claim that the task is done. It is checked against what really ran, not against what you say:
- Run what you write. After a few files of code without a run, further writes are refused.
- A run counts if its success is visible: no \`|| true\`, no \`; echo done\` after it, not in the background.
- After the last change of code the tests must have been green. New behaviour needs a test.
- Do not delete, skip or weaken tests.`;

const PLANS = {
  'is-the-task':
    'There is a plan with numbered steps. Work on one step after the other: milestone status tells where you stand, milestone done claims a step once every gate command of it was green. The task is done when all steps are.',
  'lies-there':
    'There is a plan with numbered steps here. If the task is about it, use the milestone tool to see where it stands and to claim steps; otherwise leave it alone.',
  none: '',
};

export const CONTINUE = 'The session was interrupted and goes on now. Look at what stands, and continue.';

export const SUMMARISE = `The history of this session is about to be dropped; only your answer to this message will stand for it. Below is the history. Write what somebody needs who continues the work and has not seen it:
- what was asked for, and what is decided;
- what was done, by file;
- what is known to work, what is known not to work, with the exact commands;
- what was being done just now, and what comes next.
Facts only, at most 60 lines. Answer with the summary alone.`;

/** The first message of a history that was dropped. `state` is what the harness knows (not what the model says). */
export function afterCompaction(parts: {
  tasks: readonly string[];
  summary: string;
  state: string | null;
}): string {
  return [
    `The task, as it was given:\n\n${parts.tasks.join('\n\n')}`,
    `The history before this point was dropped. Your own summary of it:\n\n${parts.summary}`,
    parts.state ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** What a person's message becomes when the harness has something to say before it. */
export function withContext(context: string | null, text: string): string {
  return context === null ? text : `${context}\n\n${text}`;
}
