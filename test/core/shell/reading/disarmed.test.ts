import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../../src/core/shell/reading.ts';
import { filesOf } from '../inner/files-of.ts';

describe('what looks like a check and is none', () => {
  it.each<[string, string]>([
    ['NODE_TEST_CONTEXT=child-v8 node --test f', 'NODE_TEST_CONTEXT=child-v8'],
    ['PYTEST_ADDOPTS=--collect-only pytest', 'PYTEST_ADDOPTS=--collect-only'],
    ['export PYTEST_ADDOPTS=--co; pytest', 'PYTEST_ADDOPTS=--co'],
    ['env PYTEST_ADDOPTS=--co timeout 5 pytest', 'PYTEST_ADDOPTS=--co'],
    ['PYTEST_ADDOPTS=--co npm test', 'PYTEST_ADDOPTS=--co'],
    ["PYTEST_ADDOPTS=--co bash -c 'pytest'", 'PYTEST_ADDOPTS=--co'],
    ['NODE_OPTIONS=--require=./fake.js npm test', 'NODE_OPTIONS=--require=./fake.js'],
    ['PYTHONOPTIMIZE=1 pytest', 'PYTHONOPTIMIZE=1'],
    ['GOFLAGS=-run=^$ go test ./...', 'GOFLAGS=-run=^$'],
    ['MAKEFLAGS=-n make test', 'MAKEFLAGS=-n'],
    [
      'NODE_OPTIONS="$NODE_OPTIONS --import ./fake.mjs" npm test',
      'NODE_OPTIONS="$NODE_OPTIONS --import ./fake.mjs"',
    ],
    ['npm_config_script_shell=/bin/true npm test', 'npm_config_script_shell=/bin/true'],
    ['LD_PRELOAD=./x.so pytest', 'LD_PRELOAD=./x.so'],
    ['MAVEN_ARGS=-DskipTests mvn test', 'MAVEN_ARGS=-DskipTests'],
    ['pytest() { true; }; pytest', 'pytest() { ... }'],
    ["eval 'pytest() { true; }'; pytest", 'pytest() { ... }'],
    ['alias pytest=true\npytest', 'alias pytest=true'],
    ['hash -p /bin/true pytest; pytest', 'hash -p /bin/true pytest'],
    ['PATH=./fake:$PATH pytest', 'PATH=./fake:$PATH'],
    ['PATH="$PWD/fake:$PATH" pytest', 'PATH="$PWD/fake:$PATH"'],
    ['export PATH=/tmp/fake:$PATH; cd x && mypy .', 'export PATH=/tmp/fake:$PATH'],
    ['pytest --co', '--co'],
  ])('%j: %s', (line, why) => {
    const reading = readCommand(line);
    expect({
      why: reading.commands.find((command) => command.disarmed !== null)?.disarmed,
      executes: reading.executes,
      worth: reading.ifExitZero,
    }).toEqual({ why, executes: false, worth: 'none' });
  });

  it.each([
    'PYTEST_ADDOPTS="-p no:cacheprovider -m smoke" pytest',
    'NODE_OPTIONS="--import tsx" mocha',
    'NODE_OPTIONS=--require=ts-node/register mocha',
    'RUBYOPT=-W0 rspec',
    'JAVA_TOOL_OPTIONS=-javaagent:jacoco.jar mvn test',
    'CI=1 PYTHONPATH=src pytest',
    'PYTEST_ADDOPTS="-v --tb=short" pytest',
    'NODE_OPTIONS=--max-old-space-size=4096 npm test',
    'NODE_OPTIONS=--experimental-vm-modules npx jest',
    'GOFLAGS=-mod=mod go test ./...',
    'MIX_ENV=test mix test',
    'export PATH="$HOME/.cargo/bin:$PATH" && cargo test',
    'export PATH=$PATH:/usr/local/go/bin; go test ./...',
    'PATH=./node_modules/.bin:$PATH vitest run',
    'export PATH="$(go env GOPATH)/bin:$PATH"; go test ./...',
    'PATH=.venv/bin:$PATH pytest',
    'export PATH="$JAVA_HOME/bin:$PATH"; mvn test',
    'source .venv/bin/activate && pytest',
    'run() { pytest -q; }; run',
    'pytest() { command pytest -q "$@"; }; pytest',
    'alias ll="ls -l"\npytest',
    'pytest && export PYTEST_ADDOPTS=--co',
  ])('%j is an honest run', (line) => {
    expect(readCommand(line)).toMatchObject({ executes: true, ifExitZero: 'green' });
  });

  it('a folder of the project in front of PATH counts only if a program of that name lies there', () => {
    const project = filesOf({ 'tools/pytest': '', 'app/bin/mypy': '' });
    const executes = (line: string) => readCommand(line, { project }).executes;
    expect(executes('PATH=./tools:$PATH pytest')).toBe(false);
    expect(executes('PATH=./tools:$PATH .venv/bin/pytest')).toBe(true);
    expect(executes('PATH="$PWD/tools:$PATH" npm test')).toBe(true);
    expect(executes('export PATH=$PWD/bin:$PATH; pytest')).toBe(true);
    expect(readCommand('cd app; export PATH=./bin:$PATH; mypy .', { project }).commands.at(-1)?.class).toBe(
      'inert',
    );
  });
});
