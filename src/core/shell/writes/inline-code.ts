// Files that code inside the line writes: `python - <<EOF`, `python -c`, `node -e`.
import type { ListedCommand } from '../commands.ts';
import { openingOf, pathExpression, type Texts, textsOf } from './inline-paths.ts';
import { givenText } from './patches.ts';
import { baseName } from './peel.ts';
import type { Words, Written } from './written.ts';

type Call = {
  /** Up to and with the bracket in front of the arguments. */
  name: RegExp;
  kind: Written['kind'];
  /** The path is not the first argument, but the one behind this many. */
  skip?: number;
  /** What must stand behind the path for the call to write at all. */
  behind?: RegExp;
};

const WRITE_MODE = /^\s*,(?:[^()\n]|\([^()\n]*\))*?["'](?:[wxa]b?t?\+?|r\+b?|rb\+|b[wxa])["']/;

const CALLS: readonly Call[] = [
  { name: /\bopen\(/g, kind: 'author', behind: WRITE_MODE },
  { name: /\bfopen\(/g, kind: 'author', behind: WRITE_MODE },
  { name: /\bFile\.open\(/g, kind: 'author', behind: WRITE_MODE },
  {
    name: /\b(?:writeFile|writeFileSync|appendFile|appendFileSync|Bun\.write|writeTextFileSync|writeTextFile|file_put_contents)\(/g,
    kind: 'author',
  },
  { name: /\b(?:File|IO)\.write\(/g, kind: 'author' },
  {
    name: /\b(?:os\.(?:remove|unlink)|rmSync|unlinkSync|shutil\.rmtree|File\.delete)\(/g,
    kind: 'remove',
  },
  { name: /\b(?:shutil\.move|os\.(?:rename|replace)|renameSync)\(/g, kind: 'remove' },
  {
    name: /\b(?:shutil\.(?:copy2?|copyfile|move)|os\.(?:rename|replace)|copyFileSync|renameSync)\(/g,
    kind: 'author',
    skip: 1,
  },
];

/** Perl's `open(F, '>a.txt')` and `open(my $f, '>', 'a.txt')`. */
const PERL_OPEN = /\bopen\s*\(?\s*(?:my\s*)?[$\w]+\s*,\s*["']\+?>>?\s*(?:["']\s*,\s*["'])?([^"'$]+)["']/g;

const INTERPRETERS = /^(python[\d.]*|pypy3?|py|node|bun|deno|ruby|tsx|php|perl)$/;
const MAX_CODE = 200_000;

/** `words` begin with the interpreter. Paths that the code computes are null. */
export function inlineWrites(command: ListedCommand, words: Words): readonly Written[] {
  const [program] = words;
  if (typeof program !== 'string' || !INTERPRETERS.test(baseName(program))) return [];
  const code = inlineCode(command, words);
  if (code === null || code.length > MAX_CODE) return [];
  if (baseName(program) === 'perl')
    return [...code.matchAll(PERL_OPEN)].map(([, path]) => ({ path: path ?? null, kind: 'author' }));
  const texts = textsOf(code);
  const place = movedTo(code, texts);
  const found = [...callsIn(code, texts), ...methodsIn(code, texts)];
  return found.map(({ path, kind }) => ({ path: placed(path, place), kind }));
}

function callsIn(code: string, texts: Texts): readonly Written[] {
  const found: Written[] = [];
  for (const { name, kind, skip, behind } of CALLS) {
    for (const match of code.matchAll(name)) {
      if (
        name.source === '\\bopen\\(' &&
        /[\w.)]\.$/.test(code.slice(Math.max(0, match.index - 2), match.index))
      )
        continue;
      let { text, end } = pathExpression(code, match.index + match[0].length, texts);
      for (let at = 0; at < (skip ?? 0); at += 1) {
        const comma = /^[^,()\n]*(?:\([^()\n]*\)[^,()\n]*)*,/.exec(code.slice(end, end + 300));
        ({ text, end } =
          comma === null ? { text: null, end } : pathExpression(code, end + comma[0].length, texts));
      }
      if (behind === undefined || behind.test(code.slice(end, end + 300))) found.push({ path: text, kind });
    }
  }
  return found;
}

/** `Path('a').write_text(`, `(root / 'a').touch(`, `p.write_text(`. */
function methodsIn(code: string, texts: Texts): readonly Written[] {
  const found: Written[] = [];
  for (const match of code.matchAll(/\.(write_text|write_bytes|touch|unlink)\(/g)) {
    if (match[1] === 'unlink' && code.slice(0, match.index).endsWith('os')) continue;
    found.push({
      path: receiverAt(code, match.index, texts),
      kind: match[1] === 'unlink' ? 'remove' : 'author',
    });
  }
  return found;
}

/** What the expression is whose method is called at `end`. */
function receiverAt(code: string, end: number, texts: Texts): string | null {
  const name = /(?:^|[^\w.)\]])([A-Za-z_]\w*)$/.exec(code.slice(Math.max(0, end - 100), end))?.[1];
  if (name !== undefined) return texts.get(name) ?? null;
  const opening = code[end - 1] === ')' ? openingOf(code, end) : -1;
  if (opening < 0) return null;
  const called = /(?:pathlib\.)?(?:Path|PurePath|PosixPath)$/.exec(
    code.slice(Math.max(0, opening - 40), opening),
  );
  const found = pathExpression(code, opening - (called?.[0].length ?? 0), texts);
  return found.end === end ? found.text : null;
}

/** The folder that the code goes to; null: it stays, or nobody knows where. */
function movedTo(code: string, texts: Texts): string | null | undefined {
  const match = /\b(?:os|process)\.chdir\(/.exec(code);
  return match === null ? undefined : pathExpression(code, match.index + match[0].length, texts).text;
}

function placed(path: string | null, place: string | null | undefined): string | null {
  if (path === null || place === undefined || path.startsWith('/')) return path;
  return place === null ? null : `${place}/${path}`;
}

function inlineCode(command: ListedCommand, words: Words): string | null {
  const at = words.findIndex(
    (word) => word !== null && /^(-[bBEIOsSuvx]*c|-e|-p|--eval|--print|-pe|-r|-E)$/.test(word),
  );
  if (at > 0) return words[at + 1] ?? null;
  if (words[1] === 'eval') return words[2] ?? null;
  const hasScript = !words.includes('-') && words.slice(1).some((word) => word?.startsWith('-') !== true);
  return hasScript ? null : givenText(command);
}
