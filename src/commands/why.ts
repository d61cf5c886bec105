import { stdout } from 'node:process';
import { harmless, shortened } from '../agent/view/layout.ts';
import { EXIT } from '../core/exit-status.ts';
import type { Fact, Finding, Verdict } from '../core/types.ts';
import { findingText, verdictText } from './check/show.ts';
import { directoryOf } from './directory.ts';
import { type NewestSession, newestSession } from './newest-session.ts';
import { type Colors, colorsFor, print } from './terminal.ts';

export type WhyOptions = { json: boolean; cwd: string; color: boolean };

type LastVerdict = {
  session: string;
  /** Sequence number of the verdict's fact. */
  fact: number;
  at: string;
  /** What the model claimed. */
  claim: string;
  verdict: Verdict;
  accepted: boolean;
  findings: readonly Finding[];
  /** The facts that the findings point to, and the runs since the last change of code. */
  facts: readonly Fact[];
};

/** The last verdict of the session here with the facts behind it. Status 0 if there is one and it accepted, else 1. */
export async function why({ json, cwd, color }: WhyOptions): Promise<number> {
  const session = await newestSession(directoryOf(cwd));
  const last = session === null ? null : lastVerdict(session);
  if (json) await print(`${JSON.stringify(last)}\n`);
  else if (last === null)
    await print(
      session === null ? 'No session of donegate here yet.\n' : 'Nothing was claimed in this session yet.\n',
    );
  else await print(page(last, colorsFor({ color })));
  return last?.accepted === true ? EXIT.proven : EXIT.notProven;
}

function lastVerdict({ about, facts }: NewestSession): LastVerdict | null {
  const judged = facts.findLast((fact) => fact.type === 'claim_judged');
  if (judged?.type !== 'claim_judged') return null;
  const { seq, at, text, verdict, accepted, findings } = judged;
  const named = new Set(
    findings.flatMap((finding) => finding.evidence.flatMap((one) => ('fact' in one ? [one.fact] : []))),
  );
  return {
    session: about.session,
    fact: seq,
    at,
    claim: text,
    verdict,
    accepted,
    findings,
    facts: behind(facts, seq, named),
  };
}

function behind(facts: readonly Fact[], until: number, named: ReadonlySet<number>): readonly Fact[] {
  const before = facts.filter((fact) => fact.seq < until);
  const changed = before.findLast((fact) => fact.type === 'files_changed')?.seq ?? 0;
  return before.filter(
    (fact) =>
      named.has(fact.seq) || (fact.type === 'ran' && fact.seq > changed && fact.judged.result !== 'none'),
  );
}

function page(last: LastVerdict, colors: Colors): string {
  const view = { colors, width: Math.min(stdout.columns ?? 100, 120) };
  const claim = shortened(harmless(last.claim).trim().split('\n'), { head: 4, tail: 0 }).join('\n  ');
  const findings = last.findings.map((finding) => `\n${findingText(finding, view)}`).join('');
  const facts = last.facts.map((fact) => factLine(fact, colors)).join('');
  return `claimed at ${last.at} in session ${last.session}:\n  ${claim}\n\n${verdictLine(last, view)}${findings}${facts === '' ? '' : `\nThe facts behind it:\n${facts}`}`;
}

function verdictLine(last: LastVerdict, view: { colors: Colors; width: number }): string {
  if (last.accepted && last.verdict === 'unproven')
    return 'unproven: not judged, the session ran without the gate\n';
  return verdictText(last.verdict, last.findings, view);
}

function factLine(fact: Fact, colors: Colors): string {
  if (fact.type !== 'ran') return `  ${fact.seq}  ${fact.type}\n`;
  const { judged, command, log } = fact;
  const result =
    judged.result === 'green'
      ? colors.green('green')
      : judged.result === 'red'
        ? colors.red('red')
        : colors.yellow(judged.result);
  const [first = ''] = harmless(command).split('\n');
  return `  ${fact.seq}  ${result}  ${first}  ${colors.dim(`by the ${fact.by}; ${judged.why}${log === null ? '' : `; output: ${log}`}`)}\n`;
}
