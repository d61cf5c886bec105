import { canFail } from '../../shell/implies/redirects.ts';
import type {
  AndOr,
  Command,
  CommandNode,
  CompoundList,
  Pipeline,
  PipelineNode,
  Script,
  Statement,
} from '../../shell/parse.ts';
import { walkCase, walkIf, walkLoop } from './compounds.ts';
import { commandForm } from './form.ts';
import type { Flow, Step } from './steps.ts';
import { addStep, type Draft, inverted, lead, onFrom, settled, type Way, where } from './ways.ts';

/** Takes a script apart into the steps of its own shell. `skip`: statements at its beginning that it did not really have. */
export function flowOf(script: Script, source: string, skip = 0): Flow {
  const start: Step = { elements: [], announced: [], isVague: false, before: [], after: [] };
  const end: Step = { elements: [], announced: [], isVague: false, before: [], after: [] };
  const draft: Draft = {
    source,
    steps: [start, end],
    end,
    mayEnd: ENDS.test(source.replace(AT_EXIT, '')),
    isOdd: /\b(?:readonly|failglob)\b|\bdeclare\b/.test(source),
    loops: [],
    dropped: [],
  };
  let ways: readonly Way[] = [onFrom(start)];
  let before = 0;
  for (const statement of script.commands.slice(skip)) {
    // An error of an expansion drops the rest of its line.
    if (source.slice(before, statement.pos).includes('\n')) ways = [...ways, ...draft.dropped.splice(0)];
    ways = walkStatement(draft, statement, ways);
    before = statement.end;
  }
  lead([...ways, ...draft.dropped], end);
  return { start, end, steps: draft.steps, announcing: byForm(draft.steps) };
}

function byForm(steps: readonly Step[]): Flow['announcing'] {
  const found = new Map<string, Step[]>();
  for (const step of steps) {
    for (const form of new Set(step.announced.map((one) => one.form))) {
      const known = found.get(form);
      if (known === undefined) found.set(form, [step]);
      else known.push(step);
    }
  }
  return found;
}

/** What can end a shell in the middle; a trap that runs when it ends does not. */
const ENDS = /\bset\s+-\w*[euo]|\b(?:trap|kill|shopt|errexit|nounset)\b/;
const AT_EXIT = /\btrap\s+(?:'[^']*'|"[^"]*"|[\w-]+)\s+(?:EXIT|0)\b/g;

/** The statements of a body, one after the other. */
export function walkList(draft: Draft, list: CompoundList, entries: readonly Way[]): readonly Way[] {
  return list.commands.reduce((ways, statement) => walkStatement(draft, statement, ways), entries);
}

function walkStatement(draft: Draft, statement: Statement, entries: readonly Way[]): readonly Way[] {
  if (statement.background !== true) return walkNode(draft, statement.command, entries);
  const { command } = statement;
  const elements =
    command.type === 'Pipeline' ? command.commands : command.type === 'Command' ? [command] : [];
  const announced = announcementsOf(elements);
  return announced.length === 0 ? settled(entries) : [onFrom(addStep(draft, entries, { announced }))];
}

function walkNode(draft: Draft, node: PipelineNode | AndOr, entries: readonly Way[]): readonly Way[] {
  switch (node.type) {
    case 'AndOr':
      return walkAndOr(draft, node, entries);
    case 'Pipeline':
      return walkPipeline(draft, node, entries);
    default:
      return walkCommand(draft, node, entries);
  }
}

function walkAndOr(draft: Draft, node: AndOr, entries: readonly Way[]): readonly Way[] {
  let ways = entries;
  node.commands.forEach((member, index) => {
    if (index === 0) {
      ways = walkNode(draft, member, ways);
      return;
    }
    const runsAt = node.operators[index - 1] === '&&' ? 'zero' : 'other';
    const skipped = where(ways, runsAt === 'zero' ? 'other' : 'zero');
    ways = [...walkNode(draft, member, where(ways, runsAt)), ...skipped];
  });
  return ways;
}

function walkPipeline(draft: Draft, node: Pipeline, entries: readonly Way[]): readonly Way[] {
  const [only, ...others] = node.commands;
  const isNegated = node.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
  if (only === undefined) return settled(entries);
  // Where its redirection fails, the copy of the shell that was to run it ends with the inverse itself.
  if (isNegated && others.length === 0 && only.type === 'Redirected' && isForked(only))
    return [{ ...onFrom(addStep(draft, entries, { elements: [only], isVague: true })), reads: 'else' }];
  const ways =
    others.length === 0
      ? walkCommand(draft, only, entries)
      : [
          onFrom(
            addStep(draft, entries, { elements: node.commands, announced: announcementsOf(node.commands) }),
          ),
        ];
  return isNegated ? inverted(ways) : ways;
}

function announcementsOf(elements: readonly CommandNode[]): Step['announced'] {
  return elements.flatMap((element, position) =>
    element.type === 'Command' ? [{ form: commandForm(element), position }] : [],
  );
}

function walkCommand(draft: Draft, node: CommandNode, entries: readonly Way[]): readonly Way[] {
  switch (node.type) {
    case 'Command':
      return walkSimple(draft, node, entries);
    case 'Redirected':
      if (isForked(node)) return [onFrom(addStep(draft, entries, { elements: [node] }))];
      return [
        ...walkCommand(draft, node.command, entries),
        // Where its redirection fails, it does not run, and no status is set.
        ...(node.redirects.some(canFail) ? settled(entries) : []),
      ];
    case 'Subshell':
      return [onFrom(addStep(draft, entries, { elements: [node] }))];
    case 'BraceGroup':
      return walkList(draft, node.body, entries);
    case 'If':
      return walkIf(draft, node, entries);
    case 'While':
    case 'For':
    case 'Select':
    case 'ArithmeticFor':
      return walkLoop(draft, node, entries);
    case 'Case':
      return walkCase(draft, node, entries);
    case 'TestCommand':
      return [onFrom(addStep(draft, entries, heading(node, '[[')))];
    case 'ArithmeticCommand':
      return [onFrom(addStep(draft, entries, heading(node, '((')))];
    case 'Function':
    case 'Coproc':
      return settled(entries);
  }
}

function isForked(node: CommandNode): boolean {
  return node.type === 'Subshell' || (node.type === 'Redirected' && isForked(node.command));
}

function heading(node: CommandNode, form: string) {
  return { elements: [node], announced: [{ form: `heading ${form}`, position: 0 }] };
}

/** An expansion that can be an error, which drops the rest of the line. */
const RISKY = /\$\{(?!\w+\})|\$\(\(|\$\[|\blet\b/;

function walkSimple(draft: Draft, node: Command, entries: readonly Way[]): readonly Way[] {
  const step = addStep(draft, entries, { elements: [node], announced: announcementsOf([node]) });
  const on = onFrom(step);
  if (draft.isOdd || RISKY.test(draft.source.slice(node.pos, node.end)))
    draft.dropped.push({ ...on, when: 'other', reads: 'else' });
  const jump = { from: step, when: 'any', reads: 'else' } as const;
  switch (node.name?.value) {
    case 'exit':
      lead([jump], draft.end);
      return node.args.length > 1 ? [on] : [];
    case 'return':
    case 'exec':
      lead([jump], draft.end);
      return [on];
    case 'break':
    case 'continue': {
      const kind = node.name.value === 'break' ? 'breaks' : 'continues';
      const loops = node.args.length === 0 ? draft.loops.slice(-1) : draft.loops;
      for (const loop of loops) loop[kind].push(jump);
      return loops.length === 1 && node.args.length === 0 ? [] : [on];
    }
    default:
      return [on];
  }
}
