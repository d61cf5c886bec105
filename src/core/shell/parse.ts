import type { Pipeline, Script, SyntaxNode } from 'unbash';
import { forEachChild, parse } from 'unbash';

export type {
  AndOr,
  ArithmeticExpression,
  Assignment,
  Case,
  Command,
  CommandNode,
  CompoundCommand,
  CompoundList,
  Function as FunctionNode,
  HereDoc,
  HereString,
  If,
  ParameterExpansionPart,
  Pipeline,
  PipelineNode,
  Redirection,
  Script,
  Statement,
  SyntaxNode,
  TestExpression,
  Word,
  WordPart,
} from 'unbash';
export { forEachChild } from 'unbash';

export type ParsedLine = { parsed: true; script: Script; source: string } | { parsed: false; error: string };

/**
 * Parses one bash line (or a script of many lines). The only file that knows the parser.
 * Any syntax error, also one inside a substitution, means that nothing of the line may be believed: bash can
 * report one and still end 0.
 */
export function parseLine(source: string): ParsedLine {
  if (source.includes('\0')) return { parsed: false, error: 'a NUL byte cannot stand in a command line' };
  try {
    const script = parse(source);
    const found = firstError(script);
    if (found !== null) return { parsed: false, error: found };
    return { parsed: true, script, source };
  } catch (error) {
    return { parsed: false, error: error instanceof Error ? error.message : String(error) };
  }
}

const pipelines = new WeakMap<SyntaxNode, { pipeline: Pipeline; index: number }>();

/** The pipeline that a member of a parsed line stands in, and its place there; null for anything else. */
export function pipelineOf(node: SyntaxNode): { pipeline: Pipeline; index: number } | null {
  return pipelines.get(node) ?? null;
}

/** The parser reads substitutions when they are first looked at; their errors are errors of the line all the same. */
function firstError(node: SyntaxNode): string | null {
  if (node.type === 'Script') {
    const [first] = (node as { errors?: readonly { message: string; pos: number }[] }).errors ?? [];
    if (first !== undefined) return `${first.message} at offset ${first.pos}`;
  }
  if (node.type === 'Pipeline') {
    node.commands.forEach((command, index) => {
      pipelines.set(command, { pipeline: node, index });
    });
  }
  let found: string | null = null;
  forEachChild(node, (child) => {
    found ??= firstError(child);
  });
  return found;
}
