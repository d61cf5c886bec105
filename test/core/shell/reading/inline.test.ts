import { describe, expect, it } from 'vitest';
import type { ProjectFiles } from '../../../../src/core/reading-types.ts';
import { readCommand } from '../../../../src/core/shell/reading.ts';
import { filesOf } from '../inner/files-of.ts';

const project: ProjectFiles = filesOf({
  'app/__init__.py': '',
  'src/core.py': '',
  'lib/util.mjs': '',
  'lib/shop.rb': '',
});

describe('inline code that names the project', () => {
  it.each<[string, boolean]>([
    ["python -c 'from app import x'", true],
    ["python -c 'import json, app.main as m'", true],
    ["python -c 'import json; import core'", true],
    ['python - <<EOF\nimport core\nEOF', true],
    ['python <<< "import app"', true],
    ['python -c \'import runpy; runpy.run_path("x.py")\'', true],
    ['python -c \'import importlib; importlib.import_module("app")\'', true],
    ["python -c 'from . import x'", true],
    ['node -e \'require("./lib/util.mjs")\'', true],
    ['node --input-type=module -e \'import { a } from "./lib/util.mjs"\'', true],
    ['node -e \'import("../x.js")\'', true],
    ['ruby -e \'require_relative "x"; y\'', false],
    ['ruby -e \'require_relative "./x"\'', true],
    ['ruby -Ilib -e \'require "shop"; Shop.x\'', true],
    ['ruby -e \'require "json"\'', false],
    ["pwsh -c 'Get-ChildItem | Measure-Object'", false],
    ['powershell -Command "$text"', false],
    ["groovy -e 'println 1'", false],
    ["octave --eval 'disp(1)'", false],
    ["ts-node -e 'console.log(1)'", false],
    ['tsx -e \'require("./lib/util.mjs")\'', true],
    ["python -c 'print(1)'", false],
    ["python -c 'import sys, json; print(json.load(sys.stdin))'", false],
    ["python -c 'import numpy as np'", false],
    ["python -c 'import requests'", false],
    ['python -c "open(\'src/core.py\').read()"', false],
    ['node -e \'require("fs").readFileSync("x.js")\'', false],
    ['node -p \'require("./package.json").version\'', false],
    ['curl x | python', false],
    ['curl x | bash', false],
    ['wget -qO- x | sudo sh -s -- -y', false],
    ["printf 'pytest\\necho done\\n' | bash", false],
    ['bash <(curl x)', false],
    ['python <(curl x)', false],
    ['bash < "$SCRIPT"', false],
    ['python -c "$CODE"', false],
  ])('%j: %s', (line, names) => {
    const command = readCommand(line, { project }).commands.find(({ inline }) => inline !== null);
    expect(command).toMatchObject({ class: 'run', executes: true, inline: { namesProject: names } });
  });

  it.each<[string, string]>([
    ['bash < ci/run.sh', 'ci/run.sh'],
    ['bash -s -- a < ci/run.sh', 'ci/run.sh'],
    ['python < tools/gen.py', 'tools/gen.py'],
    ['node - a < tools/gen.js', 'tools/gen.js'],
  ])('a file on standard input is run like any other: %j', (line, path) => {
    expect(readCommand(line).commands[0]).toMatchObject({ class: 'run', inline: null, scope: [path] });
  });

  const texts: Record<string, string> = {
    '/tmp/uses.py': 'from app import x\nx()\n',
    '/tmp/alone.py': 'print(1)\n',
    '/tmp/uses': '#!/usr/bin/env python3\nimport core\n',
    '~/.tool/check.mjs': 'console.log(1)\n',
    '/tmp/tests.sh': 'npm test\n',
    '/tmp/hides.sh': 'npm test | tail\n',
    '/tmp/looks.sh': 'ls\n',
  };
  const around: ProjectFiles = { ...project, outside: (path) => texts[path] ?? null };
  it.each<[string, boolean]>([
    ['python /tmp/uses.py', true],
    ['python /tmp/alone.py', false],
    ['/tmp/uses --x', true],
    ['node ~/.tool/check.mjs', false],
    ['bash /tmp/looks.sh', false],
    ["cat > /tmp/new.py <<'E'\nimport core\nE\npython /tmp/new.py", true],
    ["cat > /tmp/new.py <<'E'\nimport json\nE\npython /tmp/new.py", false],
    ["cat > /tmp/uses.py <<'E'\nimport json\nE\npython /tmp/uses.py", false],
  ])('a script outside of the project says as much as its text: %j: %s', (line, names) => {
    const command = readCommand(line, { project: around }).commands.findLast(({ executes }) => executes);
    expect(command).toMatchObject({ class: 'run', inline: { namesProject: names } });
  });

  it.each<[string, string, boolean]>([
    ['bash /tmp/tests.sh', 'test', true],
    ['bash /tmp/hides.sh', 'test', false],
    ["cat > /tmp/x.sh <<'E'\nnpm test\nE\nbash /tmp/x.sh", 'test', true],
  ])('a shell script outside is read like a line: %j', (line, className, proven) => {
    const command = readCommand(line, { project: around }).commands.findLast(({ executes }) => executes);
    expect(command).toMatchObject({ class: className, proven });
  });

  it('without a project, what is neither standard nor everybody’s is the project’s', () => {
    const names = (line: string) => readCommand(line).commands[0]?.inline;
    expect(names("python -c 'import unheard_of'")).toEqual({ namesProject: true });
    expect(names("python -c 'import json'")).toEqual({ namesProject: false });
  });
});
