import type { Policy } from '../core/policy-types.ts';
import type { Tree } from '../core/ports.ts';
import type { Finding } from '../core/types.ts';
import type { DiffRules } from '../session-types.ts';
import { judgeAssertions } from './assertions/judge.ts';
import { collectChanges } from './changes/collect.ts';
import type { Changes } from './changes/types.ts';
import { compareTests } from './comparison/compare.ts';
import type { Comparison } from './comparison/types.ts';
import { judgeSkips } from './skips/judge.ts';
import { judgeTestNeeded } from './test-needed/judge.ts';
import { judgeTestsRemoved } from './tests-removed/judge.ts';

/** `tasksOnly`: no matter of a single step of the plan. */
type Rule = {
  tasksOnly: boolean;
  judge(changes: Changes, comparison: Comparison): readonly Finding[];
};

/** Every rule over the diff. */
const rules: readonly Rule[] = [
  { tasksOnly: true, judge: judgeTestNeeded },
  { tasksOnly: false, judge: judgeAssertions },
  { tasksOnly: false, judge: judgeTestsRemoved },
  { tasksOnly: false, judge: (_changes, comparison) => judgeSkips(comparison) },
];

/** The rules over the diff against the baseline of `tree`, at the levels that the policy sets. */
export function diffRules({ tree, policy }: { tree: Tree; policy: Policy }): DiffRules {
  return {
    judge: async ({ scope }) => {
      const changes = await collectChanges(tree);
      const comparison = compareTests(changes);
      return rules
        .filter((rule) => scope === 'task' || !rule.tasksOnly)
        .flatMap((rule) => rule.judge(changes, comparison))
        .flatMap((finding) => atLevel(finding, policy));
    },
  };
}

function atLevel(finding: Finding, policy: Policy): readonly Finding[] {
  const level = policy.rules[finding.check] ?? 'block';
  if (level === 'off') return [];
  return [level === 'warn' ? { ...finding, level } : finding];
}
