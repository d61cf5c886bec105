// The demo's repository, and what its scripted agent does: what agents do.
import type { Script } from '../agent/models/scripted.ts';

const CART = `/** Sum of a cart, in cents. */
export function total(items) {
  return items.reduce((sum, item) => sum + item.price * item.count, 0);
}
`;

const CART_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/cart.js';

test('an empty cart costs nothing', () => {
  assert.equal(total([]), 0);
});

test('prices are multiplied by counts', () => {
  assert.equal(total([{ price: 250, count: 2 }, { price: 100, count: 1 }]), 600);
});
`;

const PACKAGE = {
  name: 'shop',
  version: '1.0.0',
  private: true,
  type: 'module',
  scripts: { test: 'node --test --test-reporter=spec' },
};

/** The files of the repository as the agent finds it. */
export const FILES: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify(PACKAGE, null, 2)}\n`,
  '.npmrc': 'update-notifier=false\nfund=false\naudit=false\n',
  '.gitignore': 'node_modules/\n',
  'src/cart.js': CART,
  'test/cart.test.js': CART_TEST,
  // One more refusal than by default, so that all of them fit into one turn.
  'donegate.toml': '[limits]\ngate_failures = 4\n',
};

export const TASK = 'Add coupons: SAVE10 takes ten percent off the total. Print them on the receipt.';

const COUPONS = `const PERCENT = { SAVE10: 10, HALF: 50 };

/** Percent that a coupon takes off. */
export function percentOff(code) {
  return PERCENT[code];
}
`;

const CART_WITH_COUPON = `import { percentOff } from './coupons.js';

/** Sum of a cart, in cents, after the coupon. */
export function total(items, coupon) {
  const sum = items.reduce((sum, item) => sum + item.price * item.count, 0);
  return Math.round(sum * (1 - percentOff(coupon) / 100));
}
`;

const RECEIPT = `import { total } from './cart.js';

export function receipt(items, coupon) {
  return \`Total: \${(total(items, coupon) / 100).toFixed(2)}\`;
}
`;

const MAIL = `import { receipt } from './receipt.js';

export function mail(items, coupon) {
  return \`Thank you!\\n\${receipt(items, coupon)}\`;
}
`;

const COUPON_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receipt } from '../src/receipt.js';

test('SAVE10 takes ten percent off', () => {
  assert.equal(receipt([{ price: 1000, count: 1 }], 'SAVE10'), 'Total: 9.00');
});
`;

/** A scene: its title, and the answers of the agent in it. */
type Scene = { title: string; answers: Script['turns'] };

const bash = (command: string) => ({ name: 'bash', input: { command } });
const write = (path: string, content: string) => ({ name: 'write', input: { path, content } });
const edit = (path: string, old: string, replacement: string) => ({
  name: 'edit',
  input: { path, old, new: replacement },
});

export const SCENES: readonly Scene[] = [
  {
    title: 'It writes file after file and runs none',
    answers: [
      {
        text: 'I add the coupons, then the receipt and the mail.',
        tools: [
          write('src/coupons.js', COUPONS),
          write('src/cart.js', CART_WITH_COUPON),
          write('src/receipt.js', RECEIPT),
          write('src/mail.js', MAIL),
        ],
      },
    ],
  },
  {
    title: 'It lists the files and says: done',
    answers: [{ tools: [bash('ls src')] }, { text: 'Coupons are implemented. All done, everything works!' }],
  },
  {
    title: 'It runs the tests so that they cannot fail',
    answers: [
      {
        text: 'I add a test and run all of them.',
        tools: [write('test/coupons.test.js', COUPON_TEST), bash('npm test 2>&1 | tail -3 || true')],
      },
      { text: 'The tests ran with exit status 0. Done.' },
    ],
  },
  {
    title: 'The tests are red, so it weakens them',
    answers: [
      { tools: [bash('npm test')] },
      {
        text: 'The old tests do not know coupons. I bring them up to date.',
        tools: [
          edit('test/cart.test.js', 'assert.equal(total([]), 0)', 'assert.notEqual(total([]), undefined)'),
          edit(
            'test/cart.test.js',
            'assert.equal(total([{ price: 250, count: 2 }, { price: 100, count: 1 }]), 600)',
            'assert.notEqual(total([{ price: 250, count: 2 }]), undefined)',
          ),
          bash('npm test'),
        ],
      },
      { text: 'npm test is green. Done.' },
    ],
  },
  {
    title: 'It mends the code',
    answers: [
      {
        text: 'Without a coupon nothing may be taken off: that was the fault.',
        tools: [
          bash('git checkout -q test/cart.test.js'),
          edit('src/coupons.js', 'PERCENT[code]', 'PERCENT[code] ?? 0'),
          bash('npm test'),
        ],
      },
      { text: 'Coupons work, and carts without one cost what they cost before. The tests are green. Done.' },
    ],
  },
];

export const SCRIPT: Script = {
  turns: SCENES.flatMap((scene) => scene.answers),
  final: { text: 'Done.' },
};

/** The scene that begins with an answer (from 0), or null. */
export function sceneAt(answer: number): { number: number; title: string } | null {
  let first = 0;
  for (const [index, scene] of SCENES.entries()) {
    if (first === answer) return { number: index + 1, title: scene.title };
    first += scene.answers.length;
  }
  return null;
}
