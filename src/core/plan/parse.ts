// PLAN.md by CommonMark, with the line of everything.
import type { Code, Heading, Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { readBlock } from './block.ts';
import type { Gate, Plan, PlanProblem, Step } from './types.ts';

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'shell', 'console']);
const STEP = /^Step\s+(\d+)\s*(?:(?:\p{Pd}|[\u2212\u2500]|:)+)\s*(\S.*)$/isu;
const ALMOST = /^Step\s*(\d+)(?![\d.]*\.\d|\w)\s*[\p{Pd}\u2212\u2500:.),/|>~]*\s*(.*)$/isu;
const LARGEST_STEP = 9999;

/** What stands inside a line is of no matter here, and costs most: thousands of stars in a line take minutes. */
const BLOCKS_ONLY = {
  disable: {
    null: ['attention', 'autolink', 'codeText', 'htmlText', 'labelEnd', 'labelStartImage', 'labelStartLink'],
  },
};

const MOST_CHARACTERS = 1_000_000;
const MOST_NESTED = 24;

type Section = { heading: Heading; step: number; title: string; body: readonly RootContent[] };

/**
 * Reads a plan. Never throws: what is wrong stands in `errors`, in the order of the lines.
 * Steps with an error still bind: a mistake in a heading must not take its gate commands away.
 */
export function parsePlan(source: string): Plan {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const tooMuch = beyondReason(text);
  if (tooMuch !== null) return { steps: [], errors: [tooMuch] };
  const root = fromMarkdown(text, { extensions: [BLOCKS_ONLY] });
  const errors: PlanProblem[] = [];
  const sections = findSections(root, errors);
  const steps = sections.map((section) => readStep(section, text, errors));
  judgeNumbers(sections, errors);
  if (sections.length === 0) {
    errors.push({
      step: null,
      line: 1,
      message: 'no step found: a step is a heading such as `## Step 1 — Title`',
    });
  }
  errors.sort((a, b) => a.line - b.line);
  return { steps: joinSameNumbers(steps), errors };
}

/** Text that no plan is, and that takes very long to read. */
function beyondReason(text: string): PlanProblem | null {
  if (text.length > MOST_CHARACTERS)
    return { line: 1, message: `the plan is longer than ${MOST_CHARACTERS} characters`, step: null };
  const nested = text.split('\n').findIndex((line) => {
    const markers = /^(?:[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]|>))*/.exec(line)?.[0] ?? '';
    return markers.replace(/[^-*+>.)]/g, '').length > MOST_NESTED && !/^[ \t]*([-*][ \t]*)+$/.test(line);
  });
  const indented = text.split('\n').findIndex((line) => /^[ \t]{200,}(?:[-*+>]|\d{1,9}[.)])/.test(line));
  const at = nested >= 0 ? nested : indented;
  return at < 0 ? null : { line: at + 1, message: 'nested too deeply to be read', step: null };
}

function findSections(root: Root, errors: PlanProblem[]): readonly Section[] {
  const depth = root.children.some((node) => isHeading(node, 2) && headingOf(node) !== null) ? 2 : 3;
  const sections: Section[] = [];
  let body: RootContent[] | null = null;
  for (const node of root.children) {
    if (node.type !== 'heading' || node.depth > depth) {
      body?.push(node);
      if (node.type === 'heading' && sections.length === 0) reportDepth(node, errors);
      continue;
    }
    body = null;
    const found = node.depth === depth ? headingOf(node) : null;
    if (found === null) {
      reportDepth(node, errors);
      continue;
    }
    if (found.wrong !== null) errors.push({ line: lineOf(node), message: found.wrong, step: null });
    body = [];
    sections.push({ heading: node, step: found.step, title: found.title, body });
  }
  return sections;
}

function isHeading(node: Nodes, depth: number): node is Heading {
  return node.type === 'heading' && node.depth === depth;
}

/** Full-width digits and colons are written by people whose language has them. */
function headingOf(node: Nodes): { step: number; title: string; wrong: string | null } | null {
  const text = plainText(node).trim();
  const normal = text.replace(/[０-９：]/g, (char) => char.normalize('NFKC'));
  const right = STEP.exec(normal);
  const found = right ?? ALMOST.exec(normal);
  if (found === null) return null;
  const step = Number(found[1]);
  if (step < 1 || step > LARGEST_STEP) return null;
  const title = (found[2] ?? '').trim();
  const wrong =
    right === null ? `"${text}" is no step heading as it should be: write \`Step ${step} — Title\`` : null;
  return { step, title: title === '' ? `Step ${step}` : title, wrong };
}

function reportDepth(node: Heading, errors: PlanProblem[]): void {
  const text = plainText(node).trim();
  if (!/^Step\s*\d/i.test(text)) return;
  errors.push({
    step: null,
    line: lineOf(node),
    message: `"${text}" is not taken as a step: steps are headings of level 2 (or all of level 3), \`Step N — Title\`, numbered from 1`,
  });
}

function readStep(section: Section, text: string, errors: PlanProblem[]): Step {
  const gates: Gate[] = [];
  const scope: string[] = [];
  for (const node of section.body) {
    const blocks = shellBlocks(node);
    for (const block of blocks) {
      const read = readBlock({
        language: language(block),
        text: block.value,
        line: lineOf(block) + 1,
        step: section.step,
      });
      gates.push(...read.gates);
      errors.push(...read.errors);
    }
    errors.push(...unclosed(node, text, section.step));
    if (node.type !== 'html') scope.push(withoutBlocks(node, blocks, text));
  }
  const line = lineOf(section.heading);
  if (gates.length === 0) {
    errors.push({
      step: null,
      line,
      message: `Step ${section.step} has no gate command: it can never be accepted; add a \`bash\` block`,
    });
  }
  const prose = scope.filter((part) => part.trim() !== '').join('\n\n');
  return { step: section.step, title: section.title, scope: prose, gates, line };
}

function shellBlocks(node: Nodes): readonly Code[] {
  if (node.type === 'code') return SHELLS.has(language(node)) ? [node] : [];
  return 'children' in node ? node.children.flatMap(shellBlocks) : [];
}

function language(node: Code): string {
  return (node.lang ?? '').toLowerCase();
}

function withoutBlocks(node: RootContent, blocks: readonly Code[], text: string): string {
  let at = startOf(node);
  let kept = '';
  for (const block of blocks) {
    kept += text.slice(at, startOf(block)).replace(/[ \t>]*$/, '');
    at = endOf(block);
  }
  return (kept + text.slice(at, endOf(node))).trimEnd();
}

function judgeNumbers(sections: readonly Section[], errors: PlanProblem[]): void {
  const firstLines = new Map<number, number>();
  let before: number | null = null;
  for (const section of sections) {
    const line = lineOf(section.heading);
    const first = firstLines.get(section.step);
    if (first !== undefined) {
      errors.push({ line, message: `Step ${section.step} stands twice, first in line ${first}`, step: null });
      continue;
    }
    firstLines.set(section.step, line);
    const expected: number = (before ?? 0) + 1;
    if (section.step < expected) {
      errors.push({ line, message: `Step ${section.step} stands behind Step ${before}`, step: null });
    } else if (section.step > expected) {
      errors.push({
        line,
        message: `a gap: Step ${section.step} stands where Step ${expected} is expected`,
        step: null,
      });
    }
    before = Math.max(before ?? section.step, section.step);
  }
}

function joinSameNumbers(steps: readonly Step[]): readonly Step[] {
  const byNumber = new Map<number, Step>();
  for (const step of steps) {
    const first = byNumber.get(step.step);
    byNumber.set(
      step.step,
      first === undefined ? step : { ...first, gates: [...first.gates, ...step.gates] },
    );
  }
  return [...byNumber.values()].sort((a, b) => a.step - b.step);
}

/** Fences and comments that nothing closes: CommonMark lets them run to the end and swallow the steps behind. */
function unclosed(node: Nodes, text: string, step: number): readonly PlanProblem[] {
  if (node.type === 'code') {
    const lines = text.slice(startOf(node), endOf(node)).trimEnd().split('\n');
    const fence = /^(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[1];
    if (fence === undefined) return [];
    const last = /^[\s>]*(`{3,}|~{3,})[ \t]*$/.exec(lines.length > 1 ? (lines.at(-1) ?? '') : '')?.[1];
    if (last !== undefined && last[0] === fence[0] && last.length >= fence.length) return [];
    return [{ line: lineOf(node), message: 'the fence that begins here is never closed', step }];
  }
  if (node.type === 'html' && node.value.startsWith('<!--') && !node.value.includes('-->')) {
    return [{ line: lineOf(node), message: 'the comment that begins here is never closed', step }];
  }
  return 'children' in node ? node.children.flatMap((child) => unclosed(child, text, step)) : [];
}

/** The words of a heading, marks of emphasis, code and links taken off. */
function plainText(node: Nodes): string {
  const text =
    'children' in node ? node.children.map((child) => ('value' in child ? child.value : ' ')).join('') : '';
  return text
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/<[^<>\n]*>/g, '')
    .replace(/[*`]|(?<!\w)_+|_+(?!\w)/g, '');
}

function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

function startOf(node: Nodes): number {
  return node.position?.start.offset ?? 0;
}

function endOf(node: Nodes): number {
  return node.position?.end.offset ?? 0;
}
