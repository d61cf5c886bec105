import { describe, expect, it } from 'vitest';
import { gateScript } from '../../../src/core/plan/block.ts';
import { parsePlan } from '../../../src/core/plan/parse.ts';

const F = '```';
const gate = (command: string, line: number, context: readonly string[] = []) => ({ command, line, context });

/** step: title [gate commands] for each step. */
function outline(text: string): readonly string[] {
  return parsePlan(text).steps.map(
    ({ step, title, gates }) => `${step}: ${title} [${gates.map((one) => one.command).join(' | ')}]`,
  );
}

function errors(text: string): readonly string[] {
  return parsePlan(text).errors.map(({ line, message }) => `${line}: ${message}`);
}

function inBlock(lines: string, language = 'bash') {
  const plan = parsePlan(`## Step 1 — x\n${F}${language}\n${lines}\n${F}\n`);
  return { gates: plan.steps[0]?.gates, errors: plan.errors };
}

describe('a plan', () => {
  it('is steps with a scope and gate commands, each with its line', () => {
    const text = `# Plan\n\nIntro.\n\n## Step 1 — Store\nKeep keys.\n\n- sorted\n\n${F}bash\nnpm test\n${F}\n\nMore.\n\n## Notes\nnone\n## Step 2: Log\n${F}sh\na\n\nb\n${F}\n`;
    expect(parsePlan(text)).toEqual({
      steps: [
        {
          step: 1,
          title: 'Store',
          scope: 'Keep keys.\n\n- sorted\n\nMore.',
          gates: [gate('npm test', 11)],
          line: 5,
        },
        { step: 2, title: 'Log', scope: '', gates: [gate('a', 20), gate('b', 22)], line: 18 },
      ],
      errors: [],
    });
  });

  const block = `\n${F}bash\nt\n${F}\n`;
  const headings: readonly [string, string, readonly string[]][] = [
    ['em dash', `## Step 1 — A${block}`, ['1: A [t]']],
    ['en dash, no spaces', `## Step 1–A${block}`, ['1: A [t]']],
    ['hyphen', `## Step 1 - A - B${block}`, ['1: A - B [t]']],
    ['two hyphens', `## Step 1 -- A${block}`, ['1: A [t]']],
    ['minus sign', `## Step 1 − A${block}`, ['1: A [t]']],
    ['colon', `## Step 1: A${block}`, ['1: A [t]']],
    ['full-width digits and colon', `## Step １：存储${block}`, ['1: 存储 [t]']],
    ['other languages', `## Step 1 — Журнал записи ✓${block}`, ['1: Журнал записи ✓ [t]']],
    ['setext', `Step 1 — A\n---${block}`, ['1: A [t]']],
    ['closing hashes', `## Step 1 — A ##${block}`, ['1: A [t]']],
    ['marked up', `## **Step 1** — \`kv\` [store](x)${block}`, ['1: kv store [t]']],
    ['lower case', `## step 1 — A${block}`, ['1: A [t]']],
    ['level 3 where no step is of level 2', `## Plan\n### Step 1 — A${block}`, ['1: A [t]']],
    ['level 3 inside a step of level 2 is part of it', `## Step 1 — A\n### Step 1 — B${block}`, ['1: A [t]']],
    ['byte order mark and CRLF', `\uFEFF## Step 1 — A${block}`.replaceAll('\n', '\r\n'), ['1: A [t]']],
    ['a comment is no step', `<!--\n\n## Step 1 — A\n\n-->\n## Step 1 — B${block}`, ['1: B [t]']],
    ['a heading in a fence is no step', `${F}md\n## Step 1 — A\n${F}\n## Step 1 — B${block}`, ['1: B [t]']],
    ['steps in any order are sorted', `## Step 2 — B${block}## Step 1 — A${block}`, ['1: A [t]', '2: B [t]']],
    ['a number twice is one step', `## Step 1 — A${block}## Step 1 — B${block}`, ['1: A [t | t]']],
    ['a section of the same level ends the step', `## Step 1 — A${block}## Later${block}`, ['1: A [t]']],
    ['a section of a lower level ends the step', `## Step 1 — A${block}# Later${block}`, ['1: A [t]']],
    ['step zero is none', `## Step 0 — A${block}## Step 1 — B${block}`, ['1: B [t]']],
    ['a heading that is almost right still binds', `## Step 3. A${block}`, ['3: A [t]']],
    ['a part of a step is none', `## Step 1.2 — A${block}`, []],
  ];
  it.each(headings)('%s', (_name, text, expected) => {
    expect(outline(text)).toEqual(expected);
  });

  const fences: readonly [string, string, readonly string[]][] = [
    ['tildes', '## Step 1 — A\n~~~sh\nt\n~~~\n', ['1: A [t]']],
    ['an indented fence', '## Step 1 — A\n   ```bash\n   t\n   ```\n', ['1: A [t]']],
    ['nested lists', `## Step 1 — A\n- x\n  1. y\n\n     ${F}bash\n     t\n     ${F}\n`, ['1: A [t]']],
    ['in a quotation', `## Step 1 — A\n> ${F}bash\n> t\n> ${F}\n`, ['1: A [t]']],
    ['words after the language', `## Step 1 — A\n${F}bash title="x"\nt\n${F}\n`, ['1: A [t]']],
    ['other languages are scope', `## Step 1 — A\n${F}python\nt\n${F}\n${F}\nu\n${F}\n`, ['1: A []']],
    ['indented code is scope', '## Step 1 — A\n\n    t\n', ['1: A []']],
    [
      'a longer fence holds a shorter one',
      "## Step 1 — A\n````bash\necho '```'\n````\n",
      ["1: A [echo '```']"],
    ],
  ];
  it.each(fences)('%s', (_name, text, expected) => {
    expect(outline(text)).toEqual(expected);
  });
});

describe('a block', () => {
  const rows: readonly [string, string, string, readonly ReturnType<typeof gate>[]][] = [
    ['each statement is a gate', 'bash', 'a\nb; c', [gate('a', 3), gate('b', 4), gate('c', 4)]],
    ['comments are none', 'bash', '# x\na # y\n', [gate('a', 4)]],
    ['a continued line is one', 'bash', 'a \\\n  -b\nc', [gate('a \\\n  -b', 3), gate('c', 5)]],
    ['an and-list is one', 'bash', 'a && b | c', [gate('a && b | c', 3)]],
    [
      'a here-document is one',
      'bash',
      "python - <<'E' && b\nx = 1\nE\nc",
      [gate("python - <<'E' && b\nx = 1\nE", 3), gate('c', 6)],
    ],
    ['a loop is one', 'bash', 'for i in 1 2; do\n  t $i\ndone', [gate('for i in 1 2; do\n  t $i\ndone', 3)]],
    [
      'cd, export and activate are context',
      'bash',
      'cd app\na\nexport A=b\nsource venv/bin/activate\nb',
      [gate('a', 4, ['cd app']), gate('b', 7, ['cd app', 'export A=b', 'source venv/bin/activate'])],
    ],
    ['another source is a gate', 'bash', 'source ./check.sh', [gate('source ./check.sh', 3)]],
    ['an assignment is context', 'bash', 'P=1\na $P', [gate('a $P', 4, ['P=1'])]],
    ['a command with its own variable is a gate', 'bash', 'P=1 a', [gate('P=1 a', 3)]],
    ['prompts are dropped', 'bash', '$ a\n$ b', [gate('a', 3), gate('b', 4)]],
    [
      'output in a session is no command',
      'console',
      '$ a\n3 passed\n$ b \\\n> -c\nok',
      [gate('a', 3), gate('b \\\n-c', 5)],
    ],
    ['a console block without prompts', 'console', 'a\nb', [gate('a', 3), gate('b', 4)]],
    ['a dollar inside a here-document stays', 'bash', 'cat <<E\n$ a\nE', [gate('cat <<E\n$ a\nE', 3)]],
    ['a background statement keeps its sign', 'bash', 'a &\nb', [gate('a &', 3), gate('b', 4)]],
  ];
  it.each(rows)('%s', (_name, language, text, expected) => {
    expect(inBlock(text, language)).toEqual({ gates: expected, errors: [] });
  });

  const scripts: readonly [string, readonly string[], string][] = [
    ['a', [], 'a'],
    ['a', ['cd app', 'export A=b'], 'cd app && export A=b && a'],
    ['a && b', ['cd app'], 'cd app && a && b'],
    ['a || b', ['cd app'], 'cd app && {\na || b\n}'],
    ['a &', ['cd app'], 'cd app && {\na &\n}'],
    ['cat <<E\nx\nE', ['cd app'], 'cd app && cat <<E\nx\nE'],
    ['for i in 1; do\na\ndone', ['cd app'], 'cd app && for i in 1; do\na\ndone'],
  ];
  it.each(scripts)('%s with context is one script', (command, context, expected) => {
    expect(gateScript({ command, context })).toBe(expected);
  });
});

it('a plan of hostile shape is read in no time, and never throws', () => {
  const shapes = [
    '> '.repeat(5000),
    '['.repeat(5000),
    '*a_'.repeat(5000),
    '`'.repeat(5000),
    '('.repeat(5000),
    '<'.repeat(5000),
  ];
  for (const shape of shapes) {
    expect(parsePlan(`## Step 1 — ${shape}\n`).errors).not.toEqual([]);
    expect(parsePlan(`## Step 1 — A\n${F}bash\n${shape}\n`).errors).not.toEqual([]);
  }
});

describe('errors carry their line', () => {
  const block = `${F}bash\nt\n${F}\n`;
  const rows: readonly [string, string, readonly string[]][] = [
    [
      'a step without gate commands',
      '\n## Step 1 — A\nx\n',
      ['2: Step 1 has no gate command: it can never be accepted; add a `bash` block'],
    ],
    [
      'a number twice',
      `## Step 1 — A\n${block}## Step 1 — B\n${block}`,
      ['5: Step 1 stands twice, first in line 1'],
    ],
    [
      'a gap',
      `## Step 1 — A\n${block}## Step 3 — B\n${block}`,
      ['5: a gap: Step 3 stands where Step 2 is expected'],
    ],
    ['the first is missing', `## Step 2 — A\n${block}`, ['1: a gap: Step 2 stands where Step 1 is expected']],
    [
      'out of order',
      `## Step 1 — A\n${block}## Step 3 — B\n${block}## Step 2 — C\n${block}`,
      ['5: a gap: Step 3 stands where Step 2 is expected', '9: Step 2 stands behind Step 3'],
    ],
    [
      'a number below 1',
      `## Step 0 — A\n${block}## Step 1 — B\n${block}`,
      [
        '1: "Step 0 — A" is not taken as a step: steps are headings of level 2 (or all of level 3), `Step N — Title`, numbered from 1',
      ],
    ],
    [
      'no valid shell',
      `## Step 1 — A\n${block}\n${F}bash\na\nif true\n${F}\n`,
      ["8: no valid shell: expected 'then' at offset 9"],
    ],
    [
      'an unclosed fence',
      `## Step 1 — A\n${F}bash\nt\n\n## Step 2 — B\n`,
      ['2: the fence that begins here is never closed'],
    ],
    [
      'a fence closed by a shorter one',
      '## Step 1 — A\n````bash\nt\n```\n',
      [
        '1: Step 1 has no gate command: it can never be accepted; add a `bash` block',
        '2: the fence that begins here is never closed',
        '4: no valid shell: unterminated backtick at offset 4',
      ],
    ],
    [
      'an unclosed comment',
      `## Step 1 — A\n${block}<!-- x\n\n## Step 2 — B\n`,
      ['5: the comment that begins here is never closed'],
    ],
    [
      'an unclosed here-document',
      `## Step 1 — A\n${F}bash\ncat <<E\nx\n${F}\n`,
      ['3: a here-document that begins here is never closed'],
    ],
    [
      'a heading that is almost right',
      `## Step 1) A\n${block}`,
      ['1: "Step 1) A" is no step heading as it should be: write `Step 1 — Title`'],
    ],
    [
      'a heading of level 1',
      `# Step 1 — A\n${block}`,
      [
        '1: "Step 1 — A" is not taken as a step: steps are headings of level 2 (or all of level 3), `Step N — Title`, numbered from 1',
        '1: no step found: a step is a heading such as `## Step 1 — Title`',
      ],
    ],
    [
      'nested beyond reason',
      `## Step 1 — A\n${block}${'- '.repeat(40)}x\n`,
      ['5: nested too deeply to be read'],
    ],
    ['a ruled line is no nesting', `## Step 1 — A\n${block}${'-'.repeat(80)}\n${'* '.repeat(40)}\n`, []],
    ['nothing', '', ['1: no step found: a step is a heading such as `## Step 1 — Title`']],
    ['a heading with the word alone is no mistake', `# Steps\n## Step by step\n## Step 1 — A\n${block}`, []],
  ];
  it.each(rows)('%s', (_name, text, expected) => {
    expect(errors(text)).toEqual(expected);
  });
});
