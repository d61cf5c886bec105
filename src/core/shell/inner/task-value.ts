// What a task is in the tables of a TOML or JSON file: a text, a list of texts, or a table that says what it is.

/** `texts`: for a shell, one after the other; `needs`: names of tasks in front of them. */
export type TaskValue = { texts: readonly string[]; needs: readonly string[]; ignores: boolean };

type Table = Readonly<Record<string, unknown>>;

/** The table at a path of keys; null: there is none. */
export function tableAt(value: unknown, ...keys: readonly string[]): Table | null {
  let now: unknown = value;
  for (const key of keys) now = isTable(now) && Object.hasOwn(now, key) ? now[key] : null;
  return isTable(now) ? now : null;
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads one task; null: it is code or something else that no shell is given. `isTask`: a list may name other tasks. */
export function taskValue(value: unknown, isTask: (name: string) => boolean): TaskValue | null {
  if (typeof value === 'string') return step(value, isTask);
  if (Array.isArray(value)) return sequence(value, isTask);
  if (!isTable(value)) return null;
  const needs = ['depends', 'depends-on', 'depends_on', 'deps', 'dependencies'].flatMap((key) =>
    namesIn(value[key]),
  );
  const own = ownTexts(value, isTask);
  if (own === null) return needs.length > 0 ? { texts: [], needs, ignores: false } : null;
  return {
    texts: own.texts,
    needs: [...needs, ...own.needs],
    ignores: own.ignores || value.ignore_fail === true,
  };
}

function ownTexts(table: Table, isTask: (name: string) => boolean): TaskValue | null {
  const { ref, call, script } = table;
  const many = table.sequence ?? table.composite ?? table.chain;
  if (Array.isArray(many)) return sequence(many, isTask);
  if (typeof ref === 'string') return { texts: [], needs: [ref], ignores: false };
  const code = typeof call === 'string' ? call : script;
  // A function of the project's own.
  if (typeof code === 'string')
    return { texts: [`python -m ${/^[\w.]*/.exec(code)?.[0] ?? ''}`], needs: [], ignores: false };
  const text = table.run ?? table.cmd ?? table.shell ?? table.command;
  if (typeof text === 'string') return { texts: [text], needs: [], ignores: false };
  if (!Array.isArray(text) || !text.every((one) => typeof one === 'string')) return null;
  // mise runs one text after the other; for the others a list is the words of one command.
  return { texts: table.run === undefined ? [text.join(' ')] : text, needs: [], ignores: false };
}

function sequence(values: readonly unknown[], isTask: (name: string) => boolean): TaskValue | null {
  const found = values.map((value) => taskValue(value, isTask));
  if (found.some((one) => one === null || (one.needs.length > 0 && one.texts.length > 0))) return null;
  const known = found.flatMap((one) => (one === null ? [] : [one]));
  // Tasks and texts in turn would lose their order.
  if (known.some((one) => one.needs.length > 0) && known.some((one) => one.texts.length > 0)) return null;
  return {
    texts: known.flatMap(({ texts }) => texts),
    needs: known.flatMap(({ needs }) => needs),
    ignores: known.some(({ ignores }) => ignores),
  };
}

/** `@lint` of composer, `lint` where it is a task, `- pytest` of hatch, or a command. */
function step(text: string, isTask: (name: string) => boolean): TaskValue | null {
  const called = /^@(?!php |composer |putenv |no_additional_args)([\w:.-]+)$/.exec(text)?.[1];
  if (called !== undefined) return { texts: [], needs: [called], ignores: false };
  if (isTask(text)) return { texts: [], needs: [text], ignores: false };
  if (/^[\w\\]+::\w+$/.test(text)) return null;
  if (text.startsWith('@putenv ')) return { texts: [], needs: [], ignores: false };
  const bare = text.replace(/^@(php|composer) /, '$1 ');
  return bare.startsWith('- ')
    ? { texts: [`${bare.slice(2)} || true`], needs: [], ignores: false }
    : { texts: [bare], needs: [], ignores: false };
}

function namesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => (typeof one === 'string' ? [one.split(' ')[0] ?? one] : []));
}
