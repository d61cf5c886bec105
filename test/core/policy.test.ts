import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, levelOf } from '../../src/core/policy.ts';
import { UserError } from '../../src/core/user-error.ts';
import { policyFromToml } from '../../src/io/policy-file.ts';

describe('donegate.toml', () => {
  it('needs no file', () => expect(policyFromToml(null)).toEqual(DEFAULT_POLICY));

  it('sets every key of the contract', () => {
    const policy = policyFromToml(`
checks = ["npm run lint", "npm test"]
timeout = 20
[limits]
write_cap = 0
gate_failures = 2
max_turns = 7
token_budget = 9
[rules]
test-needed = "warn"
assertions = "off"
[plan]
file = "docs/PLAN.md"
required = true
run = true
[code]
include = ["notes/**"]
exclude = ["docs/**"]
[paths]
allow = ["../sibling"]
`);
    expect(policy).toEqual({
      checks: ['npm run lint', 'npm test'],
      timeoutSeconds: 20,
      limits: { writeCap: 0, gateFailures: 2, maxTurns: 7, tokenBudget: 9 },
      rules: { 'test-needed': 'warn', assertions: 'off' },
      plan: { file: 'docs/PLAN.md', required: true, run: true },
      code: { include: ['notes/**'], exclude: ['docs/**'] },
      allowPaths: ['../sibling'],
    });
    expect(levelOf(policy, 'assertions')).toBe('off');
    expect(levelOf(policy, 'skips')).toBe('block');
  });

  const mistakes: readonly (readonly [name: string, toml: string, message: string, hint: string | null])[] = [
    [
      'an unknown key names the nearest known one',
      'timeuot = 3',
      'donegate.toml: unknown key timeuot',
      'did you mean timeout?',
    ],
    [
      'an unknown key far from all lists them',
      '[plan]\nwhatever = 1',
      'donegate.toml: unknown key plan.whatever',
      'known keys: file, required, run',
    ],
    [
      'a nested key',
      '[limits]\nwritecap = 3',
      'donegate.toml: unknown key limits.writecap',
      'did you mean limits.write_cap?',
    ],
    [
      'a rule that cannot be set',
      '[rules]\ncommand = "off"',
      'donegate.toml: unknown key rules.command',
      'known keys: test-needed',
    ],
    [
      'a wrong type',
      'checks = "npm test"',
      'donegate.toml: checks must be a list of texts, not "npm test"',
      null,
    ],
    ['an empty check', 'checks = [" "]', 'donegate.toml: checks must be a list of texts, not [" "]', null],
    [
      'a number out of range',
      'timeout = 0',
      'donegate.toml: timeout must be a whole number of at least 1, not 0',
      null,
    ],
    [
      'a level that is none',
      '[rules]\nskips = "loud"',
      'donegate.toml: rules.skips must be "block", "warn" or "off", not "loud"',
      null,
    ],
    ['a table that is none', 'limits = 3', 'donegate.toml: limits must be a table, not 3', null],
  ];
  it.each(mistakes)('refuses %s', (_name, toml, message, hint) => {
    let thrown: unknown;
    try {
      policyFromToml(toml);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UserError);
    expect(thrown).toMatchObject(
      hint === null ? { message } : { message, hint: expect.stringContaining(hint.slice(0, 12)) },
    );
  });

  it('names the place of a syntax error', () => {
    expect(() => policyFromToml('checks = [')).toThrow(/^donegate\.toml:1:\d+: /);
  });
});
