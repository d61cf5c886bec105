import type { createColors } from 'picocolors';
import type { AgentEvent } from '../events.ts';
import { harmless, shortened, wrapped } from './layout.ts';
import { type Lengths, type Row, rowsOf, type Style } from './rows.ts';

export type ViewOptions = {
  write: (text: string) => void;
  colors: ReturnType<typeof createColors>;
  /** Columns. */
  width: number;
  lengths: Lengths;
};

/** Columns of the names at the left. */
const MARGIN = 11;

/** Prints a session for a person: who speaks, what ran and what it was worth, what was refused and why. */
export function view(options: ViewOptions): (event: AgentEvent) => void {
  let tool = '';
  let isDecided = false;
  return (event) => {
    if (event.type === 'tool_call') {
      tool = event.name;
      isDecided = false;
    }
    // What was decided about a call is its result, and stands there already.
    if (event.type === 'decision') isDecided = true;
    if (event.type === 'tool_result' && isDecided) return;
    const rows = rowsOf(event, tool, options.lengths);
    if (rows.length > 0) options.write(rows.map((row) => printed(row, options)).join(''));
  };
}

function printed(row: Row, { colors, width }: ViewOptions): string {
  const { name, text, style, lines: most } = row;
  const whole = wrapped(harmless(text).trimEnd(), Math.max(20, width - MARGIN));
  const lines = shortened(whole, { head: Math.ceil(most / 2), tail: Math.floor(most / 2) });
  const label = name === null ? '' : harmless(name.text);
  const shown = lines.map((line, index) => {
    const left = index === 0 ? label : '';
    const spaces = ' '.repeat(Math.max(1, MARGIN - left.length));
    const painted = left === '' || name === null ? '' : paint(left, name.style, colors);
    return `${painted}${spaces}${paint(line, style, colors)}`.trimEnd();
  });
  return `${row.apart ? '\n' : ''}${shown.join('\n')}\n`;
}

function paint(text: string, style: Style, colors: ViewOptions['colors']): string {
  if (text === '') return '';
  switch (style) {
    case 'plain':
      return text;
    case 'dim':
      return colors.dim(text);
    case 'bold':
      return colors.bold(text);
    case 'good':
      return colors.green(text);
    case 'bad':
      return colors.red(text);
    case 'doubtful':
      return colors.yellow(text);
    case 'tool':
      return colors.cyan(text);
    case 'agent':
      return colors.bold(colors.cyan(text));
    case 'harness':
      return colors.bold(colors.magenta(text));
    case 'verdict':
      return colors.bold(colors.red(text));
  }
}
