// What runs a written file directly, where the project itself names no command.
import { fileKind } from './code-files.ts';

const RUNNERS: Readonly<Record<string, string | undefined>> = {
  py: 'python3',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'npx tsx',
  mts: 'npx tsx',
  rb: 'ruby',
  php: 'php',
  pl: 'perl',
  lua: 'lua',
  sh: 'bash',
  bash: 'bash',
};
/** Languages whose files do not run one by one. */
const TESTED: Readonly<Record<string, string | undefined>> = {
  go: 'go test ./...',
  rs: 'cargo test',
  ex: 'mix test',
  exs: 'mix test',
  swift: 'swift test',
  cs: 'dotnet test',
};

/** A command that executes one of the files, a source before a test and the last one first; null: none is known. */
export function directCommand(paths: readonly string[]): string | null {
  const lastFirst = [...paths].reverse();
  const sources = lastFirst.filter((path) => fileKind(path) === 'source');
  for (const path of [...sources, ...lastFirst]) {
    const ending = path.slice(path.lastIndexOf('.') + 1);
    const runner = RUNNERS[ending];
    if (runner !== undefined) return `${runner} ${quoted(path)}`;
    const tested = TESTED[ending];
    if (tested !== undefined) return tested;
  }
  return null;
}

function quoted(path: string): string {
  return /^[\w./@+-]+$/.test(path) && !path.startsWith('-') ? path : `'./${path.replaceAll("'", `'\\''`)}'`;
}
