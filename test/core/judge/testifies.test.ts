import { expect, test } from 'vitest';
import { testifies } from '../../../src/core/judge/inner/testifies.ts';

test.each<[string, boolean]>([
  ['./check.sh', true],
  ['ci/check.sh unit -q', true],
  ['A=1 B="x y" ./check.sh', true],
  ['bash check.sh', true],
  ['/usr/bin/bash -e check.sh', true],
  ['bash -euo pipefail ci/check.sh', true],
  ['timeout 60 ./check.sh', true],
  ['timeout -k 5 2m bash -x check.sh', true],
  ['nice -n 5 ./check.sh', true],
  ['env CI=1 ./check.sh', true],
  ['exec ./check.sh', true],
  ['env -i ./check.sh', false],
  ['env -u BASH_ENV ./check.sh', false],
  ['env - ./check.sh', false],
  ['BASH_ENV= ./check.sh', false],
  ['env BASH_ENV=x ./check.sh', false],
  ['POSIXLY_CORRECT=1 ./check.sh', false],
  ['bash --posix check.sh', false],
  ['bash -p check.sh', false],
  ['bash -c ./check.sh', false],
  ['bash', false],
  ['./check.sh; ./check.sh', false],
  ['', false],
])('%s: %s', (text, expected) => {
  expect(testifies(text, 'ci/check.sh')).toBe(expected);
});

test.each(['sudo ./check.sh', 'docker run x ./check.sh', 'sh check.sh', 'xargs ./check.sh'])(
  'a starter that is not known is none: %s',
  (text) => {
    expect(testifies(text, 'check.sh')).toBe(false);
  },
);
