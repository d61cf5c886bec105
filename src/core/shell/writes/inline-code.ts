// Files that code inside the line writes: `python - <<EOF`, `python -c`, `node -e`.
import type { ListedCommand } from '../commands.ts';
import { baseName } from './peel.ts';
import type { Words, Written } from './written.ts';

const LITERAL = String.raw`(?:[rbuf]{0,2})(["'\x60])((?:(?!\1)[^\\\n])*)\1`;
const NAME = String.raw`([A-Za-z_]\w*)`;
const VALUE = `(?:${LITERAL}|${NAME})`;

/** Each finds the path in group 2 (a literal) or 3 (a variable). */
const WRITERS: readonly { find: RegExp; kind: Written['kind'] }[] = [
  {
    find: new RegExp(
      String.raw`\bopen\(\s*${VALUE}\s*,\s*(?:mode\s*=\s*)?["'](?:[wxa]|r\+|rb\+|wb|ab|xb)[tb+]*["']`,
      'g',
    ),
    kind: 'author',
  },
  { find: new RegExp(String.raw`\bPath\(\s*${VALUE}\s*\)\.write_(?:text|bytes)\(`, 'g'), kind: 'author' },
  { find: new RegExp(String.raw`(?<![\w.)"'])()()${NAME}\.write_(?:text|bytes)\(`, 'g'), kind: 'author' },
  {
    find: new RegExp(
      String.raw`\b(?:writeFile|writeFileSync|appendFile|appendFileSync|Bun\.write|writeTextFileSync|writeTextFile)\(\s*${VALUE}`,
      'g',
    ),
    kind: 'author',
  },
  { find: new RegExp(String.raw`\b(?:File|IO)\.write\(\s*${VALUE}`, 'g'), kind: 'author' },
  {
    find: new RegExp(
      String.raw`\bos\.(?:remove|unlink)\(\s*${VALUE}\s*\)|\b(?:rmSync|unlinkSync)\(\s*${VALUE}`,
      'g',
    ),
    kind: 'remove',
  },
  {
    find: new RegExp(
      String.raw`\b(?:shutil\.(?:copy2?|copyfile|move)|os\.(?:rename|replace)|copyFileSync|renameSync)\([^,()]*,\s*${VALUE}`,
      'g',
    ),
    kind: 'author',
  },
];

const INTERPRETERS = /^(python[\d.]*|pypy3?|node|bun|deno|ruby|tsx)$/;
const MAX_CODE = 200_000;

/** `words` begin with the interpreter. Paths that the code computes are null. */
export function inlineWrites(command: ListedCommand, words: Words): readonly Written[] {
  const [program] = words;
  if (typeof program !== 'string' || !INTERPRETERS.test(baseName(program))) return [];
  const code = inlineCode(command, words);
  if (code === null || code.length > MAX_CODE) return [];
  const constants = assignedLiterals(code);
  const found: Written[] = [];
  for (const { find, kind } of WRITERS) {
    for (const match of code.matchAll(find)) {
      const literal = match[2] || match[5];
      const name = match[3] ?? match[6];
      const path = literal || (name === undefined ? null : (constants.get(name) ?? null));
      const isPlain = path !== null && !/[{}$%]/.test(path);
      found.push({ path: isPlain ? path : null, kind });
    }
  }
  return found;
}

function inlineCode(command: ListedCommand, words: Words): string | null {
  const at = words.findIndex(
    (word) => word !== null && /^(-[bBEIOsSuvx]*c|-e|-p|--eval|--print|-pe)$/.test(word),
  );
  if (at > 0) return words[at + 1] ?? null;
  for (const redirect of command.redirects) {
    if (redirect.type === 'HereDoc') return redirect.body.text;
    if (redirect.type === 'HereString') return redirect.target?.value ?? null;
  }
  return null;
}

/** `p = 'src/a.py'`, `p = Path("src/a.py")`, `const p = 'a.js'`: names that are given one literal. */
function assignedLiterals(code: string): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  const assignment = new RegExp(
    String.raw`(?:^|[;\n]|\b(?:const|let|var)\b)\s*${NAME}\s*=\s*(?:(?:pathlib\.)?Path\(\s*)?(?:[rbu]{0,2})(["'\x60])((?:(?!\2)[^\\\n])*)\2`,
    'g',
  );
  for (const [, name, , value] of code.matchAll(assignment)) {
    if (name === undefined || value === undefined) continue;
    found.set(name, found.has(name) && found.get(name) !== value ? null : value);
  }
  return found;
}
