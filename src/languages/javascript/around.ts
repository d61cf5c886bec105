import { noParts, type Parts, type Piece, together } from '../setting.ts';
import { field, type Node, parts } from '../syntax.ts';
import { chainOf } from './chains.ts';
import { definitionOf } from './definitions.ts';

const hook = /^(before|after)(Each|All|_each|_all)?$|^(suite|test)?(setup|teardown)$/i;
const standIn = /^(vi|jest|mock)\b[\s\S]*\b(mock|doMock|module|spyOn|method|useFakeTimers|setSystemTime)\b/;

/** Tests of a file or of a suite, and what stands around them: hooks, stand-ins, helpers, data. */
export function aroundTests(block: Node): Parts {
  return parts(block).map(partsOf).reduce(together, noParts);
}

function partsOf(statement: Node): Parts {
  const inner = statement.type === 'expression_statement' ? parts(statement)[0] : undefined;
  const call = inner?.type === 'await_expression' ? parts(inner)[0] : inner;
  if (call?.type === 'call_expression') return ofCall(call);
  const declared = statement.type === 'export_statement' ? field(statement, 'declaration') : statement;
  if (declared === null) return noParts;
  if (/^(function|generator_function|class)_declaration$/.test(declared.type))
    return { tests: [], around: named(field(declared, 'name'), statement.text) };
  if (!/^(lexical|variable)_declaration$/.test(declared.type)) return noParts;
  const pieces = parts(declared).flatMap((one) => {
    const isRequired = /^(await )?(require|import)\(/.test(field(one, 'value')?.text ?? '');
    return isRequired ? [] : named(field(one, 'name'), one.text);
  });
  return { tests: [], around: pieces };
}

function ofCall(call: Node): Parts {
  const definition = definitionOf(call);
  if (definition?.kind === 'test') return { tests: [call.text], around: [] };
  const body = definition?.callback == null ? null : field(definition.callback, 'body');
  if (body !== null) return aroundTests(body);
  const last = chainOf(call).links.at(-1)?.name ?? '';
  return hook.test(last) || standIn.test(call.text)
    ? { tests: [], around: [{ name: null, text: call.text }] }
    : noParts;
}

function named(pattern: Node | null, text: string): readonly Piece[] {
  if (pattern === null) return [];
  if (pattern.childCount === 0) return [{ name: pattern.text, text }];
  const names = pattern.descendantsOfType(['identifier', 'shorthand_property_identifier_pattern']);
  return names.flatMap((name) => (name === null ? [] : [{ name: name.text, text }]));
}
