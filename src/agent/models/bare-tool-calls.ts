import type { ToolCall, ToolDescription } from '../model.ts';

/**
 * Tool calls that a local model wrote into its text instead of calling (Qwen, Hermes and others): `<tool_call>` blocks, a
 * fenced JSON block, or an answer that is nothing but JSON. Only what names an offered tool and has its input counts, and
 * only where it stands at the end of the answer. Null: there is none; else the calls and the text before them.
 */
export function bareToolCalls(
  text: string,
  tools: readonly ToolDescription[],
): { text: string; toolCalls: readonly ToolCall[] } | null {
  const names = new Set(tools.map((tool) => tool.name));
  if (names.size === 0 || !text.includes('"name"')) return null;
  for (const pattern of [TAGGED, FENCED, WHOLE]) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const calls = jsonValues(match[1] ?? match[0]).map((value) => callIn(value, names));
    const known = calls.filter((call) => call !== null);
    if (known.length === 0 || known.length < calls.length) continue;
    const toolCalls = known.map((call, index) => ({ id: `text-${index + 1}`, ...call }));
    return { text: text.slice(0, match.index).trim(), toolCalls };
  }
  return null;
}

const TAGGED = /((?:<tool_call>[\s\S]*?(?:<\/tool_call>|$)\s*)+)\s*$/;
const FENCED = /```(?:json|tool_call)?[ \t]*\n([\s\S]*?)\n?```\s*$/;
const WHOLE = /^\s*([[{][\s\S]*[\]}])\s*$/;

/** The JSON values in a text, one after the other or in a list; anything else between them makes it no tool call. */
function jsonValues(text: string): readonly unknown[] {
  const plain = text.replaceAll(/<\/?tool_call>/g, '\n').trim();
  const whole = parsed(plain);
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole];
  const pieces = plain.split(/\n(?=\{)/).map((piece) => parsed(piece));
  return pieces.every((piece) => piece !== undefined) ? pieces : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function callIn(value: unknown, names: ReadonlySet<string>): { name: string; input: unknown } | null {
  if (typeof value !== 'object' || value === null || !('name' in value)) return null;
  const { name } = value;
  if (typeof name !== 'string' || !names.has(name)) return null;
  const input = argumentsOf(value);
  return typeof input === 'object' && input !== null ? { name, input } : null;
}

function argumentsOf(value: object): unknown {
  const given =
    'arguments' in value
      ? value.arguments
      : 'parameters' in value
        ? value.parameters
        : 'input' in value
          ? value.input
          : undefined;
  return typeof given === 'string' ? parsed(given) : given;
}
