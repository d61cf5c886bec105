import type { Policy } from '../core/policy-types.ts';
import type { Tree } from '../core/ports.ts';
import type { Finding } from '../core/types.ts';
import type { DiffRules } from '../session-types.ts';
import { collectChanges } from './changes/collect.ts';
import type { Changes } from './changes/types.ts';
import { judgeTestNeeded } from './test-needed/judge.ts';

type Rule = { scope: 'task' | 'step'; judge(changes: Changes): readonly Finding[] };

/** Every rule over the diff; `step`: it holds for a step of the plan as well as for the whole task. */
const rules: readonly Rule[] = [{ scope: 'task', judge: judgeTestNeeded }];

/** The rules over the diff against the baseline of `tree`, at the levels that the policy sets. */
export function diffRules({ tree, policy }: { tree: Tree; policy: Policy }): DiffRules {
  return {
    judge: async ({ scope }) => {
      const changes = await collectChanges(tree);
      const due = rules.filter((rule) => scope === 'task' || rule.scope === 'step');
      return due.flatMap((rule) => rule.judge(changes)).flatMap((finding) => atLevel(finding, policy));
    },
  };
}

function atLevel(finding: Finding, policy: Policy): readonly Finding[] {
  const level = policy.rules[finding.check] ?? 'block';
  if (level === 'off') return [];
  return [level === 'warn' ? { ...finding, level } : finding];
}
