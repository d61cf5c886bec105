import { literalText } from '../nested.ts';
import type { Redirection } from '../parse.ts';

/** Whether a redirection can fail, so that its command does not run. */
export function canFail(redirect: Redirection): boolean {
  if (redirect.type === 'HereDoc' || redirect.type === 'HereString') return false;
  const target = redirect.target === undefined ? null : literalText(redirect.target);
  if (target === '/dev/null') return false;
  const isCopy = redirect.operator === '>&' || redirect.operator === '<&';
  return !(isCopy && (target === '1' || target === '2' || target === '-'));
}

/** `&>` is no redirection in a plain sh: it starts the command beside the line. */
export const isBashOnly = (redirect: Redirection): boolean =>
  redirect.operator.startsWith('&>') ||
  (redirect.operator === '>&' &&
    redirect.type === 'Redirect' &&
    !/^(\d+|-)$/.test(redirect.target === undefined ? '' : (literalText(redirect.target) ?? '')));
