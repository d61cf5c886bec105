// Branches and loops as steps.
import type { CommandNode } from '../../shell/parse.ts';
import { walkList } from './flow.ts';
import { addStep, type Draft, type Loop, lead, onFrom, settled, type Way, where } from './ways.ts';

type Of<Type extends CommandNode['type']> = Extract<CommandNode, { type: Type }>;

/** `if`: without an `else` its status is 0 where no condition held. */
export function walkIf(draft: Draft, node: Of<'If'>, entries: readonly Way[]): readonly Way[] {
  const done: Way[] = [];
  let open = entries;
  for (const branch of [node, ...node.elif]) {
    const tested = walkList(draft, branch.clause, open);
    done.push(...walkList(draft, branch.then, where(tested, 'zero')));
    open = where(tested, 'other');
  }
  return [...done, ...(node.else === undefined ? settled(open) : walkList(draft, node.else, open))];
}

/** `case`: bash announces it once; where no pattern matches, its status is 0. */
export function walkCase(draft: Draft, node: Of<'Case'>, entries: readonly Way[]): readonly Way[] {
  const head = onFrom(addStep(draft, entries, { announced: [{ form: 'heading case', position: 0 }] }));
  const done: Way[] = node.items.some(isForAll) ? [] : [head];
  let falling: readonly Way[] = [];
  for (const item of node.items) {
    const ways = walkList(draft, item.body, [head, ...falling]);
    falling = item.terminator === ';;' || item.terminator === undefined ? [] : settled(ways);
    done.push(...ways);
  }
  return done;
}

function isForAll(item: Of<'Case'>['items'][number]): boolean {
  return item.pattern.some(({ text }) => text === '*');
}

/** Loops: bash announces each turn of `for`, each expression of `for ((;;))`, and nothing of `while`. */
export function walkLoop(
  draft: Draft,
  node: Of<'While'> | Of<'For'> | Of<'Select'> | Of<'ArithmeticFor'>,
  entries: readonly Way[],
): readonly Way[] {
  const loop: Loop = { breaks: [], continues: [] };
  const inner: Draft = { ...draft, loops: [...draft.loops, loop] };
  switch (node.type) {
    case 'While':
      return walkWhile(inner, node, entries, loop);
    case 'For':
    case 'Select':
      return walkFor(inner, node, entries, loop);
    case 'ArithmeticFor':
      return walkCounting(inner, node, entries, loop);
  }
}

function walkWhile(draft: Draft, node: Of<'While'>, entries: readonly Way[], loop: Loop): readonly Way[] {
  const head = addStep(draft, entries, {});
  const tested = walkList(draft, node.clause, [onFrom(head)]);
  const goes = node.kind === 'while' ? 'zero' : 'other';
  lead([...walkList(draft, node.body, where(tested, goes)), ...loop.continues], head);
  return [...settled(where(tested, goes === 'zero' ? 'other' : 'zero')), ...loop.breaks];
}

function walkFor(
  draft: Draft,
  node: Of<'For'> | Of<'Select'>,
  entries: readonly Way[],
  loop: Loop,
): readonly Way[] {
  const form = `heading ${node.type === 'For' ? 'for' : 'select'} ${node.name.value}`;
  const head = addStep(draft, entries, { announced: [{ form, position: 0 }] });
  const body = addStep(draft, [onFrom(head)], {});
  const ends = [...walkList(draft, node.body, [onFrom(body)]), ...loop.continues];
  lead(ends, node.type === 'For' ? head : body);
  if (node.type === 'Select') lead(ends, head);
  // Without a word it passes in silence.
  return [...ends, ...loop.breaks, ...settled(entries), ...(node.type === 'Select' ? [onFrom(head)] : [])];
}

function walkCounting(
  draft: Draft,
  node: Of<'ArithmeticFor'>,
  entries: readonly Way[],
  loop: Loop,
): readonly Way[] {
  const expression = (ways: readonly Way[], isThere: boolean): readonly Way[] =>
    isThere
      ? [onFrom(addStep(draft, ways, { announced: [{ form: 'heading ((', position: 0 }] }))]
      : settled(ways);
  const head = addStep(draft, expression(entries, node.initialize !== undefined), {});
  const tested = expression([onFrom(head)], node.test !== undefined);
  const ends = [...walkList(draft, node.body, tested), ...loop.continues];
  lead(expression(ends, node.update !== undefined), head);
  return [...settled(tested), ...loop.breaks];
}
