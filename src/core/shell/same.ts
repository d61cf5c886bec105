// Is a command of this line that gate command? By syntax, not by how the text looks.
import type { Reading } from '../reading-types.ts';
import { type ListedCommand, listCommands } from './commands.ts';
import { forEachChild, type Pipeline, parseLine, type Script, type SyntaxNode } from './parse.ts';
import { redirectForms, treeForm } from './same/form.ts';
import { environmentWords, harmlessLength } from './same/harmless.ts';
import {
  type Gate,
  type GateCommand,
  type GatePart,
  type PartCommand,
  pipelineOf,
  placeOf,
  readGate,
} from './same/parts.ts';
import {
  activated,
  assignedValues,
  environments,
  fromRoot,
  type Where,
  type WordForm,
  wordForms,
} from './same/setting.ts';

export type { GateCommand } from './same/parts.ts';
export type { Where } from './same/setting.ts';

/** One part of a gate command, found in a line. A gate command of one statement has the one part 0. */
export type GateRun =
  /** It ended 0 if each of these commands of the reading did. */
  | { part: number; kind: 'commands'; commands: readonly number[] }
  /** A loop, `[[ ]]`, `a || b`: it ended 0 if the line did and `implied`; `alone`: its status is the line's. */
  | { part: number; kind: 'statement'; implied: boolean; alone: boolean };

/** How many parts have to be found green; 0: the gate command is no valid shell. */
export function countParts(gate: GateCommand): number {
  return readGate(gate)?.parts.length ?? 0;
}

/**
 * Where a line runs a gate command. The same words (quotes and white space aside), at the same directory, in the
 * same environment; output may go elsewhere (`2>&1 | tail`), and wrappers that change nothing may stand in front.
 * `where` says where the line started.
 * Limit: what an earlier line of the same shell has exported is not seen.
 */
export function gateRuns(
  gate: GateCommand,
  reading: Pick<Reading, 'line' | 'parsed'>,
  where: Where,
): readonly GateRun[] {
  const read = readGate(gate);
  if (read === null || !reading.parsed) return [];
  const parsed = parseLine(reading.line);
  if (!parsed.parsed) return [];
  const line = readLine(parsed, where);
  if (!read.activated.every((script) => line.activated.includes(script))) return [];
  return read.parts.flatMap((part, at) => partRuns({ part, at, gate: read, line }));
}

type Line = {
  script: Script;
  listed: readonly ListedCommand[];
  environments: readonly (readonly string[])[];
  activated: readonly string[];
  assigned: ReadonlyMap<string, string>;
  functions: ReadonlySet<string>;
  where: Where;
};

type Search = { part: GatePart; at: number; gate: Gate; line: Line };

function readLine(parsed: { script: Script; source: string }, where: Where): Line {
  const listed = listCommands(parsed);
  return {
    script: parsed.script,
    listed,
    environments: environments(listed),
    activated: activated(listed),
    assigned: assignedValues(listed),
    functions: new Set(listed.flatMap(({ inFunction }) => (inFunction === null ? [] : [inFunction]))),
    where,
  };
}

function partRuns(search: Search): readonly GateRun[] {
  const { part, at } = search;
  if (part.kind === 'statement') return statementRuns(search, part);
  const [only] = part.members;
  if (part.members.length === 1 && only !== undefined) {
    return search.line.listed
      .filter((command) => !command.readsPipe && isSame(search, only, command, true))
      .map(({ index }) => ({ part: at, kind: 'commands', commands: [index] }));
  }
  return pipelines(search.line.script).flatMap((pipeline): readonly GateRun[] => {
    const commands = pipelineRun(search, part, pipeline);
    return commands === null ? [] : [{ part: at, kind: 'commands', commands }];
  });
}

/** A pipeline that begins with the gate's; what stands behind it only reads. */
function pipelineRun(
  search: Search,
  part: Extract<GatePart, { kind: 'pipeline' }>,
  pipeline: Pipeline,
): readonly number[] | null {
  const { members, operators } = part;
  const found = pipelineOf({ ...pipeline, commands: pipeline.commands.slice(0, members.length) });
  if (found === null || found.commands.length !== members.length) return null;
  if (!operators.every((operator, at) => operator === pipeline.operators[at])) return null;
  const listed = found.commands.map((node) => search.line.listed.find((command) => command.node === node));
  const isAll = members.every((member, at) => {
    const command = listed[at];
    return command !== undefined && isSame(search, member, command, at === members.length - 1);
  });
  return isAll ? listed.flatMap((command) => (command === undefined ? [] : [command.index])) : null;
}

/** `isLast`: nothing of the gate command reads its output. */
function isSame(search: Search, member: PartCommand, command: ListedCommand, isLast: boolean): boolean {
  const { line } = search;
  const wanted = fromRoot(member.listed.directory, { root: line.where.root, directory: '.' });
  const place = fromRoot(command.directory, line.where);
  if (place === null || place !== wanted) return false;
  const environment = line.environments[command.index] ?? [];
  if (environment.join('\0') !== member.environment.join('\0')) return false;
  if (!haveSameWords(search, member.listed, command)) return false;
  const own = redirectForms(member.listed.redirects);
  const given = redirectForms([...command.redirects, ...command.outerRedirects]);
  if (own.needed.join('\0') !== given.needed.join('\0')) return false;
  if (isLast) return own.extra.every((one) => given.extra.includes(one));
  return treeForms(member.listed) === treeForms(command);
}

function treeForms(command: ListedCommand): string {
  return command.redirects.map(treeForm).sort().join('\0');
}

function haveSameWords(search: Search, wanted: ListedCommand, given: ListedCommand): boolean {
  const want = wordForms(wanted).slice(environmentWords(wanted.words).length);
  const skipped = environmentWords(given.words).length;
  const forms = wordForms(given).slice(skipped);
  const [name] = wanted.words;
  if (want.length === 0 || (typeof name === 'string' && search.line.functions.has(name))) return false;
  const harmless = harmlessLength(given.words.slice(skipped));
  return [forms, forms.slice(harmless)].some(
    (tried) =>
      tried.length === want.length &&
      want.every((form, at) => isSameWord(search, form, tried[at] ?? { known: null, source: '' })),
  );
}

/** Known to be the same text; or written the same, of variables that the line leaves as the gate command has them. */
function isSameWord({ gate, line }: Search, wanted: WordForm, given: WordForm): boolean {
  if (wanted.known !== null && given.known !== null) return wanted.known === given.known;
  if (wanted.source !== given.source) return false;
  for (const [, name = ''] of given.source.matchAll(/\$\{?[#!]?([A-Za-z_]\w*)/g)) {
    if (line.assigned.get(name) !== gate.assigned.get(name)) return false;
  }
  return true;
}

function pipelines(script: Script): readonly Pipeline[] {
  const found: Pipeline[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Pipeline') found.push(node);
    forEachChild(node, visit);
  };
  visit(script);
  return found;
}

/** Statements of the line itself, its and-lists and its groups; deeper ones prove nothing that can be named. */
function statementRuns(
  { at, line }: Search,
  part: Extract<GatePart, { kind: 'statement' }>,
): readonly GateRun[] {
  const found: GateRun[] = [];
  const judge = (node: SyntaxNode & { pos: number }, implied: boolean, alone: boolean): void => {
    if (treeForm(node) !== part.form) return;
    const place = fromRoot(placeOf(node, line.listed), line.where);
    if (place === null || place !== part.directory) return;
    found.push({ part: at, kind: 'statement', implied, alone });
  };
  visitStatements(line.script.commands, { implied: true, alone: true }, judge);
  return found;
}

type Standing = { implied: boolean; alone: boolean };

function visitStatements(
  statements: Script['commands'],
  standing: Standing,
  judge: (node: SyntaxNode & { pos: number }, implied: boolean, alone: boolean) => void,
): void {
  statements.forEach((statement, at) => {
    const isLast = at === statements.length - 1;
    const implied = standing.implied && isLast;
    const alone = standing.alone && statements.slice(0, at).every(isPreparation) && isLast;
    judge(statement, implied && statement.background !== true, alone);
    if (statement.background === true) return;
    const { command } = statement;
    visitNode(command, { implied, alone }, judge);
  });
}

function visitNode(
  node: Script['commands'][number]['command'],
  standing: Standing,
  judge: (node: SyntaxNode & { pos: number }, implied: boolean, alone: boolean) => void,
): void {
  judge(node, standing.implied, standing.alone);
  switch (node.type) {
    case 'AndOr': {
      const isAnd = node.operators.every((operator) => operator === '&&');
      node.commands.forEach((member, at) => {
        const others = node.commands.filter((_, other) => other !== at);
        const alone = standing.alone && isAnd && others.every(isPreparing);
        visitNode(member, { implied: standing.implied && isAnd, alone }, judge);
      });
      return;
    }
    case 'BraceGroup':
      visitStatements(node.body.commands, standing, judge);
      return;
    case 'Redirected':
      visitNode(node.command, standing, judge);
      return;
    case 'Pipeline': {
      const [first] = node.commands;
      const isPlain = !node.prefixes.some((prefix) => prefix.type === 'Negation');
      if (first !== undefined)
        visitNode(first, { implied: standing.implied && isPlain, alone: false }, judge);
      return;
    }
    default:
      return;
  }
}

function isPreparation(statement: Script['commands'][number]): boolean {
  const { command } = statement;
  return isPreparing(command);
}

function isPreparing(node: Script['commands'][number]['command']): boolean {
  if (node.type !== 'Command') return false;
  return /^(cd|pushd|export|set|source|\.)?$/.test(node.name?.value ?? '');
}
