// A makefile, read as far as its rules are plain: variables, targets, prerequisites, recipes, a few special targets.

export type RecipeLine = { line: number; text: string };
export type MakeRule = {
  targets: readonly string[];
  prerequisites: readonly string[];
  recipe: RecipeLine[];
};

export type Makefile = {
  rules: readonly MakeRule[];
  variables: ReadonlyMap<string, string>;
  /** Variables set by `?=`: the environment's value wins. */
  weak: ReadonlySet<string>;
  phony: ReadonlySet<string>;
  /** Targets of `.IGNORE`; `all` if it names none. */
  ignored: ReadonlySet<string> | 'all';
  isOneShell: boolean;
  includes: readonly string[];
};

/** A makefile while it is read. */
type Reading = {
  rules: MakeRule[];
  variables: Map<string, string>;
  weak: Set<string>;
  phony: Set<string>;
  includes: string[];
  ignored: ReadonlySet<string> | 'all';
  isOneShell: boolean;
  /** The rule that recipe lines belong to. */
  current: MakeRule | null;
  prefix: string;
  isDefinition: boolean;
};

/** Reads the text of one makefile. Conditionals are read as if all their branches stood there. */
export function parseMakefile(text: string): Makefile {
  const reading: Reading = {
    rules: [],
    variables: new Map(),
    weak: new Set(),
    phony: new Set(),
    includes: [],
    ignored: new Set(),
    isOneShell: false,
    current: null,
    prefix: '\t',
    isDefinition: false,
  };
  for (const line of logicalLines(text)) takeLine(reading, line);
  return reading;
}

const CONDITIONAL = /^\s*(ifeq|ifneq|ifdef|ifndef|else|endif|vpath|unexport|undefine)\b/;

function takeLine(reading: Reading, { line, text }: RecipeLine): void {
  if (reading.isDefinition || /^\s*define\b/.test(text)) {
    reading.isDefinition = !/^\s*endef\b/.test(text);
    return;
  }
  if (text.startsWith(reading.prefix) && reading.current !== null) {
    reading.current.recipe.push({ line, text: text.slice(reading.prefix.length) });
    return;
  }
  const bare = withoutComment(text);
  if (bare.trim() === '' || CONDITIONAL.test(bare)) return;
  const include = /^\s*[-s]?include\s+(.*)$/.exec(bare);
  if (include !== null) {
    reading.includes.push(...(include[1] ?? '').trim().split(/\s+/));
    return;
  }
  if (takeAssignment(reading, bare)) return;
  const rule = readRule(bare);
  if (rule !== null) takeRule(reading, rule, line);
}

function takeAssignment(reading: Reading, text: string): boolean {
  const { variables, weak } = reading;
  const match = /^\s*(?:export\s+|override\s+)*([\w.-]+)\s*(:{0,3}|\?|\+|!)=\s*(.*)$/.exec(text);
  if (match === null) return false;
  const [, name = '', how = '', value = ''] = match;
  if (name === '.RECIPEPREFIX') reading.prefix = value.trim() || '\t';
  if (how === '?' && !variables.has(name)) weak.add(name);
  if (how === '+') variables.set(name, `${variables.get(name) ?? ''} ${value}`.trim());
  else if (how !== '?' || !variables.has(name)) variables.set(name, value.trim());
  reading.current = null;
  return true;
}

function takeRule(
  reading: Reading,
  { inline, ...rule }: MakeRule & { inline: string | null },
  line: number,
): void {
  const { targets, prerequisites } = rule;
  if (targets.includes('.PHONY')) for (const name of prerequisites) reading.phony.add(name);
  if (targets.includes('.ONESHELL')) reading.isOneShell = true;
  if (targets.includes('.IGNORE'))
    reading.ignored = prerequisites.length === 0 ? 'all' : new Set(prerequisites);
  if (inline !== null) rule.recipe.push({ line, text: inline });
  reading.rules.push(rule);
  reading.current = rule;
}

/** Lines joined where they end in a backslash; a recipe keeps the break, as its shell would see it. */
function logicalLines(text: string): readonly RecipeLine[] {
  const found: RecipeLine[] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const first = at;
    let whole = lines[at] ?? '';
    const isRecipe = whole.startsWith('\t');
    while (/(^|[^\\])(\\\\)*\\$/.test(whole) && at + 1 < lines.length) {
      at += 1;
      const next = lines[at] ?? '';
      whole = isRecipe ? `${whole}\n${next.replace(/^\t/, '')}` : `${whole.slice(0, -1)} ${next.trim()}`;
    }
    found.push({ line: first + 1, text: whole });
  }
  return found;
}

function withoutComment(text: string): string {
  return text.replace(/(^|[^\\])#.*$/, '$1');
}

/** `targets: prerequisites | order-only ; recipe`. */
function readRule(text: string): (MakeRule & { inline: string | null }) | null {
  const match = /^([^:=\t][^:=]*?)\s*::?(?![=:])\s*([^;]*)(?:;(.*))?$/.exec(text);
  if (match === null) return null;
  const [, names = '', needs = '', inline] = match;
  const targets = names.trim().split(/\s+/);
  const [normal = ''] = needs.split('|');
  // `test: A = b` sets a variable for one target.
  const isVariable = /^[\w.-]+\s*(:|\?|\+)?=/.test(needs);
  const prerequisites = isVariable || normal.trim() === '' ? [] : normal.trim().split(/\s+/);
  return { targets, prerequisites, recipe: [], inline: isVariable ? null : (inline?.trim() ?? null) };
}

/** A recipe line as its shell gets it. What make computes by functions is not known and stays empty. */
export function expandMake(text: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  if (depth > 8) return '';
  return text.replace(
    /\$(?:\$|\(([^()]*(?:\([^()]*\)[^()]*)*)\)|\{([^{}]*)\}|(.))/gs,
    (whole, round?: string, curly?: string, single?: string) => {
      if (whole === '$$') return '$';
      const name = (round ?? curly ?? single ?? '').trim();
      const value = variables.get(name);
      if (value !== undefined) return expandMake(value, variables, depth + 1);
      return /[\s,]/.test(name) ? '"$_computed"' : '';
    },
  );
}
