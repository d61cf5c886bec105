import { fileKind } from '../../core/code-files.ts';
import type { Tree } from '../../core/ports.ts';
import type { Fact, SeenRed } from '../../core/types.ts';
import { languageOf } from '../../languages/index.ts';
import { isCalled } from '../changes/collect.ts';
import type { Changes, PlacedTest } from '../changes/types.ts';
import { bearsName, isAt, parseName, type RunnerName } from './names.ts';

/** A test that was red in this session: as it stood then, as far as that is known, and as it stands now. */
export type RedTest = {
  red: SeenRed;
  then: PlacedTest | null;
  now: PlacedTest | null;
  /** Names that the source defined then and defines no more. */
  goneNames: ReadonlySet<string>;
};

type Question = { tree: Tree; facts: readonly Fact[]; changes: Changes };

/** Looks for every test that a run of this session named as failing. */
export async function collectRed(reds: readonly SeenRed[], question: Question): Promise<readonly RedTest[]> {
  const found: RedTest[] = [];
  for (const red of reds) {
    const wanted = parseName(red.test);
    if (wanted === null) continue;
    const now = await findNow(wanted, question);
    const contents = contentsAt(question.facts, red.fact);
    const { test: then, isRead } = await findThen(wanted, now, contents, question);
    // What could not be seen when it was red (inherited, made by a helper, of another language) cannot be missed now.
    const isSeen =
      then !== null || (!isRead && wanted.path !== null && question.changes.collects(wanted.path));
    if (now === null && !isSeen) continue;
    found.push({ red, then, now, goneNames: now === null ? await goneSince(contents, question) : new Set() });
  }
  return found;
}

/** Contents of the code files that differed from the baseline right after a fact: path -> hash. */
function contentsAt(facts: readonly Fact[], seq: number): ReadonlyMap<string, string | null> {
  const contents = new Map<string, string | null>();
  for (const fact of facts) {
    if (fact.seq > seq) break;
    if (fact.type !== 'files_changed' && fact.type !== 'ran') continue;
    for (const change of fact.changes) {
      if (change.atBaseline) contents.delete(change.path);
      else contents.set(change.path, change.hash);
    }
  }
  return contents;
}

async function findNow(wanted: RunnerName, { changes, tree }: Question): Promise<PlacedTest | null> {
  const changed = changes.tests.flatMap((file) =>
    file.isCollected ? (file.after?.tests ?? []).map((test) => ({ path: file.path, test })) : [],
  );
  const here = changed.filter((placed) => bearsName(placed, wanted));
  const exact = here.find(({ path }) => isAt(path, wanted));
  if (exact !== undefined) return exact;
  const known = new Set(changes.tests.map((file) => file.path));
  const others = (await tree.files()).filter(
    (path) => !known.has(path) && changes.collects(path) && isAt(path, wanted),
  );
  for (const path of others) {
    const test = await findIn(path, await tree.currentText(path), wanted, changes);
    if (test !== null) return test;
  }
  // Moved to another file.
  return here[0] ?? null;
}

/** `isRead`: the file that the runner names was read as it stood then. */
async function findThen(
  wanted: RunnerName,
  now: PlacedTest | null,
  contents: ReadonlyMap<string, string | null>,
  { changes, tree }: Question,
): Promise<{ test: PlacedTest | null; isRead: boolean }> {
  const named = wanted.path === null ? [] : (await tree.files()).filter((path) => isAt(path, wanted));
  const paths = new Set([
    ...contents.keys(),
    ...changes.tests.map((file) => file.path),
    ...(now === null ? [] : [now.path]),
    ...named,
  ]);
  let isRead = false;
  const likely = [...paths]
    .filter((path) => changes.collects(path))
    .sort((a, b) => Number(isAt(b, wanted)) - Number(isAt(a, wanted)));
  for (const path of likely) {
    const text = await textAt(path, contents, tree);
    if (text !== null && wanted.path !== null && isAt(path, wanted)) isRead = true;
    const test = await findIn(path, text, wanted, changes);
    if (test !== null) return { test, isRead };
  }
  return { test: null, isRead };
}

async function textAt(
  path: string,
  contents: ReadonlyMap<string, string | null>,
  tree: Tree,
): Promise<string | null> {
  const hash = contents.get(path);
  if (hash === undefined) return await tree.baselineText(path);
  return hash === null ? null : ((await tree.textOf?.(hash)) ?? null);
}

async function findIn(
  path: string,
  text: string | null,
  wanted: RunnerName,
  changes: Changes,
): Promise<PlacedTest | null> {
  const language = languageOf(path);
  if (text === null || language === null) return null;
  const helpers = changes.helpers.filter(
    (helper) => helper.path !== path && languageOf(helper.path) === language && isCalled(helper, text),
  );
  const { tests } = await language.readTests(text, { path, helpers });
  const placed = tests.map((test) => ({ path, test })).filter((test) => bearsName(test, wanted));
  return placed[0] ?? null;
}

async function goneSince(
  contents: ReadonlyMap<string, string | null>,
  { changes, tree }: Question,
): Promise<ReadonlySet<string>> {
  const then = new Set<string>();
  const now = new Set<string>();
  const paths = new Set([...contents.keys(), ...changes.files.map((file) => file.path)]);
  for (const path of paths) {
    const language = languageOf(path);
    if (language === null || fileKind(path) !== 'source') continue;
    const texts = [await textAt(path, contents, tree), await tree.currentText(path)];
    for (const [index, names] of [then, now].entries()) {
      const text = texts[index] ?? null;
      if (text !== null) for (const name of await language.definedNames(text, { path })) names.add(name);
    }
  }
  for (const name of now) then.delete(name);
  return then;
}
