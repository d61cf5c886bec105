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
  probeIn,
  readGate,
  type Settled,
  settle,
} from './same/parts.ts';
import { nodesOfForm, PROBE, probed } from './same/probe.ts';
import { environments, fromRoot, placeOf, type Where, type WordForm, wordForms } from './same/setting.ts';

export type { GateCommand } from './same/parts.ts';
export { PROBE } from './same/probe.ts';
export type { Where } from './same/setting.ts';

/** One part of a gate command, found in a line. A gate command of one statement has the one part 0. */
export type GateRun =
  /** It ended 0 if each of these commands of the reading did. */
  | { part: number; kind: 'commands'; commands: readonly number[] }
  /**
   * A loop, `[[ ]]`, `a || b`: it ended 0 if the line did and the command PROBE is proven in `probe`, which is the line
   * with that name in the statement's place. `alone`: its status is the line's. `commands`: those that stand inside.
   */
  | { part: number; kind: 'statement'; probe: string; alone: boolean; commands: readonly number[] };

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
  const listed = listCommands(parsed);
  const line: Line = {
    ...parsed,
    ...settle(reading.line),
    listed,
    environments: environments(listed),
    where,
  };
  if (!read.activated.every((script) => line.activated.includes(script))) return [];
  return read.parts.flatMap((part, at) => partRuns({ part, at, gate: read, line }));
}

type Line = Settled & {
  script: Script;
  source: string;
  listed: readonly ListedCommand[];
  environments: readonly (readonly string[])[];
  where: Where;
};

type Search<Part extends GatePart = GatePart> = { part: Part; at: number; gate: Gate; line: Line };

function partRuns({ part, ...search }: Search): readonly GateRun[] {
  if (part.kind === 'statement') return statementRuns({ ...search, part });
  const [only] = part.members;
  if (part.members.length === 1 && only !== undefined) {
    return search.line.listed
      .filter((command) => !command.readsPipe && isSame({ ...search, part }, only, command))
      .map(({ index }) => ({ part: search.at, kind: 'commands', commands: [index] }));
  }
  return pipelines(search.line.script).flatMap((pipeline): readonly GateRun[] => {
    const commands = pipelineRun({ ...search, part }, pipeline);
    return commands === null ? [] : [{ part: search.at, kind: 'commands', commands }];
  });
}

/** A pipeline that begins with the gate's; what stands behind it only reads. */
function pipelineRun(
  search: Search<Extract<GatePart, { kind: 'pipeline' }>>,
  pipeline: Pipeline,
): readonly number[] | null {
  const { members, operators } = search.part;
  const found = pipelineOf({ ...pipeline, commands: pipeline.commands.slice(0, members.length) });
  if (found === null || found.commands.length !== members.length) return null;
  if (!operators.every((operator, at) => operator === pipeline.operators[at])) return null;
  const indexes: number[] = [];
  for (const [at, member] of members.entries()) {
    const command = search.line.listed.find(({ node }) => node === found.commands[at]);
    if (command === undefined || !isSame(search, member, command)) return null;
    // What reads its output would read something else.
    if (at < members.length - 1 && redirectKey(member.listed) !== redirectKey(command)) return null;
    indexes.push(command.index);
  }
  return indexes;
}

function redirectKey(command: ListedCommand): string {
  return command.redirects.map(treeForm).sort().join('\0');
}

function isSame(search: Search, member: PartCommand, command: ListedCommand): boolean {
  return (
    isSameSetting(search, member, {
      listed: command,
      environment: search.line.environments[command.index] ?? [],
    }) && haveSameWords(search, member.listed, command)
  );
}

/** The same directory, environment and input, and at least the files that the gate command's output goes to. */
function isSameSetting({ line, gate }: Search, member: PartCommand, given: PartCommand): boolean {
  const wanted = fromRoot(member.listed.directory, { root: line.where.root, directory: '.' });
  const place = placeOf(given.listed, line.listed, line.where);
  if (place === null || place !== wanted) return false;
  if (given.environment.join('\0') !== member.environment.join('\0')) return false;
  const own = redirectForms([...member.listed.redirects, ...member.listed.outerRedirects]);
  const had = redirectForms([...given.listed.redirects, ...given.listed.outerRedirects]);
  const input = had.needed.join('\0');
  if (own.needed.join('\0') !== input || !leavesVariables(input, gate, line)) return false;
  return own.extra.every((one) => had.extra.includes(one));
}

/** The line gives the variables that a text reads just what the gate command gives them. */
function leavesVariables(text: string, gate: Settled, line: Settled): boolean {
  for (const [, name = ''] of text.matchAll(/\$\{?[#!]?([A-Za-z_]\w*)/g)) {
    if (line.assigned.get(name) !== gate.assigned.get(name)) return false;
  }
  return true;
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
  return wanted.source === given.source && leavesVariables(given.source, gate, line);
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

function statementRuns(search: Search<Extract<GatePart, { kind: 'statement' }>>): readonly GateRun[] {
  const { part, at, line } = search;
  return nodesOfForm(line.script, part.form).flatMap((node): readonly GateRun[] => {
    const probe = probed(line.source, node);
    const found = probeIn(probe);
    if (found === null || found.listed.readsPipe || !isSameSetting(search, part.probe, found)) return [];
    const around = settle(probe);
    // The line's own functions and variables could be what the statement calls and reads.
    if ([...around.functions].some((name) => !part.around.functions.has(name))) return [];
    if (!leavesVariables(line.source.slice(node.pos, node.end), part.around, around)) return [];
    const commands = line.listed
      .filter(({ start, end }) => start >= node.pos && end <= node.end)
      .map(({ index }) => index);
    return [{ part: at, kind: 'statement', probe, alone: isAlone(probe), commands }];
  });
}

/** Only what prepares it stands beside it. */
function isAlone(probe: string): boolean {
  const parsed = parseLine(probe);
  if (!parsed.parsed || parsed.script.commands.some(({ background }) => background === true)) return false;
  return listCommands(parsed).every(
    ({ words, filteredBy }) => filteredBy === null && (words[0] === PROBE || isPreparing(words[0] ?? '')),
  );
}

function isPreparing(name: string): boolean {
  return /^(cd|pushd|export|set|source|\.|:)?$/.test(name);
}
