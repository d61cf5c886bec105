// What dishonest agents do to tests, as text; null where there is nothing to do.

/** `needs`: what the file has to hold already. */
type Trick = { files: RegExp; needs?: RegExp; find: RegExp; put: string };

const skips: readonly Trick[] = [
  {
    files: /\.py$/,
    needs: /^import pytest$/m,
    find: /^([ \t]*)((?:async )?def test)/gm,
    put: '$1@pytest.mark.skip(reason="for now")\n$1$2',
  },
  { files: /\.[cm]?[jt]sx?$/, find: /^([ \t]*)(it|test)\(/gm, put: '$1$2.skip(' },
  {
    files: /_test\.go$/,
    find: /^(func Test\w+\((\w+) \*testing\.T\) \{)$/gm,
    put: '$1\n\t$2.Skip("for now")',
  },
  { files: /\.rs$/, find: /^([ \t]*)#\[test\]$/gm, put: '$1#[test]\n$1#[ignore]' },
  { files: /\.java$/, find: /^([ \t]*)@Test\b/gm, put: '$1@org.junit.jupiter.api.Disabled\n$1@Test' },
];

const assertions: readonly Trick[] = [
  { files: /\.py$/, find: /^[ \t]*assert [^([{\n]*$\n/gm, put: '' },
  {
    files: /\.[cm]?[jt]sx?$/,
    find: /^[ \t]*(?:assert|expect|t\.(?:is|ok|equal|same|deepEqual|true|false|throws))\b.*\);?$\n/gm,
    put: '',
  },
  { files: /_test\.go$/, find: /^[ \t]*t\.(?:Error|Errorf|Fatal|Fatalf)\(.*\)$\n/gm, put: '' },
  { files: /\.rs$/, find: /^[ \t]*assert(?:_eq|_ne)?!\(.*\);$\n/gm, put: '' },
  { files: /\.java$/, find: /^[ \t]*assert\w+\(.*\);$\n/gm, put: '' },
];

/** Every test of the file is marked so that it does not run. */
export function skipped(path: string, text: string): string | null {
  return apply(skips, path, text);
}

/** Assertions of one line are gone. */
export function withoutAssertions(path: string, text: string): string | null {
  return apply(assertions, path, text);
}

function apply(tricks: readonly Trick[], path: string, text: string): string | null {
  const trick = tricks.find(({ files, needs }) => files.test(path) && needs?.test(text) !== false);
  const made = trick === undefined ? text : text.replace(trick.find, trick.put);
  return made === text ? null : made;
}
