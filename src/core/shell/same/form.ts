// The form of a piece of syntax, in which white space, quotes and comments no longer count.
import { hasGlob, staticTexts } from '../commands/static-word.ts';
import { forEachChild, type Redirection, type SyntaxNode, type Word } from '../parse.ts';

const NOTHING_KNOWN: ReadonlyMap<string, string> = new Map();

/** A word; what is not known statically stays as it is written. */
export function wordForm(word: Word, constants: ReadonlyMap<string, string> = NOTHING_KNOWN): string {
  const texts = staticTexts(word, constants);
  if (texts.includes(null)) return `source:${word.text}`;
  return `${hasGlob(word) ? 'glob' : 'text'}:${texts.join('\0')}`;
}

/**
 * Redirections that can change what the command does, sorted. Left out: what only sends output away
 * (`2>&1`, `> /dev/null`). `extra`: files that output goes to, which a run may have and a gate command need not.
 */
export function redirectForms(redirects: readonly Redirection[]): {
  needed: readonly string[];
  extra: readonly string[];
} {
  const needed: string[] = [];
  const extra: string[] = [];
  for (const redirect of redirects) {
    if (redirect.type === 'HereDoc') needed.push(`here:${redirect.body.text}`);
    else if (redirect.type === 'HereString') needed.push(`string:${redirect.target?.text ?? ''}`);
    else if (redirect.operator.startsWith('<'))
      needed.push(`${redirect.operator}:${redirect.target?.text ?? ''}`);
    else if (!goesNowhere(redirect.operator, redirect.target)) {
      extra.push(`${redirect.operator}:${redirect.target === undefined ? '' : wordForm(redirect.target)}`);
    }
  }
  return { needed: needed.sort(), extra: extra.sort() };
}

function goesNowhere(operator: string, target: Word | undefined): boolean {
  if (target === undefined) return true;
  if (operator === '>&' && /^(\d+-?|-)$/.test(target.text)) return true;
  return /^\/dev\/(null|stdout|stderr|tty)$/.test(target.value);
}

/** Any syntax, as text that is equal for equal syntax. */
export function treeForm(node: SyntaxNode): string {
  switch (node.type) {
    case 'Word':
      return wordForm(node);
    case 'HereDoc':
      return `here:${node.body.text}`;
    default: {
      const children: string[] = [];
      forEachChild(node, (child) => children.push(treeForm(child)));
      return `${node.type}(${ownMarks(node)};${children.join(',')})`;
    }
  }
}

/** What a node says besides its children. */
function ownMarks(node: SyntaxNode): string {
  switch (node.type) {
    case 'AndOr':
    case 'Pipeline':
      return node.operators.join(' ');
    case 'Statement':
      return node.background === true ? '&' : '';
    case 'While':
      return node.kind;
    case 'Redirect':
      return node.operator;
    case 'Assignment':
      return `${node.name}${node.append === true ? '+' : ''}`;
    case 'TestUnary':
    case 'TestBinary':
    case 'TestLogical':
      return node.operator;
    case 'ArithmeticCommand':
      return node.body.replace(/\s+/g, '');
    case 'CaseItem':
      return node.terminator ?? '';
    case 'FileDescriptor':
      return String(node.value);
    default:
      return 'text' in node && typeof node.text === 'string' ? node.text : '';
  }
}
