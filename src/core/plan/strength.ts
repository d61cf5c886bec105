// How strong the gate commands of a plan are: what a person should know before the work begins.
import type { ProjectFiles, ReadCommand, Reading } from '../reading-types.ts';
import { gateScript } from './block.ts';
import { gateKey } from './gate-key.ts';
import type { Gate, Plan, PlanProblem } from './types.ts';

export type Weakness = PlanProblem & {
  kind: 'executes-nothing' | 'swallows' | 'disarmed' | 'no-such-path' | 'same-gate' | 'not-checkable';
};

export type StrengthRequest = {
  plan: Plan;
  /** Reads a line that starts at the root. */
  read: (line: string) => Reading;
  /** Null: paths are not looked at. */
  project: ProjectFiles | null;
};

/** Every weakness, in the order of the lines. A gate command can have several. */
export function weaknesses({ plan, read, project }: StrengthRequest): readonly Weakness[] {
  const found: Weakness[] = [];
  const firstUses = new Map<string, { step: number; line: number }>();
  for (const { step, gates } of plan.steps) {
    for (const gate of gates) {
      const add = (kind: Weakness['kind'], message: string) =>
        found.push({ kind, line: gate.line, message: `${shown(gate)} ${message}`, step });
      gradeReading(read(gateScript(gate)), add);
      if (project !== null) {
        for (const path of missingPaths(read(gateScript(gate)), project))
          add('no-such-path', `names ${path}, which does not exist (yet)`);
      }
      const key = gateKey(gate);
      const first = firstUses.get(key);
      if (first === undefined) firstUses.set(key, { step, line: gate.line });
      else
        add(
          'same-gate',
          `stands word for word in Step ${first.step}, line ${first.line}: it shows nothing new`,
        );
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

type Add = (kind: Weakness['kind'], message: string) => void;

function gradeReading(reading: Reading, add: Add): void {
  if (!reading.parsed) return;
  const commands = reading.commands.filter((command) => !isPreparing(command));
  const disarmed = commands.find((command) => command.disarmed !== null);
  if (disarmed !== undefined)
    add('disarmed', `is disarmed by \`${disarmed.disarmed}\`: it cannot fail because of the code`);
  const checking = commands.filter((command) => command.executes || command.class === 'check');
  if (checking.length === 0 && disarmed === undefined) {
    // `[[ -f x ]]` is no command at all, and looks at the world.
    if (commands.length > 0 && !commands.some(looks))
      add('executes-nothing', 'executes nothing of the project');
    return;
  }
  const inner = checking.find((command) => command.innerMask !== null);
  if (inner?.innerMask != null) {
    const { text, path, line } = inner.innerMask;
    add('swallows', `hides a failure inside: \`${text}\` (${path}:${line})`);
    return;
  }
  const hidden = checking.find((command) => !command.proven);
  if (hidden === undefined) return;
  if (hidden.background) add('not-checkable', 'runs in the background, so its status is not known');
  else add('swallows', `swallows its failure${hidden.maskedBy === null ? '' : ` by \`${hidden.maskedBy}\``}`);
}

/** Commands that execute nothing and still say something about the world: `test -f dist/x`, `grep -q`, `diff`. */
function looks(command: ReadCommand): boolean {
  return /^(test|\[|\[\[|grep|rg|diff|cmp|jq|curl|sha256sum|md5sum)$/.test(command.words[0] ?? '');
}

function isPreparing(command: ReadCommand): boolean {
  return /^(cd|pushd|export|set|source|\.|:)?$/.test(command.words[0] ?? '');
}

/** Files and folders that the gate command names as its targets. */
function missingPaths(reading: Reading, project: ProjectFiles): readonly string[] {
  const missing = new Set<string>();
  for (const { class: className, scope, program } of reading.commands) {
    if (className === 'inert' || (program !== null && NAMES_NO_PATHS.has(program))) continue;
    for (const entry of scope) {
      const path = entry.replace(/\/\.\.\.$/, '').replace(/(::|:\d).*$/, '');
      if (!looksLikePath(path)) continue;
      if (!project.isFile(path) && !project.isDirectory(path)) missing.add(path);
    }
  }
  return [...missing];
}

/** Their operands are names of tasks, modules or patterns. */
const NAMES_NO_PATHS = new Set([
  'unittest',
  'make',
  'npm',
  'pnpm',
  'yarn',
  'just',
  'mise',
  'task',
  'tox',
  'nox',
]);

function looksLikePath(text: string): boolean {
  if (text.startsWith('-') || /[$*?[\]{}~]/.test(text) || text.startsWith('/')) return false;
  return text.includes('/') || /\.[A-Za-z]\w*$/.test(text);
}

function shown({ command }: Gate): string {
  const [first = '', ...more] = command.split('\n');
  return more.length === 0 ? `\`${first}\`` : `\`${first} ...\``;
}
