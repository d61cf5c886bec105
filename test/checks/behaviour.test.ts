// Which changes of source can alter what it does, and so need a test: on both sides, for each kind of change.
import { describe, expect, test } from 'vitest';
import { type Files, findingsOf, inShort } from './tree-of.ts';

const py = `import os
from shop import tax, round_up

LIMITS = ["small", "large"]


def total(items, rate=1):
    result = 0
    for item in items:
        result = result + item.price * item.count
    if rate > 1:
        result = round_up(result)
    else:
        result = tax(result, rate, strict=True)
    return (result + 1) * rate


class Cart:
    size = 3

    def add(self, item):
        self.items.append(item)

    def clear(self):
        self.items = []
`;
const js = `import { tax } from './tax.js';

export function total(items, { rate = 1 }) {
  let result = 0;
  for (const item of items) result += item.price?.value;
  if (rate > 1) {
    result = Math.round(result);
  } else {
    result = tax(result, rate);
  }
  return (result + 1) * rate;
}

const limits = ['small', 'large'];
export async function load(name) {
  const text = await read(name);
  return { text, limits };
}
`;
const ts = js.replace('items, { rate = 1 }', 'items: Item[], { rate = 1 }: Options');

type Change = (text: string) => string;
const swap =
  (old: string, replacement: string): Change =>
  (text) => {
    if (!text.includes(old)) throw new Error(`there is no ${old}`);
    return text.replaceAll(old, replacement);
  };

/** What one change of a file says: nothing, or that a test is needed. */
const inPython: readonly [name: string, change: Change, isNeeded: boolean][] = [
  [
    'annotations of parameters and results',
    swap('items, rate=1)', 'items: list, rate: int = 1) -> int'),
    false,
  ],
  ['another default beside an annotation', swap('items, rate=1)', 'items, rate: int = 2)'), true],
  ['an annotation of a local', swap('result = 0', 'result: int = 0'), false],
  ['an annotation of a member of a class', swap('size = 3', 'size: int = 3'), true],
  ['an annotation of a route', swap('def total(items', '@app.get("/")\ndef total(items: list'), true],
  ['a local with another name', swap('result', 'sum_of_all'), false],
  ['a local with the name of something else', swap('result', 'tax'), true],
  ['a local used in place of another one', swap('+ item.price', '+ result.price'), true],
  ['a parameter with another name: callers may say it', swap('rate', 'factor'), true],
  ['a local where names are looked up', swap('return (result', 'print(locals())\n    return (result'), true],
  [
    'the order of imports',
    swap('import os\nfrom shop import tax, round_up', 'from shop import round_up, tax\nimport os'),
    false,
  ],
  [
    'imports for annotations',
    swap('\n\nLIMITS', '\nif TYPE_CHECKING:\n    from shop import Item\n\nLIMITS'),
    false,
  ],
  ['parentheses that say nothing', swap('= round_up(result)', '= (round_up(result))'), false],
  ['parentheses that bind', swap('(result + 1) * rate', 'result + 1 * rate'), true],
  ['an element of a list is gone', swap('["small", "large"]', '["small"]'), false],
  ['another element in its place', swap('["small", "large"]', '["small", "huge"]'), true],
  ['an argument is gone', swap(', strict=True', ''), false],
  ['another argument', swap('strict=True', 'strict=False'), true],
  ['a method is gone', swap('\n    def clear(self):\n        self.items = []\n', ''), false],
  [
    'a method is gone, and one is another',
    (text) => swap('append', 'insert')(swap('\n    def clear(self):\n        self.items = []\n', '')(text)),
    true,
  ],
  ['an operand is gone', swap('(result + 1) * rate', 'result + 1'), true],
  ['a branch is gone', swap('    else:\n        result = tax(result, rate, strict=True)\n', ''), false],
  [
    'a condition is gone, one of its branches stays',
    swap(
      '    if rate > 1:\n        result = round_up(result)\n    else:\n        result = tax(result, rate, strict=True)\n',
      '    result = tax(result, rate, strict=True)\n',
    ),
    false,
  ],
  [
    'two statements change places',
    swap(
      'size = 3\n\n    def add(self, item):\n        self.items.append(item)\n',
      'def add(self, item):\n        self.items.append(item)\n\n    size = 3\n',
    ),
    true,
  ],
  ['a condition is turned around', swap('rate > 1', 'not rate > 1'), true],
];

const inJavaScript: readonly [name: string, change: Change, isNeeded: boolean][] = [
  ['a local with another name', swap('result', 'sum'), false],
  ['a parameter with another name', swap('items', 'all'), false],
  [
    'a local that is a key as well',
    swap(
      'const text = await read(name);\n  return { text,',
      'const content = await read(name);\n  return { text: content,',
    ),
    false,
  ],
  ['another key', swap('return { text, limits }', 'return { content: text, limits }'), true],
  ['a constant of the module with another name', swap('limits', 'bounds'), true],
  ['it is waited for no more', swap('await read', 'read'), true],
  ['it is asked for though it may not be there', swap('?.value', '.value'), true],
  ['parentheses that bind', swap('(result + 1) * rate', 'result + 1 * rate'), true],
  ['who may use it', swap('const limits', 'export const limits'), false],
  ['an element of a list is gone', swap("['small', 'large']", "['small']"), false],
  ['another element', swap("'large'", "'huge'"), true],
  [
    'a branch is gone, and the braces of the other one',
    swap(
      'if (rate > 1) {\n    result = Math.round(result);\n  } else {\n    result = tax(result, rate);\n  }',
      'if (rate > 1) result = Math.round(result);',
    ),
    false,
  ],
  [
    'braces around one statement',
    swap(
      'for (const item of items) result += item.price?.value;',
      'for (const item of items) {\n    result += item.price?.value;\n  }',
    ),
    false,
  ],
  ['a branch is gone', swap(' else {\n    result = tax(result, rate);\n  }', ''), false],
  ['a statement is gone', swap('  let result = 0;\n', ''), false],
  ['a property is gone', swap('{ text, limits }', '{ text }'), false],
];

const inTypeScript: readonly [name: string, change: Change, isNeeded: boolean][] = [
  ['other types', swap('items: Item[]', 'items: readonly Item[]'), false],
  ['a cast', swap('tax(result, rate)', 'tax(result as number, rate!)'), false],
  ['another default beside a type', swap('rate = 1', 'rate = 2'), true],
  ['a type of its own', (text) => `type Item = { price: number };\n${text}`, false],
  ['an enumeration', (text) => `enum Size { Small }\n${text}`, true],
];

const kinds = [
  ['shop/cart.py', py, inPython],
  ['src/cart.js', js, inJavaScript],
  ['src/cart.ts', ts, inTypeScript],
] as const;

describe.each(kinds)('%s', (path, text, rows) => {
  test.each(rows)('%s', async (_name, change, isNeeded) => {
    const found = await findingsOf({ before: { [path]: text }, after: { [path]: change(text) } });
    expect(found.map(({ check }) => check)).toEqual(isNeeded ? ['test-needed'] : []);
  });
});

describe('code that moves to another file', () => {
  const clear = '\n\ndef clear(cart):\n    cart.items = []\n';
  const before: Files = { 'shop/cart.py': py + clear, 'src/cart.js': js };
  const rows: readonly [name: string, after: Files, expected: readonly string[]][] = [
    [
      'a function',
      { 'shop/cart.py': `from shop.clear import clear\n${py}`, 'shop/clear.py': `"""Clears."""${clear}` },
      [],
    ],
    [
      'a function that is another one there',
      { 'shop/cart.py': py, 'shop/clear.py': clear.replace('[]', 'None') },
      ['block test-needed shop/clear.py'],
    ],
    ['a function that stays as well', { 'shop/clear.py': clear }, ['block test-needed shop/clear.py']],
    [
      'a function, and a call of it comes with it',
      { 'shop/cart.py': py, 'shop/clear.py': `${clear}\n\nclear(CART)\n` },
      ['block test-needed shop/clear.py'],
    ],
    [
      'a function of JavaScript that is exported now',
      {
        'src/cart.js': js.replace(/const limits[\s\S]*/, ''),
        'src/load.js': `import { limits } from './limits.js';\n\n${/export async[\s\S]*/.exec(js)?.[0]}`,
      },
      [],
    ],
  ];
  test.each(rows)('%s', async (_name, after, expected) => {
    expect((await findingsOf({ before, after })).map(inShort)).toEqual(expected);
  });
});
