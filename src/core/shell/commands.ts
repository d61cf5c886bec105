// Every simple command of a line in source order, with what the line around it says about it.
import { joined, type Whereabouts } from './commands/directory.ts';
import { draftOf, feedsInput } from './commands/draft.ts';
import { applyEffects } from './commands/effects.ts';
import { settleFunctions } from './commands/functions.ts';
import { loopVariable } from './commands/loop-values.ts';
import { isApart } from './commands/program-directory.ts';
import { filterBehind, streamsGone } from './commands/text.ts';
import {
  type Draft,
  type ListedCommand,
  MAX_DEPTH,
  type Scope,
  type Surroundings,
  type Walk,
} from './commands/types.ts';
import { nestedScript } from './nested.ts';
import {
  type AndOr,
  type Command,
  type CommandNode,
  type CompoundCommand,
  forEachChild,
  type PipelineNode,
  type Script,
  type Statement,
  type SyntaxNode,
} from './parse.ts';

export { definedFunctions } from './commands/functions.ts';
export type { ListedCommand } from './commands/types.ts';

/** Lists the simple commands of a parsed line. Substitutions, function bodies and scripts in quotes are included. */
export function listCommands(parsed: { script: Script; source: string }): readonly ListedCommand[] {
  const walk: Walk = {
    found: [],
    whole: parsed.source,
    calls: new Map(),
    movers: new Set(),
    reassigned: new Map(),
  };
  const around: Surroundings = {
    source: parsed.source,
    base: null,
    background: false,
    filteredBy: null,
    readsPipe: false,
    outputGone: false,
    outerRedirects: [],
    inherited: [],
    loops: [],
    inFunction: null,
    uncertain: false,
    depth: 0,
  };
  walkStatements(walk, parsed.script.commands, around, newScope());
  settleFunctions(walk);
  return walk.found;
}

function newScope(): Scope {
  return { place: { now: '.', before: null, stack: [] }, constants: new Map(), outputGone: false };
}

function copied(scope: Scope): Scope {
  return { ...scope, constants: new Map(scope.constants) };
}

function walkStatements(
  walk: Walk,
  statements: readonly Statement[],
  around: Surroundings,
  scope: Scope,
): void {
  for (const statement of statements) {
    if (statement.background === true)
      walkNode(walk, statement.command, { ...around, background: true }, copied(scope));
    else walkNode(walk, statement.command, around, scope);
  }
}

function walkNode(walk: Walk, node: PipelineNode | AndOr, around: Surroundings, scope: Scope): void {
  switch (node.type) {
    case 'Command':
      walkCommand(walk, node, around, scope);
      return;
    case 'AndOr':
      walkAndOr(walk, node, around, scope);
      return;
    case 'Pipeline':
      walkPipeline(walk, node.commands, around, scope);
      return;
    case 'Redirected': {
      const gone = around.outputGone || streamsGone(node.redirects).output;
      const outerRedirects = [...node.redirects, ...around.outerRedirects];
      const readsPipe = around.readsPipe && !node.redirects.some(feedsInput);
      walkNode(walk, node.command, { ...around, outputGone: gone, outerRedirects, readsPipe }, scope);
      for (const redirect of node.redirects) walkWords(walk, redirect, around, scope);
      return;
    }
    case 'Coproc':
      walkBody(walk, node.body, { ...around, background: true }, copied(scope));
      return;
    case 'Function': {
      const name = node.name.value;
      if (!walk.calls.has(name)) walk.calls.set(name, []);
      walkBody(walk, node.body, { ...around, loops: [], inFunction: name, uncertain: true }, newScope());
      return;
    }
    default:
      walkCompound(walk, node, around, scope);
      return;
  }
}

function walkBody(
  walk: Walk,
  body: CommandNode | { type: 'CompoundList'; commands: readonly Statement[] },
  around: Surroundings,
  scope: Scope,
): void {
  if (body.type === 'CompoundList') walkStatements(walk, body.commands, around, scope);
  else walkNode(walk, body, around, scope);
}

function walkAndOr(walk: Walk, node: AndOr, around: Surroundings, scope: Scope): void {
  node.commands.forEach((member, at) => {
    const before = scope.place;
    const operator = at === 0 ? null : node.operators[at - 1];
    walkNode(walk, member, operator === null ? around : { ...around, uncertain: true }, scope);
    if (operator === '||') scope.place = joined(before, scope.place);
  });
}

function walkPipeline(walk: Walk, members: readonly CommandNode[], around: Surroundings, scope: Scope): void {
  const [only] = members;
  if (members.length === 1 && only !== undefined) {
    walkNode(walk, only, around, scope);
    return;
  }
  members.forEach((member, at) => {
    const filteredBy = filterBehind(members.slice(at + 1), around.source) ?? around.filteredBy;
    const readsPipe = at > 0 || around.readsPipe;
    const isLast = at === members.length - 1;
    const outputGone = (isLast || filteredBy === null) && around.outputGone;
    walkNode(walk, member, { ...around, filteredBy, readsPipe, outputGone }, copied(scope));
  });
}

function walkCompound(walk: Walk, node: CompoundCommand, around: Surroundings, scope: Scope): void {
  const branch = { ...around, uncertain: true };
  switch (node.type) {
    case 'Subshell':
      walkStatements(walk, node.body.commands, around, copied(scope));
      return;
    case 'BraceGroup':
      walkStatements(walk, node.body.commands, around, scope);
      return;
    case 'If': {
      walkStatements(walk, node.clause.commands, around, scope);
      const ways: (() => void)[] = [() => walkStatements(walk, node.then.commands, branch, scope)];
      for (const { clause, then } of node.elif)
        ways.push(() => walkStatements(walk, [...clause.commands, ...then.commands], branch, scope));
      ways.push(() => walkStatements(walk, node.else?.commands ?? [], branch, scope));
      walkWays(ways, scope);
      return;
    }
    case 'While':
    case 'For':
    case 'Select':
    case 'ArithmeticFor':
      walkLoop(walk, node, around, scope);
      return;
    case 'Case':
      walkWords(walk, node.word, around, scope);
      walkWays(
        [
          ...node.items.map((item) => () => walkStatements(walk, item.body.commands, branch, scope)),
          () => {},
        ],
        scope,
      );
      return;
    case 'TestCommand':
    case 'ArithmeticCommand':
      walkWords(walk, node, around, scope);
      return;
  }
}

type Loop = Extract<CompoundCommand, { type: 'While' | 'For' | 'Select' | 'ArithmeticFor' }>;

/** A body that runs as often as it likes, also never. */
function walkLoop(walk: Walk, node: Loop, around: Surroundings, scope: Scope): void {
  let branch = { ...around, uncertain: true };
  if (node.type === 'While') walkStatements(walk, node.clause.commands, branch, scope);
  else if (node.type === 'ArithmeticFor') {
    for (const part of [node.initialize, node.test, node.update])
      if (part !== undefined) walkWords(walk, part, around, scope);
  } else {
    for (const word of node.wordlist ?? []) walkWords(walk, word, around, scope);
    const variable = loopVariable(node.name.value, node.wordlist, scope.constants);
    if (variable !== null && node.type === 'For') branch = { ...branch, loops: [...around.loops, variable] };
    scope.constants.delete(node.name.value);
  }
  walkWays([() => walkStatements(walk, node.body.commands, branch, scope), () => {}], scope);
}

/** Each way starts where the others start; afterwards only what all agree on is known. */
function walkWays(ways: readonly (() => void)[], scope: Scope): void {
  const before = scope.place;
  let after: Whereabouts | null = null;
  for (const way of ways) {
    scope.place = before;
    way();
    after = after === null ? scope.place : joined(after, scope.place);
  }
  scope.place = after ?? before;
}

/** Looks for substitutions in words, redirections and expressions. */
function walkWords(walk: Walk, node: SyntaxNode, around: Surroundings, scope: Scope): void {
  if (node.type === 'Word' && node.parts === undefined) return;
  if (
    node.type === 'CommandExpansion' ||
    node.type === 'ProcessSubstitution' ||
    node.type === 'ArithmeticCommandExpansion'
  ) {
    if (node.script === undefined || around.depth > MAX_DEPTH) return;
    const inner: Surroundings = {
      ...around,
      depth: around.depth + 1,
      background: around.background || node.type === 'ProcessSubstitution',
      outputGone: node.type !== 'ProcessSubstitution',
      filteredBy: null,
      readsPipe: false,
      outerRedirects: [],
    };
    const own = node.script.source;
    const placed = own === undefined ? inner : { ...inner, source: own, base: around.base ?? spanOf(node) };
    walkStatements(walk, node.script.commands, placed, copied(scope));
    return;
  }
  forEachChild(node, (child) => walkWords(walk, child, around, scope));
}

function spanOf(node: { pos: number; end: number }): { start: number; end: number } {
  return { start: node.pos, end: node.end };
}

function walkCommand(walk: Walk, node: Command, around: Surroundings, scope: Scope): void {
  const draft = draftOf(walk, node, around, scope);
  walk.found.push(draft);
  for (const part of node.prefix) walkWords(walk, part, around, scope);
  if (node.name !== undefined) walkWords(walk, node.name, around, scope);
  for (const part of node.suffix) walkWords(walk, part, around, scope);
  const inner = around.depth > MAX_DEPTH ? null : nestedScript(node);
  if (inner !== null && inner !== undefined) walkNested(walk, draft, inner, around, scope);
  applyEffects(walk, draft, around, scope);
}

function walkNested(
  walk: Walk,
  draft: Draft,
  inner: { script: Script; source: string },
  around: Surroundings,
  scope: Scope,
): void {
  const isEval = draft.words[0] === 'eval';
  const placed: Surroundings = {
    ...around,
    source: inner.source,
    base: around.base ?? { start: draft.start, end: draft.end },
    depth: around.depth + 1,
    outputGone: draft.outputGone,
    readsPipe: draft.readsPipe,
    outerRedirects: [...draft.redirects, ...around.outerRedirects],
    inherited: [...around.inherited, ...draft.assignments, ...wrapperAssignments(draft.words)],
    loops: isEval ? around.loops : [],
  };
  const fresh = isEval ? scope : { ...copied(scope), constants: new Map<string, string>() };
  const first = walk.found.length;
  walkStatements(walk, inner.script.commands, placed, fresh);
  if (!isApart(draft.words)) return;
  for (const own of walk.found.slice(first)) {
    own.directory = null;
    own.shellDirectory = null;
  }
}

/** `env A=1 timeout 5 bash -c '...'`: words in front of the script that set a variable. */
function wrapperAssignments(words: readonly (string | null)[]): ListedCommand['inherited'] {
  const end = words.indexOf('-c');
  return words.slice(0, end < 0 ? words.length : end).flatMap((word) => {
    const match = word === null ? null : /^([A-Za-z_]\w*)=(.*)$/s.exec(word);
    return match === null ? [] : [{ name: match[1] ?? '', value: match[2] ?? '', written: match[2] ?? '' }];
  });
}
