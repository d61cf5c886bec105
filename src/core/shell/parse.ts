import type { Script } from 'unbash';
import { parse } from 'unbash';

export type {
  AndOr,
  Assignment,
  Command,
  CommandNode,
  CompoundCommand,
  CompoundList,
  HereDoc,
  HereString,
  Pipeline,
  PipelineNode,
  Redirect,
  Redirected,
  Redirection,
  Script,
  Statement,
  SyntaxNode,
  Word,
  WordPart,
} from 'unbash';
export { forEachChild } from 'unbash';

export type ParsedLine = { parsed: true; script: Script; source: string } | { parsed: false; error: string };

/**
 * Parses one bash line (or a script of many lines). The only file that knows the parser.
 * Any syntax error means that nothing of the line may be believed: bash can report one and still end 0.
 */
export function parseLine(source: string): ParsedLine {
  if (source.includes('\0')) return { parsed: false, error: 'a NUL byte cannot stand in a command line' };
  try {
    const script = parse(source);
    const [first] = script.errors ?? [];
    if (first !== undefined) return { parsed: false, error: `${first.message} at offset ${first.pos}` };
    return { parsed: true, script, source };
  } catch (error) {
    return { parsed: false, error: error instanceof Error ? error.message : String(error) };
  }
}
