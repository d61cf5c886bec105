import { Argument, Command, InvalidArgumentError, type OutputConfiguration } from 'commander';
import { EXIT } from '../core/exit-status.ts';

export type ProgramOptions = {
  version: string;
  /** Runs a command, sets the exit status, prints what it throws. */
  guarded: (work: () => Promise<number>) => Promise<void>;
};

/** Options that every command takes. `cwd` is as given; commands resolve it. */
type Everywhere = { cwd: string; color: boolean };

const SUMMARY = `Decides from evidence whether a coding agent is really done.

Exit status: 0 proven or fine, 1 refuted or unproven, 2 usage error, 70 a fault of ours, 130 interrupted.`;

/** The whole command line as commander knows it; each action imports its command only when it runs. */
export function program({ version, guarded }: ProgramOptions): Command {
  const root = new Command('donegate')
    .description(SUMMARY)
    .version(version, '-V, --version')
    .helpOption('-h, --help')
    .helpCommand(false)
    .showSuggestionAfterError()
    .exitOverride((error) => {
      process.exit(error.exitCode === 0 ? EXIT.proven : EXIT.usage);
    })
    .configureOutput(errorLines('donegate --help'));

  const add = (spec: string, description: string, example: string): Command =>
    root
      .command(spec)
      .configureOutput(errorLines(`donegate ${spec.split(' ')[0]} --help`))
      .description(description)
      .option('--cwd <dir>', 'work in this directory', '.')
      .option('--no-color', 'print no colours')
      .addHelpText('after', `\nExample:\n  ${example}`);

  addDemoAndRun(add, guarded);
  addReadings(add, guarded);
  addGate(add, guarded);
  addPlan(add, guarded);
  return root;
}

/** A mistake in what was typed, in one line with what to type next. */
function errorLines(help: string): OutputConfiguration {
  return {
    outputError: (text, write) => {
      const said = text
        .replace(/^error: /, '')
        .trim()
        .replaceAll('\n', ' ');
      // Where it has a suggestion of its own, that is what to type.
      write(`donegate: ${said}${said.endsWith(')') ? '' : ` (${help})`}\n`);
    },
  };
}

type Add = (spec: string, description: string, example: string) => Command;
type Guarded = ProgramOptions['guarded'];

function addDemoAndRun(add: Add, guarded: Guarded): void {
  add(
    'demo',
    'watch a false "done" being refused and a true one accepted (offline, one minute)',
    'donegate demo',
  )
    .option('--keep', 'keep the temporary repository and say where it is')
    .action((options: Everywhere & { keep?: true }) =>
      guarded(async () =>
        (await import('./demo.ts')).demo({ color: options.color, keep: options.keep === true }),
      ),
    );
  add(
    'run [task]',
    'work on a task with our own agent loop and the gate inside',
    'donegate run "add a --json flag" --model anthropic/claude-sonnet-4-5',
  )
    .option('--plan <file>', 'work through this plan; all its steps must be done')
    .option('--model <provider/model>', 'anthropic/... or openai-compatible/...')
    .option('--base-url <url>', "the provider's address")
    .option('--script <file>', 'a scripted model instead of a real one')
    .option('--max-turns <n>', 'answers of the model, at most', wholeNumber)
    .option('--token-budget <n>', 'tokens, at most', wholeNumber)
    .option('--context-window <n>', "tokens that fit into the model's context", wholeNumber)
    .option('--resume <id>', 'go on with a session that ended or was killed')
    .option('--no-gate', 'the bare loop: record everything, refuse nothing')
    .option('--json', 'one event a line on stdout')
    .action((task: string | undefined, options) =>
      guarded(async () => (await import('./run.ts')).run({ ...options, task: task ?? null })),
    );
}

function addReadings(add: Add, guarded: Guarded): void {
  add(
    'explain [line]',
    'how a command line is read: what executes, what its success proves, what it writes',
    "donegate explain 'pytest -q | tail -5; echo done'",
  )
    .option('--json', 'machine-readable')
    .option('--stdin', 'read JSON Lines {"line": ...} from stdin, print one reading a line')
    .action((line: string | undefined, options: Everywhere & { json?: true; stdin?: true }) =>
      guarded(async () =>
        (await import('./explain.ts')).explain({
          line: line ?? null,
          json: options.json === true,
          stdin: options.stdin === true,
          cwd: options.cwd,
          color: options.color,
        }),
      ),
    );
  add(
    'replay <file>',
    'feed recorded messages through the rules and print one decision a line',
    'donegate replay session.jsonl --json',
  )
    .option('--json', 'machine-readable')
    .action((file: string, options: Everywhere & { json?: true }) =>
      guarded(async () =>
        (await import('./replay.ts')).replay({
          file,
          json: options.json === true,
          cwd: options.cwd,
          color: options.color,
        }),
      ),
    );
}

function addGate(add: Add, guarded: Guarded): void {
  add('check', 'the completion gate on the working tree', 'donegate check --base origin/main')
    .option(
      '--base <rev>',
      'compare with this revision, or where it has gone on, with the merge-base (default: with the default branch, else HEAD)',
    )
    .option('--list', 'say which checks would run and why, run none')
    .option('--no-commands', 'only the rules over the diff')
    .option('--json', 'machine-readable')
    .action((options: Everywhere & { base?: string; list?: true; commands: boolean; json?: true }) =>
      guarded(async () =>
        (await import('./check.ts')).check({
          base: options.base ?? null,
          list: options.list === true,
          commands: options.commands,
          json: options.json === true,
          cwd: options.cwd,
          color: options.color,
        }),
      ),
    );
  add(
    'status',
    'the flag, the streak and the step of the session in this directory',
    'donegate status --line',
  )
    .option('--json', 'machine-readable')
    .option('--line', 'one line, for a status bar')
    .action((options: Everywhere & { json?: true; line?: true }) =>
      guarded(async () =>
        (await import('./status.ts')).status({
          json: options.json === true,
          line: options.line === true,
          cwd: options.cwd,
          color: options.color,
        }),
      ),
    );
  add('why', 'the last verdict with the facts behind it', 'donegate why')
    .option('--json', 'machine-readable')
    .action((options: Everywhere & { json?: true }) =>
      guarded(async () =>
        (await import('./why.ts')).why({
          json: options.json === true,
          cwd: options.cwd,
          color: options.color,
        }),
      ),
    );
}

function addPlan(add: Add, guarded: Guarded): void {
  add('milestone', "the plan's state: ask for it, claim a step done, reopen one", 'donegate milestone done 3')
    .addArgument(new Argument('<action>').choices(['status', 'done', 'reset']))
    .argument('[step]', 'number of the step', wholeNumber)
    .option('--plan <file>', 'the plan (default: PLAN.md)')
    .option('--run', 'run the gate commands that are missing')
    .option('--json', 'machine-readable')
    .action(
      (
        action: 'status' | 'done' | 'reset',
        step: number | undefined,
        options: Everywhere & { plan?: string; run?: true; json?: true },
      ) =>
        guarded(async () =>
          (await import('./milestone.ts')).milestone({
            action,
            step: step ?? null,
            plan: options.plan ?? null,
            run: options.run === true,
            json: options.json === true,
            cwd: options.cwd,
            color: options.color,
          }),
        ),
    );
  add(
    'plan',
    'errors and weak gate commands of a plan, the parsed plan, your consent to changed gate commands',
    'donegate plan lint',
  )
    .addArgument(new Argument('<action>').choices(['lint', 'show', 'approve']))
    .option('--plan <file>', 'the plan (default: PLAN.md)')
    .option('--yes', 'approve without being asked')
    .option('--rebuild', "write the state file anew from the sessions' logs")
    .option('--json', 'machine-readable')
    .action(
      (
        action: 'lint' | 'show' | 'approve',
        options: Everywhere & { plan?: string; yes?: true; rebuild?: true; json?: true },
      ) =>
        guarded(async () =>
          (await import('./plan.ts')).plan({
            action,
            plan: options.plan ?? null,
            yes: options.yes === true,
            rebuild: options.rebuild === true,
            json: options.json === true,
            cwd: options.cwd,
            color: options.color,
          }),
        ),
    );
  add('mcp', 'an MCP server on stdio with the milestone tool', 'donegate mcp')
    .option('--plan <file>', 'the plan (default: PLAN.md)')
    .action((options: Everywhere & { plan?: string }) =>
      guarded(async () => (await import('./mcp.ts')).mcp({ plan: options.plan ?? null, cwd: options.cwd })),
    );
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('A whole number above 0 is needed.');
}
