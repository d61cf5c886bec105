// A makefile, read as far as its rules are plain: variables, targets, prerequisites, recipes, a few special targets.

export type RecipeLine = { line: number; text: string };
export type MakeRule = {
  targets: readonly string[];
  prerequisites: readonly string[];
  recipe: RecipeLine[];
  line: number;
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

/** Reads the text of one makefile. Conditionals are read as if all their branches stood there. */
export function parseMakefile(text: string): Makefile {
  const rules: MakeRule[] = [];
  const variables = new Map<string, string>();
  const weak = new Set<string>();
  const phony = new Set<string>();
  const includes: string[] = [];
  let ignored: ReadonlySet<string> | 'all' = new Set<string>();
  let isOneShell = false;
  let current: MakeRule | null = null;
  let prefix = '\t';
  let isDefinition = false;
  for (const { line, text: raw } of logicalLines(text)) {
    if (isDefinition || /^\s*define\b/.test(raw)) {
      isDefinition = !/^\s*endef\b/.test(raw);
      continue;
    }
    if (raw.startsWith(prefix) && current !== null) {
      current.recipe.push({ line, text: raw.slice(prefix.length) });
      continue;
    }
    const plainLine = withoutComment(raw);
    if (
      plainLine.trim() === '' ||
      /^\s*(ifeq|ifneq|ifdef|ifndef|else|endif|vpath|unexport|undefine)\b/.test(plainLine)
    )
      continue;
    const include = /^\s*[-s]?include\s+(.*)$/.exec(plainLine);
    if (include !== null) {
      includes.push(...(include[1] ?? '').trim().split(/\s+/));
      continue;
    }
    const assignment = /^\s*(?:export\s+|override\s+)*([\w.-]+)\s*(:{0,3}|\?|\+|!)=\s*(.*)$/.exec(plainLine);
    if (assignment !== null) {
      const [, name = '', how = '', value = ''] = assignment;
      if (name === '.RECIPEPREFIX') prefix = value.trim() || '\t';
      if (how === '?' && !variables.has(name)) weak.add(name);
      if (how === '+') variables.set(name, `${variables.get(name) ?? ''} ${value}`.trim());
      else if (how !== '?' || !variables.has(name)) variables.set(name, value.trim());
      current = null;
      continue;
    }
    const rule = readRule(plainLine, line);
    if (rule === null) continue;
    if (rule.targets.includes('.PHONY')) for (const name of rule.prerequisites) phony.add(name);
    if (rule.targets.includes('.ONESHELL')) isOneShell = true;
    if (rule.targets.includes('.IGNORE'))
      ignored = rule.prerequisites.length === 0 ? 'all' : new Set(rule.prerequisites);
    rules.push(rule);
    current = rule;
  }
  return { rules, variables, weak, phony, ignored, isOneShell, includes };
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

function readRule(text: string, line: number): MakeRule | null {
  const match = /^([^:=\t][^:=]*?)\s*::?(?![=:])\s*([^;]*)(?:;(.*))?$/.exec(text);
  if (match === null) return null;
  const [, names = '', needs = '', inline] = match;
  if (/^[\w.-]+\s*(:|\?|\+)?=/.test(needs))
    return { targets: names.trim().split(/\s+/), prerequisites: [], recipe: [], line };
  const [normal = ''] = needs.split('|');
  return {
    targets: names.trim().split(/\s+/),
    prerequisites: normal.trim() === '' ? [] : normal.trim().split(/\s+/),
    recipe: inline === undefined ? [] : [{ line, text: inline.trim() }],
    line,
  };
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
