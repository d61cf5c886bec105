// The shells of Windows, as they are called from a bash there.
import { sortArguments } from './arguments.ts';
import { shellWords } from './indirect.ts';
import { is, options, row } from './rows.ts';
import type { Outcome, Row, Words } from './types.ts';

/** `cmd /c npm test`, `cmd //c "npm test"`. There `&` only stands between two commands. */
function cmd(words: Words): Outcome | null {
  const at = words.findIndex((word) => word !== null && /^\/{1,2}[ck]$/i.test(word));
  const rest = words.slice(at + 1);
  if (at < 0 || rest.length === 0) return null;
  const outcome = shellWords(rest.map((word) => word?.replace(/(^|[^&^>])&(?![&\d])/g, '$1;') ?? null));
  // Its paths are written in another way.
  return outcome.kind === 'line' ? { ...outcome, directory: null } : outcome;
}

const LEAVES_WITH_STATUS = /;\s*exit\s+\$LASTEXITCODE\s*;?\s*$/i;

/** Text that means the same in bash: plain commands, one after the other. */
const PLAIN = /^[\w\s./\\:=@,;&+-]+$/;

/** `pwsh -c 'npm test'`; other text of PowerShell is code in the line of which nothing is known. */
function powershell(words: Words): Outcome | null {
  const own = sortArguments(words, options('-ExecutionPolicy -ep -WorkingDirectory -wd'), true);
  const at = words.findIndex((word) => word !== null && /^-(c|command)$/i.test(word));
  const given = at < 0 ? own.operands : words.slice(at + 1);
  const text = given.some((word) => word === null) ? null : given.join(' ').replace(LEAVES_WITH_STATUS, '');
  if (at < 0 && (/-file\b/i.test(words.join(' ')) || /\.ps1$/i.test(given[0] ?? ''))) return null;
  if (text === null) return { kind: 'inline', language: 'other', code: null, file: null };
  if (/Invoke-Pester/i.test(text)) return { kind: 'does', class: 'test' };
  if (/[\w/\\]\.ps1\b/i.test(text) && !PLAIN.test(text)) return null;
  return PLAIN.test(text) && /^\s*[a-z][\w.-]*(\s|$)/.test(text)
    ? { kind: 'line', text, pipefail: false, errexit: false }
    : { kind: 'inline', language: 'other', code: text, file: null };
}

export const windows: readonly Row[] = [
  row('cmd', is('inert', { decide: ({ words }) => cmd(words) })),
  row('pwsh powershell', is('run', { noScope: true, decide: ({ words }) => powershell(words) })),
];
