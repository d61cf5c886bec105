import { expect, it } from 'vitest';
import { readCommand } from '../../../src/core/shell/reading.ts';

/** Text that a hostile or broken agent could send. The reading has to come back with something, and soon. */
it.each<[string, string]>([
  ['a megabyte of one word', 'x'.repeat(1_000_000)],
  ['a megabyte of a quoted word', `pytest '${'x'.repeat(1_000_000)}'`],
  ['100,000 arguments', `pytest ${'a '.repeat(100_000)}`],
  ['20,000 statements', 'ls;'.repeat(20_000)],
  ['a heredoc of a megabyte', `cat > x.py <<'EOF'\n${'x = 1\n'.repeat(160_000)}EOF\npytest`],
  ['10,000 parentheses', `${'('.repeat(10_000)}pytest${')'.repeat(10_000)}`],
  ['10,000 open parentheses', '('.repeat(10_000)],
  ['10,000 substitutions', `echo ${'$('.repeat(10_000)}pytest${')'.repeat(10_000)}`],
  ['10,000 backquotes', '`'.repeat(10_001)],
  ['$((((', `$${'('.repeat(2_000)}`],
  ['a NUL byte', 'pytest\0'],
  ['lone surrogates', 'pytest \ud800\udfff \udc00'],
  ['broken UTF-8 as it was decoded', `echo '\ufffd\ufffd' && pytest`],
  ['300 assignments', Array.from({ length: 300 }, (_, at) => `v${at}=a; echo $v${at}`).join(';')],
  ['2,000 pipes', Array.from({ length: 2_000 }, () => 'cat').join('|')],
  ['2,000 and-lists', `pytest${' && pytest'.repeat(2_000)}`],
  [
    'bash in bash in bash',
    Array.from({ length: 40 }, () => 0).reduce(
      (line) => `bash -c ${JSON.stringify(line)}`.slice(0, 200_000),
      'pytest',
    ),
  ],
  ['eval of eval', `${'eval '.repeat(3_000)}pytest`],
  ['wrappers of wrappers', `${'timeout 5 '.repeat(3_000)}pytest`],
  ['code of 50,000 parentheses', `python3 -c 'open(${'('.repeat(50_000)}'`],
  ['code of 20,000 calls', `python3 - <<'E'\n${'open(x, "w"); p = Path(a) / b\n'.repeat(7_000)}E`],
  ['code of one name', `python3 - <<'E'\n${'a'.repeat(190_000)}.write_text("x")\nE`],
  ['spaces in code', `python3 - <<'E'\nopen(${' '.repeat(190_000)}\nE`],
  ['loops in loops over words', `${'for i in 1 2 3 4; do '.repeat(12)}echo > $i; ${'done; '.repeat(12)}`],
  ['a function that calls itself', 'f() { f; f; }; f'],
  [
    '200 functions that call each other',
    Array.from({ length: 200 }, (_, at) => `f${at}() { f${at + 1}; f${at + 1}; }`).join(';'),
  ],
  ['deep braces', `echo ${'{a,'.repeat(200)}b${'}'.repeat(200)}`],
  ['many braces', `echo ${'{a,b}'.repeat(40)}`],
  [
    'names of Object',
    'npm run constructor; git __proto__; toString; cargo hasOwnProperty; npm run __proto__',
  ],
])('%s', (_, line) => {
  const begin = process.cpuUsage();
  const reading = readCommand(line);
  const { user } = process.cpuUsage(begin);
  expect(reading.line).toBe(line);
  // Seconds where a reading takes a millisecond: only a hang is meant.
  expect(user / 1_000_000).toBeLessThan(20);
});
