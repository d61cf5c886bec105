// Paths in code as far as they are plain: literals, names of literals, `Path(a) / 'b'`, `os.path.join(a, 'b')`.

/** Names that the code gives one text. */
export type Texts = ReadonlyMap<string, string | null>;

/** An expression and where it ends; its text is null where the code computes it. */
export type Found = { text: string | null; end: number };

const LITERAL = /([rbuRBUfF]{0,2})(["'`])((?:(?!\2)[^\\\n]|\\[^\n])*)\2/y;
const CALL = /(?:pathlib\.)?(?:Path|PurePath|PosixPath)\(|(?:os\.path|path|posixpath)\.(?:join|resolve)\(/y;
const NAME = /[A-Za-z_$][\w$]*(?![\w$.([])/y;
const MAX_PARTS = 12;
const MAX_DEPTH = 12;

/** The expression that begins at `from`. */
export function pathExpression(code: string, from: number, texts: Texts, depth = 0): Found {
  if (depth > MAX_DEPTH) return { text: null, end: from };
  let found = atom(code, skip(code, from), texts, depth);
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const at = skip(code, found.end);
    const operator = code[at];
    if (operator !== '/' && operator !== '+') break;
    const next = atom(code, skip(code, at + 1), texts, depth);
    found = { text: combined(found.text, next.text, operator === '/' ? '/' : ''), end: next.end };
  }
  return found;
}

function atom(code: string, at: number, texts: Texts, depth: number): Found {
  if (code[at] === '(') return closed(code, pathExpression(code, at + 1, texts, depth + 1));
  const literal = matchAt(LITERAL, code, at);
  if (literal !== null) return { text: literalText(literal, texts), end: at + literal[0].length };
  const call = matchAt(CALL, code, at);
  if (call !== null) return joined(code, at + call[0].length, texts, depth + 1);
  const name = matchAt(NAME, code, at);
  return name === null
    ? { text: null, end: at }
    : { text: texts.get(name[0]) ?? null, end: at + name[0].length };
}

/** What the arguments of `Path(a, 'b')` and `os.path.join(a, 'b')` come to. */
function joined(code: string, from: number, texts: Texts, depth: number): Found {
  let found = pathExpression(code, from, texts, depth);
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const at = skip(code, found.end);
    if (code[at] !== ',') break;
    const next = pathExpression(code, at + 1, texts, depth);
    found = { text: combined(found.text, next.text, '/'), end: next.end };
  }
  return closed(code, found);
}

function closed(code: string, found: Found): Found {
  const at = skip(code, found.end);
  return code[at] === ')' ? { ...found, end: at + 1 } : { text: null, end: at };
}

function combined(left: string | null, right: string | null, between: string): string | null {
  if (left === null || right === null) return null;
  return right.startsWith('/') && between === '/' ? right : `${left}${between}${right}`.replace('//', '/');
}

/** An f-string or a template of known names is a text as well. */
function literalText(match: RegExpExecArray, texts: Texts): string | null {
  const [, prefix = '', quote, body = ''] = match;
  if (body.includes('\\')) return null;
  const hole = /f/i.test(prefix) ? /\{([A-Za-z_]\w*)\}/g : quote === '`' ? /\$\{([A-Za-z_$][\w$]*)\}/g : null;
  const text = hole === null ? body : body.replace(hole, (whole, name: string) => texts.get(name) ?? whole);
  return /[{}$%]/.test(text) ? null : text;
}

function skip(code: string, from: number): number {
  let at = from;
  while (/\s/.test(code[at] ?? '')) at += 1;
  return at;
}

function matchAt(pattern: RegExp, code: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(code);
}

/** Where the bracket that ends right before `end` was opened; -1: nowhere. */
export function openingOf(code: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= Math.max(0, end - 500); at -= 1) {
    if (code[at] === ')') depth += 1;
    if (code[at] === '(') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** `p = 'src/a.py'`, `p = Path("src") / 'a.py'`, `const p = 'a.js'`: names that are given one text. */
export function textsOf(code: string): Texts {
  const found = new Map<string, string | null>();
  for (const match of code.matchAll(/(?:^|[;\n{]|\b(?:const|let|var)\b)[ \t]*([A-Za-z_$][\w$]*)\s*=(?!=)/g)) {
    const [whole, name = ''] = match;
    const { text, end } = pathExpression(code, match.index + whole.length, found);
    const isWhole = /^\s*([;\n#]|\/\/|$)/.test(code.slice(end, end + 200).replace(/^[ \t]+/, '') || '\n');
    const value = isWhole ? text : null;
    found.set(name, found.has(name) && found.get(name) !== value ? null : value);
  }
  return found;
}
