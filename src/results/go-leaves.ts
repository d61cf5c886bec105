/** Names of the tests of one package, by their results. */
export type GoTests = { passed: readonly string[]; failed: readonly string[]; skipped: readonly string[] };

/** A test that has subtests is counted by them, unless it failed and none of them did. */
export function leavesOf(tests: GoTests): GoTests {
  const parents = parentsOf([...tests.passed, ...tests.failed, ...tests.skipped]);
  const parentsOfFailed = parentsOf(tests.failed);
  return {
    passed: without(tests.passed, parents),
    failed: without(tests.failed, parentsOfFailed),
    skipped: without(tests.skipped, parents),
  };
}

function without(names: readonly string[], parents: ReadonlySet<string>): readonly string[] {
  return [...new Set(names)].filter((name) => !parents.has(name));
}

function parentsOf(names: readonly string[]): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const name of names) {
    for (let slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1)) {
      const parent = name.slice(0, slash);
      if (parents.has(parent)) break;
      parents.add(parent);
    }
  }
  return parents;
}
