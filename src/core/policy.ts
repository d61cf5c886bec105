// donegate.toml as data: every key known, every default here.
import type { Policy, RuleLevel } from './policy-types.ts';
import type { CheckName } from './types.ts';
import { UserError } from './user-error.ts';

export const CHECK_NAMES = [
  'command',
  'run-rule',
  'plan',
  'test-needed',
  'assertions',
  'tests-removed',
  'skips',
  'forced-results',
  'check-definition',
  'under-test',
  'teeth',
] as const satisfies readonly CheckName[];

/** What a command check says is its own affair: one that should not block is not listed in `checks`. */
const RULES_THAT_CAN_BE_SET: readonly CheckName[] = CHECK_NAMES.filter((name) => name !== 'command');

export const DEFAULT_POLICY: Policy = {
  checks: null,
  timeoutSeconds: 180,
  limits: { writeCap: 3, gateFailures: 3, maxTurns: 200, tokenBudget: 2_000_000 },
  rules: {},
  plan: { file: 'PLAN.md', required: false, run: false },
  code: { include: [], exclude: [] },
  allowPaths: [],
};

/** Level of a rule. */
export function levelOf(policy: Policy, check: CheckName): RuleLevel {
  return policy.rules[check] ?? 'block';
}

type Table = Readonly<Record<string, unknown>>;

/**
 * Reads the parsed configuration.
 * `file` is its name for messages. Throws UserError on an unknown key (naming the nearest known one) or a wrong type.
 */
export function policyFrom(raw: unknown, file: string): Policy {
  const root = table(raw, file, '');
  knownKeys(root, ['checks', 'timeout', 'limits', 'rules', 'plan', 'code', 'paths'], file, '');
  const limits = table(root.limits ?? {}, file, 'limits');
  knownKeys(limits, ['write_cap', 'gate_failures', 'max_turns', 'token_budget'], file, 'limits');
  const plan = table(root.plan ?? {}, file, 'plan');
  knownKeys(plan, ['file', 'required', 'run'], file, 'plan');
  const code = table(root.code ?? {}, file, 'code');
  knownKeys(code, ['include', 'exclude'], file, 'code');
  const paths = table(root.paths ?? {}, file, 'paths');
  knownKeys(paths, ['allow'], file, 'paths');
  const of = DEFAULT_POLICY;
  return {
    checks: root.checks === undefined ? null : strings(root.checks, file, 'checks'),
    timeoutSeconds: count(root.timeout, of.timeoutSeconds, { file, key: 'timeout', least: 1 }),
    limits: {
      writeCap: count(limits.write_cap, of.limits.writeCap, { file, key: 'limits.write_cap', least: 0 }),
      gateFailures: count(limits.gate_failures, of.limits.gateFailures, {
        file,
        key: 'limits.gate_failures',
        least: 1,
      }),
      maxTurns: count(limits.max_turns, of.limits.maxTurns, { file, key: 'limits.max_turns', least: 1 }),
      tokenBudget: count(limits.token_budget, of.limits.tokenBudget, {
        file,
        key: 'limits.token_budget',
        least: 1,
      }),
    },
    rules: rules(root.rules, file),
    plan: {
      file: text(plan.file, of.plan.file, file, 'plan.file'),
      required: flag(plan.required, of.plan.required, file, 'plan.required'),
      run: flag(plan.run, of.plan.run, file, 'plan.run'),
    },
    code: {
      include: code.include === undefined ? [] : strings(code.include, file, 'code.include'),
      exclude: code.exclude === undefined ? [] : strings(code.exclude, file, 'code.exclude'),
    },
    allowPaths: paths.allow === undefined ? [] : strings(paths.allow, file, 'paths.allow'),
  };
}

function rules(raw: unknown, file: string): Policy['rules'] {
  const given = table(raw ?? {}, file, 'rules');
  knownKeys(given, RULES_THAT_CAN_BE_SET, file, 'rules');
  const levels: Partial<Record<CheckName, RuleLevel>> = {};
  for (const name of RULES_THAT_CAN_BE_SET) {
    const level = given[name];
    if (level === undefined) continue;
    if (level !== 'block' && level !== 'warn' && level !== 'off') {
      throw new UserError(`${file}: rules.${name} must be "block", "warn" or "off", not ${show(level)}`);
    }
    levels[name] = level;
  }
  return levels;
}

function table(raw: unknown, file: string, key: string): Table {
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) return raw as Table;
  throw new UserError(`${file}: ${key === '' ? 'the file' : key} must be a table, not ${show(raw)}`);
}

function knownKeys(given: Table, known: readonly string[], file: string, under: string): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const full = under === '' ? key : `${under}.${key}`;
    const near = nearest(key, known);
    throw new UserError(
      `${file}: unknown key ${full}`,
      near === null
        ? `known keys: ${known.join(', ')}`
        : `did you mean ${under === '' ? near : `${under}.${near}`}?`,
    );
  }
}

/** The known word that is nearest to a mistyped one, if it is near enough to be meant. */
export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known.map((name) => ({ name, far: distance(word, name) })).sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best !== undefined && best.far <= Math.max(2, Math.floor(best.name.length / 3)) ? best.name : null;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function strings(raw: unknown, file: string, key: string): readonly string[] {
  if (Array.isArray(raw) && raw.every((item) => typeof item === 'string' && item.trim() !== '')) return raw;
  throw new UserError(`${file}: ${key} must be a list of texts, not ${show(raw)}`);
}

function text(raw: unknown, otherwise: string, file: string, key: string): string {
  if (raw === undefined) return otherwise;
  if (typeof raw === 'string' && raw !== '') return raw;
  throw new UserError(`${file}: ${key} must be a text, not ${show(raw)}`);
}

function flag(raw: unknown, otherwise: boolean, file: string, key: string): boolean {
  if (raw === undefined) return otherwise;
  if (typeof raw === 'boolean') return raw;
  throw new UserError(`${file}: ${key} must be true or false, not ${show(raw)}`);
}

function count(raw: unknown, otherwise: number, at: { file: string; key: string; least: number }): number {
  if (raw === undefined) return otherwise;
  if (typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= at.least) return raw;
  throw new UserError(
    `${at.file}: ${at.key} must be a whole number of at least ${at.least}, not ${show(raw)}`,
  );
}

function show(value: unknown): string {
  const shown = JSON.stringify(value) ?? String(value);
  return shown.length > 60 ? `${shown.slice(0, 57)}...` : shown;
}
