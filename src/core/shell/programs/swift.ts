import { each, INERT, is, options, row } from './rows.ts';
import type { Row, Rule } from './types.ts';

const SWIFT_TEST: Rule = is('test', {
  key: 'swift',
  valued: options(
    '--package-path --configuration -c --scratch-path --build-path --num-workers --xunit-output -j --sanitize -Xswiftc -Xcc -Xlinker --triple',
  ),
  narrow: options('--filter --skip --specifier -s --test-product'),
  disarm: options('list -l --list-tests --show-codecov-path --show-coverage-path'),
});

export const swift: readonly Row[] = [
  row(
    'swift',
    is('run', {
      sub: {
        test: SWIFT_TEST,
        build: is('check'),
        run: is('run'),
        package: INERT,
        format: is('inert', {
          decide: ({ operands }) => ({ kind: 'does', class: operands[0] === 'lint' ? 'check' : 'inert' }),
        }),
        '*': is('run', {
          decide: ({ words }, { name }) => ({ kind: 'file', path: name, shell: false, arguments: words }),
        }),
        '': is('run'),
      },
    }),
  ),
  row('swiftc', is('check')),
  row(
    'xcodebuild',
    is('check', {
      decide: ({ words }) => {
        if (
          words.some(
            (word) =>
              word !== null &&
              /^-(list|version|showsdks|showBuildSettings|showdestinations|help|enumerate-tests)$/.test(word),
          )
        )
          return { kind: 'does', class: 'inert' };
        if (words.includes('test') || words.includes('test-without-building'))
          return {
            kind: 'does',
            class: 'test',
            key: 'xcodebuild',
            scope: words.filter((word): word is string => word?.startsWith('-only-testing') === true),
          };
        return { kind: 'does', class: words.includes('clean') && words.length === 1 ? 'inert' : 'check' };
      },
    }),
  ),
  row('xctest xctool', is('test')),
  row(
    'fastlane scan',
    is('run', { decide: ({ operands }) => ({ kind: 'task', names: operands.slice(-1) }) }),
  ),
  row(
    'swiftlint swiftformat-lint',
    is('check', { sub: { ...each('rules version', INERT), '*': is('check'), '': is('check') } }),
  ),
  row(
    'swiftformat swift-format',
    is('inert', {
      decide: ({ words }) => ({
        kind: 'does',
        class: words.some((word) => word === '--lint' || word === 'lint' || word === '--dryrun')
          ? 'check'
          : 'inert',
      }),
    }),
  ),
  row('xcpretty xcbeautify xcrun-simctl simctl xcode-select pod carthage mint tuist-edit', INERT),
  row(
    'xcrun',
    is('inert', {
      decide: ({ words }) =>
        words[0] === 'simctl' || words[0]?.startsWith('-') === true ? null : { kind: 'command', words },
    }),
  ),
];
