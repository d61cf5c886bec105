import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Proof } from '../../../../src/core/shell/implies/index.ts';
import { proveLine } from '../../../../src/core/shell/implies/index.ts';
import { BUILTINS } from '../../../../src/core/shell/implies/names.ts';
import { literalText } from '../../../../src/core/shell/nested.ts';
import type { Command } from '../../../../src/core/shell/parse.ts';
import { parseLine } from '../../../../src/core/shell/parse.ts';

/** A line that may be run with stubs in place of its programs, and the programs that are told apart. */
export type StubLine = { line: string; names: readonly string[]; checks: readonly Check[] };

/** One program call of a line: `key` is what its stub sees. */
export type Check = { key: string; proof: Proof };

export type Finding = {
  line: string;
  key: string;
  kind: 'contradiction' | 'maybe missed';
  status: number | null;
};

// Lines with these are not run: they act outside of the sandbox, or on processes.
const UNSAFE =
  /\b(kill|exec|enable|ulimit|suspend|disown|fg|bg|umask|bind|eval|source|set -m|mount|PATH)\b|\/dev\/(tcp|udp|sd|hd|mem)|(^|[;&|({\n])\s*\.\s+[^\s|;&)]|>\s*["']?[$~]|(?<![.\w])\.\.(?![.\w])|BASH_ENV|~\w/;

/** Programs that are themselves: they run other commands of the line, which are stubs. */
const REAL = ['bash', 'sh', 'env', 'timeout', 'nice', 'xargs'];

/** Absolute paths of a line, moved into the sandbox. */
const moved = (line: string, root: string) =>
  line.replace(/(?<![\w.$})*~:/-])\/(?!dev\/(null|stdout|stderr|stdin)\b)(?=[\w@.])/g, `${root}/`);

/** Prepares a line; null: it is not safe, does not parse, or runs no program that can be told apart. */
export function stubLine(line: string, root: string): StubLine | null {
  if (UNSAFE.test(line) || line.length > 4000) return null;
  const text = moved(line, root);
  const parsed = parseLine(text);
  if (!parsed.parsed) return null;
  const calls = new Map<string, { count: number; proof: Proof }>();
  const names = new Set<string>();
  for (const [command, proof] of proveLine(parsed, { pipefail: true })) {
    const call = callOf(command);
    if (call === null) continue;
    if (call.name === null) return null;
    names.add(call.name);
    if (call.inner !== undefined) names.add(call.inner);
    if (call.key === null || (REAL.includes(call.name) && call.inner === undefined)) continue;
    calls.set(call.key, { count: (calls.get(call.key)?.count ?? 0) + 1, proof });
  }
  const checks = [...calls]
    .filter(([, { count }]) => count === 1)
    .map(([key, { proof }]) => ({ key, proof }));
  return checks.length === 0 ? null : { line: text, names: [...names], checks };
}

/** The program that a command starts; `key` null: its arguments are not known. */
function callOf(command: Command): { name: string | null; key: string | null; inner?: string } | null {
  if (command.name === undefined) return null;
  const name = literalText(command.name);
  if (name === null || (name.includes('/') && !/^(\.\/)?[\w.-]+(\/[\w.-]+)*$/.test(name)))
    return { name: null, key: null };
  if (BUILTINS.has(name)) return null;
  const words = command.args.map((word) => (word.type === 'Word' ? literalText(word) : word.text));
  const isKnown = words.every((word) => word !== null && !/[\n~*?[{]/.test(word));
  const [limit, inner] = words;
  if (name === 'timeout' && isKnown && /^\d+$/.test(limit ?? '') && inner != null && !REAL.includes(inner)) {
    return { name, inner, key: words.slice(1).join(' ') };
  }
  return { name, key: isKnown ? [name, ...words].join(' ') : null };
}

const STUB = `#!/bin/sh
key="$0"
case $key in "$STUBS"/*) key=\${key#"$STUBS"/} ;; esac
for word; do key="$key $word"; done
printf '%s\\0' "$key" >> "$STUBLOG"
if [ -p /dev/stdin ]; then while read -r line; do :; done; fi
echo out
[ "$key" != "$STUBFAIL" ]
`;

const REAL_FOLDERS = ['/usr/bin', '/bin'];

/** Runs a prepared line once; `failing` is the call that is made to fail, '' for none. */
export async function runStubbed(
  stub: StubLine,
  failing: string,
  root: string,
): Promise<{ status: number | null; ran: ReadonlySet<string> }> {
  const bin = join(root, 'stubs');
  const home = join(root, 'work');
  const log = join(root, 'log');
  rmSync(bin, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
  mkdirSync(bin);
  mkdirSync(home);
  writeFileSync(log, '');
  for (const name of stub.names) place(name, bin, home);
  for (const match of stub.line.matchAll(/\b(?:cd|pushd)\s+["']?([\w@./-]+)/g)) {
    const target = match[1] ?? '';
    if (target.startsWith(`${root}/`) || !target.startsWith('/'))
      mkdirSync(join(target.startsWith('/') ? '/' : home, target), { recursive: true });
  }
  const status = await run(stub.line, home, {
    PATH: bin,
    HOME: home,
    STUBS: bin,
    STUBLOG: log,
    STUBFAIL: failing,
    TMPDIR: home,
  });
  return {
    status,
    ran: new Set(
      readFileSync(log, 'utf8')
        .split('\0')
        .map((key) => key.replace(/^\.\//, '')),
    ),
  };
}

function place(name: string, bin: string, home: string): void {
  const path = name.includes('/') ? join(home, name) : join(bin, name);
  mkdirSync(dirname(path), { recursive: true });
  if (REAL.includes(name)) {
    for (const folder of REAL_FOLDERS) {
      try {
        symlinkSync(join(folder, name), path);
      } catch {
        // It is there already.
      }
    }
    return;
  }
  writeFileSync(path, STUB);
  chmodSync(path, 0o755);
}

function run(line: string, directory: string, environment: Record<string, string>): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn('/bin/bash', ['-o', 'pipefail', '-c', line], {
      cwd: directory,
      env: environment,
      stdio: 'ignore',
      detached: true,
    });
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group has ended.
      }
    };
    const timer = setTimeout(kill, 3000);
    child.on('close', (code) => {
      clearTimeout(timer);
      kill();
      resolve(code);
    });
  });
}

/** Runs a line with nothing failing and with each of its calls failing, and compares with the reading. */
export async function stubFindings(
  line: string,
  root: string,
): Promise<{ runs: number; findings: readonly Finding[] } | null> {
  const stub = stubLine(line, root);
  if (stub === null) return null;
  const findings: Finding[] = [];
  const add = (key: string, kind: Finding['kind'], status: number | null) =>
    findings.push({ line, key, kind, status });
  const plain = await runStubbed(stub, '', root);
  for (const { key, proof } of stub.checks) {
    const isProven = proof.proven && proof.assumption === null;
    if (isProven && plain.status === 0 && !plain.ran.has(key.replace(/^\.\//, '')))
      add(key, 'contradiction', 0);
    const failed = await runStubbed(stub, key, root);
    const hasRun = failed.ran.has(key.replace(/^\.\//, ''));
    if (isProven && failed.status === 0) add(key, 'contradiction', 0);
    if (!proof.proven && hasRun && plain.status === 0 && failed.status !== 0 && failed.status !== null)
      add(key, 'maybe missed', failed.status);
  }
  return { runs: stub.checks.length + 1, findings };
}

/** A folder deep enough that `..` stays in it. */
export function openRoot(): { root: string; close: () => void } {
  const base = mkdtempSync(join(tmpdir(), 'stub-lines-'));
  const root = join(base, 'a', 'b', 'c', 'd');
  mkdirSync(root, { recursive: true });
  return { root, close: () => rmSync(base, { recursive: true, force: true }) };
}
