import type { Command, Word } from '../parse.ts';
import { programDirectory } from './program-directory.ts';
import { staticText, staticTexts } from './static-word.ts';
import { commandText, streamsGone } from './text.ts';
import type { Draft, Scope, Surroundings, Walk } from './types.ts';

/** What is known of a command from its own words and from what stands around it. */
export function draftOf(walk: Walk, node: Command, around: Surroundings, scope: Scope): Draft {
  const { constants } = scope;
  const { words, wordNodes } = wordsOf(node, constants);
  const streams = streamsGone(node.redirects);
  const span = around.base ?? { start: node.pos, end: node.end };
  return {
    index: walk.found.length,
    node,
    source: around.source,
    start: span.start,
    end: span.end,
    text: commandText(node, around.source),
    words,
    wordNodes,
    assignments: node.prefix.flatMap((part) =>
      part.type === 'Assignment'
        ? [{ name: part.name, value: assignedValue(part, constants), written: writtenValue(part) }]
        : [],
    ),
    inherited: around.inherited,
    redirects: node.redirects,
    outerRedirects: around.outerRedirects,
    shellDirectory: scope.place.now,
    directory: programDirectory(words, scope.place.now),
    background: around.background,
    filteredBy: around.filteredBy,
    readsPipe: around.readsPipe && !node.redirects.some(feedsInput),
    outputGone: around.outputGone || scope.outputGone || streams.output,
    errorsGone: streams.errors,
    loops: around.loops,
    inFunction: around.inFunction,
    uncalled: false,
  };
}

function wordsOf(node: Command, constants: ReadonlyMap<string, string>): Pick<Draft, 'words' | 'wordNodes'> {
  const words: (string | null)[] = [];
  const wordNodes: (Word | null)[] = [];
  for (const part of node.name === undefined ? [] : [node.name, ...node.args]) {
    const texts = part.type === 'Word' ? staticTexts(part, constants) : [assignedText(part, constants)];
    for (const text of texts) {
      words.push(text);
      wordNodes.push(part.type === 'Word' ? part : null);
    }
  }
  return { words, wordNodes };
}

export type AssignmentNode = Extract<Command['prefix'][number], { type: 'Assignment' }>;

/** The value of an assignment as it is written. */
function writtenValue(part: AssignmentNode): string {
  return part.text.slice(part.text.indexOf('=') + 1);
}

/** The text that an assignment gives its variable, or null. */
export function assignedValue(part: AssignmentNode, constants: ReadonlyMap<string, string>): string | null {
  if (part.value.type !== 'Word' || part.append === true || part.index !== undefined) return null;
  return staticText(part.value, constants);
}

function assignedText(part: AssignmentNode, constants: ReadonlyMap<string, string>): string | null {
  const value = assignedValue(part, constants);
  return value === null ? null : `${part.name}=${value}`;
}

/** True for `< file`, `<<EOF`, `<<< text`. */
export function feedsInput(redirect: { operator: string }): boolean {
  return redirect.operator.startsWith('<');
}
