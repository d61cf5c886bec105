import { fileKind } from '../../core/code-files.ts';
import type { Tree } from '../../core/ports.ts';
import type { FileKind } from '../../core/types.ts';
import { languageOf } from '../../languages/index.ts';
import type { Definition } from '../../languages/source.ts';
import type { Language, SourceText, TestCode } from '../../languages/types.ts';
import { configuredTests } from './discovery.ts';
import { isRealChange, isSourceOfTests } from './source.ts';
import type { ChangedFile, Changes, TestFile } from './types.ts';

/** Reads every file that differs from the baseline, and the tests in it. */
export async function collectChanges(tree: Tree): Promise<Changes> {
  const look = await tree.look();
  const isConfigured = await configuredTests(tree);
  const collects = (path: string): boolean =>
    (languageOf(path)?.isTestFile(path) ?? false) || (path.endsWith('.py') && isConfigured(path));
  const kindOf = (path: string): FileKind =>
    collects(path) && isConfigured(path) ? 'test' : (look.kinds.get(path) ?? fileKind(path));
  const wanted = look.changed.filter((path) => /^(source|test)$/.test(kindOf(path)));
  const read = await inBatches(wanted, (path) => readFile(tree, path, kindOf(path)));
  const definitions = await readDefinitions(read);
  const files = await withReductions(read, definitions);
  const helpers = await readHelpers(tree, files);
  const tests: TestFile[] = [];
  for (const file of files) {
    const { language, path } = file;
    if (file.kind !== 'test' || language === null) continue;
    tests.push({
      path,
      before: await readTests(language, path, file.before, helpers.before),
      after: await readTests(language, path, file.after, helpers.after),
      isCollected: collects(path),
    });
  }
  const sources = files.filter((file) => isSourceOfTests(file.path, file.kind));
  return {
    collects,
    helpers: helpers.after,
    files,
    tests,
    goneNames: goneNames(sources, definitions),
    sourceChanged: sources.some(isRealChange),
  };
}

/** Some at a time: each text of the baseline costs a process. */
async function inBatches<Result>(
  paths: readonly string[],
  read: (path: string) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < paths.length; at += 8)
    results.push(...(await Promise.all(paths.slice(at, at + 8).map(read))));
  return results;
}

async function readFile(tree: Tree, path: string, kind: ChangedFile['kind']): Promise<ChangedFile> {
  const [before, after] = [await tree.baselineText(path), await tree.currentText(path)];
  const isLong = (before ?? '').length > longestRead || (after ?? '').length > longestRead;
  const language = isLong ? null : languageOf(path);
  const form = (text: string | null): Promise<string> | null => {
    if (text === null || language === null || kind === 'other') return null;
    return kind === 'source' ? language.sourceForm(text, { path }) : language.normalForm(text, { path });
  };
  return {
    path,
    kind,
    before,
    after,
    language,
    formBefore: await form(before),
    formAfter: await form(after),
    isReduced: false,
  };
}

function readTests(
  language: Language,
  path: string,
  text: string | null,
  helpers: readonly SourceText[],
): Promise<TestCode> | null {
  if (text === null) return null;
  const usable = helpers.filter(
    (helper) => helper.path !== path && languageOf(helper.path) === language && isCalled(helper, text),
  );
  return language.readTests(text, { path, helpers: usable });
}

/** Some function of the helper is named in the text. */
export function isCalled(helper: SourceText, text: string): boolean {
  const names = helper.text.matchAll(/\b(?:def|function|const|let)\s+([A-Za-z_$][\w$]*)/g);
  return [...names].some((match) => text.includes(`${match[1]}(`));
}

const longestRead = 400_000;
const mostHelpers = 60;
const longestHelper = 100_000;

/** Files of the tests that hold no tests themselves: their functions may hold assertions. */
async function readHelpers(
  tree: Tree,
  files: readonly ChangedFile[],
): Promise<{ before: readonly SourceText[]; after: readonly SourceText[] }> {
  if (!files.some((file) => file.kind === 'test' && file.language !== null)) return { before: [], after: [] };
  const changed = new Map(files.map((file) => [file.path, file]));
  const before: SourceText[] = [];
  const after: SourceText[] = [];
  const paths = new Set([...changed.keys(), ...(await tree.files())]);
  for (const path of [...paths].filter(isHelper).slice(0, mostHelpers)) {
    const known = changed.get(path);
    const now = known === undefined ? await tree.currentText(path) : known.after;
    const then = known === undefined ? now : known.before;
    if (now !== null && now.length < longestHelper) after.push({ path, text: now });
    if (then !== null && then.length < longestHelper) before.push({ path, text: then });
  }
  return { before, after };
}

function isHelper(path: string): boolean {
  const language = languageOf(path);
  return language !== null && fileKind(path) === 'test' && !language.isTestFile(path);
}

/** What a source defined before and does not any more, and what it defines since. */
type Definitions = {
  names: { before: ReadonlySet<string>; after: ReadonlySet<string> };
  lost: readonly Definition[];
  added: readonly Definition[];
};

async function readDefinitions(files: readonly ChangedFile[]): Promise<ReadonlyMap<string, Definitions>> {
  const sources = files.filter(({ kind }) => kind === 'source');
  const named: [ChangedFile, Definitions['names']][] = [];
  for (const file of sources) {
    const { language, path } = file;
    const namesOf = async (text: string | null) =>
      text === null || language === null ? new Set<string>() : await language.definedNames(text, { path });
    named.push([file, { before: await namesOf(file.before), after: await namesOf(file.after) }]);
  }
  // What only changed is neither lost nor added; to look at that, too, would cost a second reading of every file.
  const names = new Set(
    named.flatMap(([, { before, after }]) => [...without(before, after), ...without(after, before)]),
  );
  const found = new Map<string, Definitions>();
  for (const [{ path, language, before, after }, own] of named) {
    const read = (text: string | null) =>
      text === null || names.size === 0 ? [] : (language?.definitions(text, { path, names }) ?? []);
    const [was, now] = [await read(before), await read(after)];
    const lost = was.filter(({ form }) => !now.some((other) => other.form === form));
    const added = now.filter(({ form }) => !was.some((other) => other.form === form));
    found.set(path, { names: own, lost, added });
  }
  return found;
}

function without(names: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...names].filter((name) => !others.has(name)));
}

/** Marks the sources of which things were only taken away, be it to another file. */
function withReductions(
  files: readonly ChangedFile[],
  definitions: ReadonlyMap<string, Definitions>,
): Promise<readonly ChangedFile[]> {
  const lost = [...definitions.values()].flatMap((file) => file.lost);
  const moved = new Set(lost.flatMap(({ form, isTopLevel }) => (isTopLevel ? [form] : [])));
  return Promise.all(files.map((file) => withReduction(file, moved)));
}

async function withReduction(file: ChangedFile, moved: ReadonlySet<string>): Promise<ChangedFile> {
  const { kind, language, before, after, path, formBefore, formAfter } = file;
  if (kind !== 'source' || language === null || after === null || !isRealChange(file)) return file;
  // Where nothing moved, what is no shorter has something new: that saves a second reading of every changed file.
  if (moved.size === 0 && (formAfter ?? '').length >= (formBefore ?? '').length) return file;
  return { ...file, isReduced: await language.isReduction(before ?? '', after, { path, moved }) };
}

/** Names that were defined and are not any more; what only has another name now is not gone. */
function goneNames(
  sources: readonly ChangedFile[],
  definitions: ReadonlyMap<string, Definitions>,
): ReadonlySet<string> {
  const all = sources.flatMap(({ path }) => definitions.get(path) ?? []);
  const gone = new Set(all.flatMap(({ names }) => [...names.before]));
  for (const { names } of all) for (const name of names.after) gone.delete(name);
  const renamed = new Set(all.flatMap(({ added }) => added.map(({ nameless }) => nameless)));
  for (const { name, nameless } of all.flatMap(({ lost }) => lost))
    if (renamed.has(nameless)) gone.delete(name);
  return gone;
}
