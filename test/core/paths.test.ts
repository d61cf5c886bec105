import { expect, it } from 'vitest';
import { mayReach } from '../../src/core/paths.ts';

it.each<[what: string, root: string, folder: string, expected: boolean]>([
  ['a folder beside the project', '/srv/app', '/srv/other', false],
  ['one around it', '/srv/app', '/srv', true],
  ['one in it', '/srv/app', '/srv/app/src', true],
  ['one that only begins like it', '/srv/app', '/srv/application', false],
  ['the way to the project from home', '/home/u/src/app', '~/src/app/a.py', true],
  ['a folder at home that holds the project', '/home/u/src/app', '~/src', true],
  ['another way from home', '/home/u/src/app', '~/.config/a.py', false],
  ['home is the project', '/home/u', '~/.config/a.py', true],
  ['home itself', '/home/u/app', '~', true],
  ['the home of somebody', '/srv/app', '~bob/x', true],
])('may something lie in the project: %s', (_, root, folder, expected) => {
  expect(mayReach(root, folder)).toBe(expected);
});
