import { roughForm } from '../normal.ts';
import { usedAround } from '../setting.ts';
import { field, firstError, lineOf, type Node, parts } from '../syntax.ts';
import type { Mark, StandIn, TestCase, TestCode } from '../types.ts';
import { emptyPlace, type Helper, type Helpers, newWalk, type Place, type Walk } from '../walk.ts';
import { aroundTests } from './around.ts';
import { chainOf } from './chains.ts';
import { definitionOf, type TestDefinition, titleText } from './definitions.ts';
import { bodyReader } from './expressions.ts';
import { importsOf, type LibraryNames, libraryNames, ownNames } from './imports.ts';
import { rowsFor } from './rows.ts';
import { standInOf } from './stand-ins.ts';
import { readBlock } from './statements.ts';

type Around = { suites: readonly string[]; marks: readonly Mark[]; helpers: Helpers };

/** Reads the tests of a module. `helpers`: functions of other files that its tests may call. */
export function readModule(root: Node, helpers: Helpers, path: string): TestCode {
  const tests = new Map<number, TestCase>();
  const called = new Set<string>();
  const names = libraryNames(root);
  const replaced = [...moduleStandIns(root), ...ownNames(root, path)];

  /** Reads the statements of a file or of a suite; what defines tests is taken, everything else only gives names their meaning. */
  function readSuite(block: Node, place: Place, around: Around): void {
    const inner: Around = { ...around, helpers: new Map([...around.helpers, ...functionsOf(block, null)]) };
    const walk = newWalk(inner.helpers);
    const read = bodyReader(names, (call, at) => define(call, at, conditional(inner, at)));
    readBlock(block, place, walk, { ...read, localFunction: () => {} });
  }

  function define(call: Node, place: Place, around: Around): boolean {
    const definition = definitionOf(call);
    if (definition === null || names.shadowed.has(chainOf(call).links[0]?.name ?? '')) return false;
    const name = titleText(definition.title);
    const marks = [...around.marks, ...definition.marks];
    if (definition.kind === 'test') readTest({ call, definition, name, place, around: { ...around, marks } });
    else if (definition.callback !== null)
      for (const { row } of rowsFor(definition, place)) {
        const body = field(definition.callback, 'body');
        if (body !== null) readSuite(body, row, { ...around, suites: [...around.suites, name], marks });
      }
    return true;
  }

  function readTest(test: {
    call: Node;
    definition: TestDefinition;
    name: string;
    place: Place;
    around: Around;
  }): void {
    const { call, definition, name, place, around } = test;
    const walk: Walk = newWalk(around.helpers);
    const inner: Around = { ...around, suites: [...around.suites, name] };
    const read = bodyReader(names, (nested, at) => define(nested, at, inner));
    const body = definition.callback === null ? null : field(definition.callback, 'body');
    for (const { row } of rowsFor(definition, { ...place, void: null, condition: null })) {
      if (body?.type === 'statement_block') readBlock(body, row, walk, read);
      else if (body !== null) read.expression(body, row, walk);
    }
    for (const helper of walk.called) called.add(helper);
    const known = tests.get(call.id);
    tests.set(call.id, {
      name,
      suites: around.suites,
      line: lineOf(call),
      marks: distinct([...around.marks, ...walk.marks]),
      // A test that a loop defines is one test, like one with a table.
      assertions: [...(known?.assertions ?? []), ...walk.assertions],
      standIns: [...replaced, ...walk.standIns],
      body: body === null ? '' : textForm(body.text),
    });
  }

  readSuite(root, emptyPlace(), { suites: [], marks: [], helpers });
  return {
    tests: [...tests.values()],
    loose: looseOf(root, called, names),
    setting: usedAround(aroundTests(root)).map(textForm).join('\n'),
    unreadableAt: firstError(root),
  };
}

/** A test that is defined under a condition is held back where the condition fails. */
function conditional(around: Around, place: Place): Around {
  const reason = place.void;
  if (reason === null || (reason.why !== 'conditional' && reason.why !== 'unreachable')) return around;
  const mark: Mark = {
    kind: 'skip',
    line: 1,
    text: reason.by,
    condition: reason.why === 'conditional' ? reason.by : null,
  };
  return { ...around, marks: [...around.marks, mark] };
}

function looseOf(root: Node, called: ReadonlySet<string>, names: LibraryNames): readonly TestCase[] {
  return [...functionsOf(root, null)].flatMap(([name, { node }]) => {
    const body = field(node, 'body');
    if (called.has(name) || body === null) return [];
    const walk = newWalk(new Map());
    const read = bodyReader(names, () => false);
    if (body.type === 'statement_block') readBlock(body, emptyPlace(), walk, read);
    else read.expression(body, emptyPlace(), walk);
    if (walk.assertions.length === 0) return [];
    const form = textForm(body.text);
    return [
      {
        name,
        suites: [],
        line: lineOf(node),
        marks: [],
        assertions: walk.assertions,
        standIns: [],
        body: form,
      },
    ];
  });
}

/** Functions of a block that may hold assertions, by name. */
export function functionsOf(block: Node, path: string | null): Helpers {
  const found = new Map<string, Helper>();
  for (const statement of parts(block)) {
    const declared = statement.type === 'export_statement' ? field(statement, 'declaration') : statement;
    if (declared === null) continue;
    const pairs =
      declared.type === 'function_declaration'
        ? [{ name: field(declared, 'name'), value: declared }]
        : parts(declared).map((child) => ({ name: field(child, 'name'), value: field(child, 'value') }));
    for (const { name, value } of pairs) {
      if (name === null || value === null || !/function/.test(value.type)) continue;
      if (/assert|expect|\bt\.|should|throws|equal|fail/i.test(value.text))
        found.set(name.text, { node: value, path });
    }
  }
  return found;
}

/** Functions that a file replaces as a whole module: the names that it imports from there. */
function moduleStandIns(root: Node): readonly StandIn[] {
  const imports = importsOf(root);
  return parts(root).flatMap((statement) => {
    const call = statement.type === 'expression_statement' ? parts(statement)[0] : undefined;
    const standIn = call?.type === 'call_expression' ? standInOf(call, chainOf(call)) : null;
    if (standIn === null || !standIn.target.startsWith('module:')) return [];
    const names = imports.filter(({ module }) => `module:${module}` === standIn.target);
    return names.map(({ name }) => ({ ...standIn, target: name }));
  });
}

function distinct(marks: readonly Mark[]): readonly Mark[] {
  return marks.filter(
    (mark, index) =>
      marks.findIndex((other) => other.line === mark.line && other.text === mark.text) === index,
  );
}

function textForm(text: string): string {
  return roughForm(text, /\/\/[^\n]*|\/\*[\s\S]*?\*\/|;/);
}
