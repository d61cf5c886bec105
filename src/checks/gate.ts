import { levelOf } from '../core/policy.ts';
import type { Policy } from '../core/policy-types.ts';
import type { Tree } from '../core/ports.ts';
import type { Fact, Finding } from '../core/types.ts';
import type { DiffRules } from '../session-types.ts';
import { judgeAssertions } from './assertions/judge.ts';
import { judgeSnapshots } from './assertions/snapshots.ts';
import { collectChanges } from './changes/collect.ts';
import type { Changes } from './changes/types.ts';
import { compareTests } from './comparison/compare.ts';
import type { Comparison } from './comparison/types.ts';
import { collectRed } from './seen-red/collect.ts';
import { judgeSeenRed } from './seen-red/judge.ts';
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
  { tasksOnly: false, judge: judgeSnapshots },
  { tasksOnly: false, judge: judgeTestsRemoved },
  { tasksOnly: false, judge: (_changes, comparison) => judgeSkips(comparison) },
];

/** What the rules look at. `facts`: those of the session, if there is one; they say how a test stood when it was red. */
export type DiffRulesOptions = { tree: Tree; policy: Policy; facts?: () => readonly Fact[] };

/** The rules over the diff against the baseline of `tree`, at the levels that the policy sets. */
export function diffRules({ tree, policy, facts }: DiffRulesOptions): DiffRules {
  return {
    judge: async ({ scope, seenRed }) => {
      const changes = await collectChanges(tree);
      const comparison = compareTests(changes);
      const reds = await collectRed(seenRed, { tree, facts: facts?.() ?? [], changes });
      const due = rules.filter((rule) => scope === 'task' || !rule.tasksOnly);
      const findings = due.flatMap((rule) => rule.judge(changes, comparison));
      const more = judgeSeenRed(reds, changes, comparison).filter(
        (finding) => !findings.some((known) => isAbout(known, finding)),
      );
      return [...findings, ...more].flatMap((finding) => atLevel(finding, policy));
    },
  };
}

/** The rule over the baseline has said it already: the same check at the same place, or the whole file. */
function isAbout(known: Finding, finding: Finding): boolean {
  if (known.check !== finding.check || known.level !== finding.level) return false;
  const places = (one: Finding) => one.evidence.flatMap((evidence) => ('path' in evidence ? [evidence] : []));
  return places(finding).some((place) =>
    places(known).some((other) => other.path === place.path && other.line === place.line),
  );
}

function atLevel(finding: Finding, policy: Policy): readonly Finding[] {
  const level = levelOf(policy, finding.check);
  if (level === 'off') return [];
  return [level === 'warn' ? { ...finding, level } : finding];
}
