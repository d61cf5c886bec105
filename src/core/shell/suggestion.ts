import type { ReadCommand } from '../reading-types.ts';

/** The one rewriting that would make a line proof, for a person or a model; null: none is needed. */
export function suggest(commands: readonly ReadCommand[]): string | null {
  const checks = commands.filter((command) => command.executes || command.class === 'check');
  const disarmed = commands.find((command) => command.disarmed !== null);
  if (checks.length === 0)
    return disarmed === undefined ? null : `run \`${disarmed.text}\` without \`${disarmed.disarmed}\``;
  const open =
    checks.find((command) => !command.proven && command.class === 'test') ??
    checks.find((command) => !command.proven);
  if (open === undefined) return null;
  if (open.innerMask !== null) {
    const { path, line, text } = open.innerMask;
    return `${path}:${line} swallows the failure (\`${text}\`): take that away, or run the command there by itself`;
  }
  const next = checks.find(
    (command) => command.index > open.index && open.maskedBy?.startsWith(`; ${command.text}`) === true,
  );
  if (next !== undefined) return `put \`&&\` between \`${open.text}\` and \`${next.text}\``;
  if (open.background) return `run \`${open.text}\` in the foreground`;
  return rewriting(open.text, open.maskedBy);
}

function rewriting(text: string, mask: string | null): string {
  if (mask === null) return `run \`${text}\` by itself`;
  if (mask.startsWith('||') || mask.startsWith('; ')) return `drop \`${mask}\`, or run \`${text}\` by itself`;
  if (mask.startsWith('|'))
    return `put \`set -o pipefail\` before it, or run \`${text}\` without \`${mask}\``;
  return `run \`${text}\` by itself, without \`${mask}\``;
}
