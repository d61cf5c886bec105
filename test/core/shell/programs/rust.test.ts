import { describe, expect, it } from 'vitest';
import { readAs } from './read-as.ts';

const rows: readonly [line: string, as: string][] = [
  ['cargo llvm-cov report', 'disarmed'],
  ['cargo test', 'test'],
  ['cargo t wal', 'test'],
  ['cargo +nightly test', 'test'],
  ['cargo test --no-run', 'disarmed'],
  ['cargo test -- --list', 'disarmed'],
  ['cargo -V test', 'inert'],
  ['cargo nextest run', 'test'],
  ['cargo nextest list', 'inert'],
  ['cargo run -- x', 'run'],
  ['cargo run -- --help', 'inert'],
  ['cargo build', 'check'],
  ['cargo check', 'check'],
  ['cargo clippy -- -D warnings', 'check'],
  ['cargo fmt', 'inert'],
  ['cargo fmt --check', 'check'],
  ['cargo add x', 'inert'],
  ['cargo llvm-cov nextest', 'test'],
  ['cargo xtask test', 'test'],
  ['rustc x.rs', 'check'],
];

describe('rust', () => {
  it.each(rows)('%s', (line, as) => {
    expect(readAs(line)).toBe(as);
  });
});
