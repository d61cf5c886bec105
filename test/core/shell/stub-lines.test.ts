import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRoot, stubFindings } from './stub-lines/stubs.ts';

/** Lines as people and agents write them; each program becomes a stub, and one call at a time is made to fail. */
const lines: readonly string[] = [
  'cd app && pytest -q 2>&1 | tail -5',
  'pytest -q; echo "exit: $?"',
  'npm run lint && npm test || echo failed',
  'npm test > test.log 2>&1; rc=$?; tail -20 test.log; exit $rc',
  'go test ./... 2>&1 | grep FAIL | head; echo done',
  'go vet . && go test . | tee out.log; exit ${PIPESTATUS[0]}',
  'set -e\nnpm ci\nnpm run build\nnpm test\necho ok',
  'set -euo pipefail\ncargo fmt --check\ncargo clippy\ncargo test 2>&1 | tail -3',
  'rc=0; ruff check . || rc=1; mypy src || rc=1; pytest || rc=1; exit $rc',
  'for t in unit integration; do pytest -q tests; done',
  'for t in unit integration; do npx vitest run || exit 1; done; eslint .',
  'if npm test; then echo green; else echo red; exit 1; fi',
  'if ! make check; then cat build.log; fi; ls',
  'make build && make test &\nwait $!',
  'make test & sleep 1; wait',
  'out=$(pytest -q 2>&1); echo "$out" | tail -3',
  'out=$(pytest -q 2>&1) || { echo "$out"; exit 1; }; ruff .',
  'export OUT=$(mypy .); pytest',
  'timeout 60 npm test || { echo "timed out or failed"; exit 1; }',
  "bash -c 'npm run lint; npm test' && npm run build",
  "bash -ec 'npm run lint; npm test'; git status",
  'check() { ruff check . && mypy .; }; check && pytest',
  'check() { ruff check . || return 1; mypy .; }; check || exit 1; pytest',
  "trap 'rm -f tmp.db' EXIT; pytest -x",
  "trap 'exit 0' EXIT; pytest -x",
  'git stash && pytest; git stash pop',
  'git diff --quiet || git commit -am wip; pytest',
  'cat > x.py <<EOF\nprint(1)\nEOF\npython x.py && rm x.py',
  'python - <<EOF\nimport app\nEOF\necho ran',
  'test -d node_modules || npm ci; npm test',
  '[ -f Makefile ] && make test',
  '(cd web && npm test) && (cd api && pytest)',
  '(cd web && npm test); (cd api && pytest)',
  'npm test 2>&1 | tail -30 && npm run build | tail -3',
  'npm test; npm run build',
  'npm test && npm run build; true',
  '! grep -r TODO src && npm test',
  'xargs -n1 echo < list.txt; pytest',
  'n=0; until curl -s localhost; do n=$((n+1)); [ $n -ge 3 ] && exit 1; done; pytest',
  'case "$MODE" in fast) pytest -x;; *) pytest;; esac',
  './scripts/check.sh && ./scripts/test.sh | tail -1',
  'mvn -q test; [ $? -eq 0 ] && echo ok || exit 1',
  'tsc --noEmit; a=$?; eslint .; b=$?; exit $((a | b))',
  'tsc --noEmit && echo types ok; eslint . && echo lint ok; vitest run && echo tests ok',
  'failed=""; for p in a b c; do go build . || failed="$failed $p"; done; [ -z "$failed" ]',
];

describe('lines with stubs in place of their programs', () => {
  let sandbox: ReturnType<typeof openRoot>;
  beforeAll(() => {
    sandbox = openRoot();
  });
  afterAll(() => {
    sandbox.close();
  });

  it.each(lines.map((line) => [line] as const))('%j', async (line) => {
    const found = await stubFindings(line, sandbox.root);
    expect(found).not.toBeNull();
    expect(found?.findings.filter(({ kind }) => kind === 'contradiction')).toEqual([]);
  });

  it.each([
    ['a path above the sandbox', 'cat ../../x && pytest'],
    ['a redirection to an unknown place', 'pytest > $LOG'],
    ['a signal', 'pytest; kill 1'],
    ['a program that is not named', '$RUNNER test'],
    ['no program at all', 'cd app; echo x'],
  ])('%s is not run', async (_name, line) => {
    expect(await stubFindings(line, sandbox.root)).toBeNull();
  });
});
