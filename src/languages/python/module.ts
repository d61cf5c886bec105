import { meaningOf, roughForm, type Scope, type Value } from '../normal.ts';
import { usedAround } from '../setting.ts';
import { field, firstError, lineOf, type Node, parts } from '../syntax.ts';
import type { Mark, StandIn, TestCase, TestCode } from '../types.ts';
import { emptyPlace, type Helper, type Helpers, inside, newWalk, type Place, type Walk } from '../walk.ts';
import { aroundTests } from './around.ts';
import { python } from './dialect.ts';
import { marksIn, rowMarks } from './marks.ts';
import { standInOf } from './stand-ins.ts';
import { bind, literalRows, readBlock, readStatement } from './statements.ts';

/** A function or a class with its decorators. */
type Definition = { node: Node; name: string; body: Node; decorators: readonly Node[] };

type Surroundings = {
  standIns: readonly StandIn[];
  suites: readonly string[];
  marks: readonly Mark[];
  helpers: Helpers;
  scope: Scope;
};

/** Reads the tests of a module. `helpers`: functions of other files that its tests may call. */
export function readModule(root: Node, helpers: Helpers): TestCode {
  const scope = moduleScope(root);
  const own = new Map([...helpers, ...functionsOf(root, null)]);
  const marks = [...marksIn(settings(root, 'pytestmark'), scope), ...moduleSkips(root)];
  const around = { standIns: moduleStandIns(root), suites: [], marks, helpers: own, scope };
  const called = new Set<string>();
  const tests: TestCase[] = [];
  const loose: TestCase[] = [];
  const out = isSwitchedOff(root);
  for (const definition of definitionsOf(root)) {
    const into =
      definition.node.type === 'class_definition'
        ? readClass(definition, root, around, called)
        : readAlone(definition, around, called);
    (out ? loose : tests).push(...into.tests);
    loose.push(...into.loose);
  }
  return {
    tests,
    loose: loose.filter((helper) => !called.has(helper.name) && helper.assertions.length > 0),
    setting: usedAround(aroundTests(root)).map(textForm).join('\n'),
    unreadableAt: firstError(root),
  };
}

type Read = { tests: readonly TestCase[]; loose: readonly TestCase[] };

function readAlone(definition: Definition, around: Surroundings, called: Set<string>): Read {
  const test = readTest(definition, around, called);
  return definition.name.startsWith('test') ? { tests: [test], loose: [] } : { tests: [], loose: [test] };
}

function readClass(definition: Definition, root: Node, around: Surroundings, called: Set<string>): Read {
  const { name, node, body, decorators } = definition;
  const bases = field(node, 'superclasses')?.text ?? '';
  const inherited = new RegExp(`^class \\w+\\([^)]*\\b${name}\\b`, 'm').test(root.text);
  const isCollected =
    (name.startsWith('Test') || /Test|Spec/.test(bases) || inherited) &&
    !isSwitchedOff(body) &&
    !isBuilt(body, bases);
  const scope = new Map(around.scope);
  const inner: Surroundings = {
    standIns: around.standIns,
    suites: [...around.suites, name],
    marks: [...around.marks, ...marksIn(decorators, scope), ...marksIn(settings(body, 'pytestmark'), scope)],
    helpers: new Map([...around.helpers, ...functionsOf(body, null)]),
    scope,
  };
  const tests: TestCase[] = [];
  const loose: TestCase[] = [];
  for (const member of definitionsOf(body)) {
    const read =
      member.node.type === 'class_definition'
        ? readClass(member, root, inner, called)
        : readAlone(member, inner, called);
    (isCollected ? tests : loose).push(...read.tests);
    loose.push(...read.loose);
  }
  return { tests, loose };
}

function readTest(definition: Definition, around: Surroundings, called: Set<string>): TestCase {
  const { decorators, body, name, node } = definition;
  const walk = newWalk(around.helpers);
  for (const decorator of decorators) {
    const call = parts(decorator)[0];
    const standIn = call === undefined ? null : standInOf(call);
    if (standIn !== null) walk.standIns.push(standIn);
  }
  const start = withoutParameters(node, around.scope);
  if (name.startsWith('test') && isGenerator(body)) start.void = { why: 'not-called', by: 'yield' };
  for (const place of rowsOf(decorators, start, walk)) readBlock(body, place, walk);
  if (name.startsWith('test')) for (const helper of walk.called) called.add(helper);
  const marks = [...around.marks, ...marksIn(decorators, around.scope), ...walk.marks];
  return {
    name,
    suites: around.suites,
    line: lineOf(node),
    marks: marks.filter(
      (mark, index) =>
        marks.findIndex((other) => other.line === mark.line && other.text === mark.text) === index,
    ),
    assertions: walk.assertions,
    standIns: [...around.standIns, ...walk.standIns],
    body: textForm(body.text),
  };
}

function textForm(text: string): string {
  return roughForm(text, /#[^\n]*/);
}

function isGenerator(body: Node): boolean {
  return parts(body).some(
    (statement) => statement.type === 'expression_statement' && parts(statement)[0]?.type === 'yield',
  );
}

function withoutParameters(node: Node, scope: Scope): Place {
  const place = emptyPlace(scope);
  for (const parameter of field(node, 'parameters')?.descendantsOfType('identifier') ?? [])
    if (parameter !== null) place.scope.delete(parameter.text);
  return place;
}

const mostRows = 300;

/** One place for each row of `parametrize`, with the parameters bound; decorators multiply. */
function rowsOf(decorators: readonly Node[], start: Place, walk: Walk): readonly Place[] {
  let places: readonly Place[] = [start];
  for (const decorator of decorators) {
    const call = parts(decorator)[0];
    if (call?.type !== 'call' || !/(^|\.)parametrize$/.test(field(call, 'function')?.text ?? '')) continue;
    const [names, values] = parts(field(call, 'arguments') ?? call).map((argument) =>
      argument.type === 'keyword_argument' ? (field(argument, 'value') ?? argument) : argument,
    );
    const rows = values === undefined ? null : literalRows(values, start.scope);
    if (names === undefined || rows === null || rows.length === 0 || rows.length * places.length > mostRows)
      continue;
    for (const row of rows) walk.marks.push(...rowMarks(row, start.scope));
    places = places.flatMap((place) => rows.map((row) => bindRow(parameterNames(names), row, place)));
  }
  return places;
}

function bindRow(names: readonly string[], row: Node, place: Place): Place {
  const inner = inside(place);
  const isParam = row.type === 'call' && /(^|\.)param$/.test(field(row, 'function')?.text ?? '');
  const cells = isParam
    ? parts(field(row, 'arguments') ?? row).filter((cell) => cell.type !== 'keyword_argument')
    : names.length === 1
      ? [row]
      : parts(row);
  for (const [index, name] of names.entries()) {
    const cell = cells[index];
    const value: Value | null = cell === undefined ? null : meaningOf(cell, python, place.scope);
    if (value !== null) inner.scope.set(name, value);
  }
  return inner;
}

function parameterNames(node: Node): readonly string[] {
  const content = python.stringContent(node);
  if (content !== null)
    return content
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  return parts(node).map((name) => python.stringContent(name) ?? name.text);
}

/** Functions and classes of a block; of two with one name the last one counts, as in Python. */
function definitionsOf(block: Node): readonly Definition[] {
  const all = allDefinitions(block);
  return all.filter(({ name }, index) => !all.slice(index + 1).some((later) => later.name === name));
}

function allDefinitions(block: Node): readonly Definition[] {
  return parts(block).flatMap((statement) => {
    if (statement.type === 'if_statement')
      return allDefinitions(field(statement, 'consequence') ?? statement);
    const node = statement.type === 'decorated_definition' ? field(statement, 'definition') : statement;
    if (node === null || !/^(function|class)_definition$/.test(node.type)) return [];
    const [name, body] = [field(node, 'name'), field(node, 'body')];
    if (name === null || body === null) return [];
    const decorators = parts(statement).filter((child) => child.type === 'decorator');
    return [{ node, name: name.text, body, decorators }];
  });
}

/** Functions of a block that are no tests, and may hold assertions, by name. */
export function functionsOf(block: Node, path: string | null): Helpers {
  const found = new Map<string, Helper>();
  for (const { node, name, body } of definitionsOf(block)) {
    const isHelper = node.type === 'function_definition' && !name.startsWith('test');
    if (isHelper && /assert|raises|fail\(|skip/i.test(body.text))
      found.set(name, { node: made(node, body), path });
  }
  return found;
}

/** What a fixture hands out, if that is a function of its own; otherwise the function itself. */
function made(node: Node, body: Node): Node {
  const last = parts(body).at(-1);
  const name = last?.type === 'return_statement' ? parts(last)[0]?.text : undefined;
  return (
    allDefinitions(body).find((inner) => inner.name === name && inner.node.type === 'function_definition')
      ?.node ?? node
  );
}

/** What the file defines itself stands in for what it would import. */
function moduleStandIns(root: Node): readonly StandIn[] {
  const defined = definitionsOf(root).map(({ name, node }) => ({
    target: name,
    line: lineOf(node),
    text: `def ${name}`,
  }));
  const assigned = [...moduleScope(root).keys()].map((name) => ({
    target: name,
    line: 1,
    text: `${name} = ...`,
  }));
  return [...defined, ...assigned];
}

function moduleScope(root: Node): Scope {
  const place = emptyPlace();
  for (const statement of parts(root)) {
    const assignment = statement.type === 'expression_statement' ? parts(statement)[0] : undefined;
    const [left, right] =
      assignment?.type === 'assignment'
        ? [field(assignment, 'left'), field(assignment, 'right')]
        : [null, null];
    if (left !== null && right !== null) bind(left, right, place);
  }
  return place.scope;
}

function settings(block: Node, name: string): readonly Node[] {
  return parts(block).flatMap((statement) => {
    const assignment = statement.type === 'expression_statement' ? parts(statement)[0] : undefined;
    const value =
      assignment?.type === 'assignment' && field(assignment, 'left')?.text === name
        ? field(assignment, 'right')
        : null;
    return value === null ? [] : [value];
  });
}

/** pytest collects no class with a constructor of its own. */
function isBuilt(body: Node, bases: string): boolean {
  return !/Case/.test(bases) && definitionsOf(body).some((member) => member.name === '__init__');
}

function isSwitchedOff(block: Node): boolean {
  return settings(block, '__test__').some((value) => value.text === 'False');
}

function moduleSkips(root: Node): readonly Mark[] {
  const walk = newWalk(new Map());
  for (const statement of parts(root))
    if (
      /\b(skip|importorskip)\(/.test(statement.text) &&
      /^(expression|if|try)_statement$/.test(statement.type)
    )
      readStatement(statement, emptyPlace(), walk);
  return walk.marks;
}
