// Other versions and options of the runners than those of fixtures.test.ts: where their words have another shape.
import type { TestReport } from '../../src/core/types.ts';
import { counted } from './expected.ts';

/** Fixture, program, report; last, where it differs, the report when the program is not known. */
export const VERSIONS: readonly (readonly [string, string, TestReport, TestReport?])[] = [
  ['pytest-6.2/very-quiet-syntax', 'pytest', counted(0, 1, 0, ['test_s.py'])],
  ['pytest-7.4/fails-and-teardown', 'pytest', counted(0, 2, 0, ['test_t.py::test_a'])],
  ['pytest-7.4/no-python-file', 'pytest', counted(1, 1, 0, ['test_simple.yaml::bad one'])],
  ['pytest-7.4/space-in-path', 'pytest', counted(1, 1, 0, ['my tests/test_sp.py::test_x'])],
  ['pytest-7.4/xdist-crash', 'pytest', counted(2, 1, 0, ['test_x.py::test_b'])],
  [
    'pytest-8.4/count-red',
    'pytest',
    counted(1, 9, 0, [
      'test_b.py::test_sum',
      'test_b.py::test_text[a - b]',
      'test_b.py::test_text[x [y] z]',
      'test_b.py::test_text[\\xe9::\\xfc]',
      'test_b.py::test_text[]',
      'test_b.py::test_text[C:\\\\dir]',
      'test_b.py::test_text[line\\nbreak]',
      'test_b.py::TestCls::test_meth',
      'test_b.py::test_setup',
    ]),
  ],
  ['pytest-8.4/no-list-quiet', 'pytest', counted(1, 9, 0, [], 'incomplete')],
  ['pytest-8.4/quotes-quiet-s', 'pytest', counted(1, 1, 0, ['test_l.py::test_bad'])],
  ['pytest-8.4/quotes-quiet', 'pytest', counted(1, 1, 0, ['test_l.py::test_bad'])],
  ['pytest-8.4/quotes', 'pytest', counted(1, 1, 0, ['test_l.py::test_bad'])],
  [
    'pytest-8.4/xdist-verbose-red',
    'pytest',
    counted(1, 9, 0, [
      'test_b.py::test_sum',
      'test_b.py::test_text[a - b]',
      'test_b.py::test_text[\\xe9::\\xfc]',
      'test_b.py::test_text[x [y] z]',
      'test_b.py::test_text[]',
      'test_b.py::test_text[line\\nbreak]',
      'test_b.py::test_text[C:\\\\dir]',
      'test_b.py::TestCls::test_meth',
      'test_b.py::test_setup',
    ]),
  ],
  ['pytest-9.2/keyboard-interrupt', 'pytest', counted(1, 0, 0)],
  ['pytest-9.2/subtests', 'pytest', counted(1, 3, 0, ['test_s.py::test_subs'])],
  [
    'pytest-9.2/times-red',
    'pytest',
    counted(1, 9, 0, [
      'test_b.py::test_sum',
      'test_b.py::test_text[a - b]',
      'test_b.py::test_text[x [y] z]',
      'test_b.py::test_text[\\xe9::\\xfc]',
      'test_b.py::test_text[]',
      'test_b.py::test_text[C:\\\\dir]',
      'test_b.py::test_text[line\\nbreak]',
      'test_b.py::TestCls::test_meth',
      'test_b.py::test_setup',
    ]),
  ],
];
