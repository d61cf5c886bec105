import { stderr, stdout } from 'node:process';
import { interruptible } from '../agent/interruption.ts';
import { diffRules } from '../checks/gate.ts';
import { fileKind } from '../core/code-files.ts';
import { EXIT } from '../core/exit-status.ts';
import { verdictOf } from '../core/gate.ts';
import type { Fact, Finding, Verdict } from '../core/types.ts';
import { UserError } from '../core/user-error.ts';
import type { Base } from '../io/base-revision.ts';
import type { Baseline } from '../io/tree.ts';
import { baseOf } from './check/base.ts';
import { type CommandReport, exitCode, reportedFinding } from './check/report.ts';
import { commandLine, findingText, verdictText } from './check/show.ts';
import { sessionIn } from './session-in.ts';
import { colorsFor, print } from './terminal.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

export type CheckOptions = {
  base: string | null;
  /** Only say which checks would run. */
  list: boolean;
  /** False: only the rules over the diff. */
  commands: boolean;
  json: boolean;
  cwd: string;
  color: boolean;
};

type Judged = { verdict: Verdict; findings: readonly Finding[]; commands: readonly CommandReport[] };

/** The completion gate on the working tree. Status 0 only if the verdict is proven. */
export async function check(options: CheckOptions): Promise<number> {
  const interruption = interruptible({
    status: EXIT.interrupted,
    onFirst: () => stderr.write('interrupted: ending what runs\n'),
  });
  let workspace: Workspace | null = null;
  try {
    const base = await baseOf(options.cwd, options.base);
    const baseline: Baseline = base === null ? { kind: 'now' } : { kind: 'revision', name: base.revision };
    workspace = await openWorkspace({ cwd: options.cwd, session: { kind: 'none', baseline } });
    if (options.list) return await list(workspace, options);
    return await judge({ workspace, base, options, signal: interruption.signal });
  } finally {
    interruption.end();
    await workspace?.close();
  }
}

type Gate = { workspace: Workspace; base: Base | null; options: CheckOptions; signal: AbortSignal };

/** Asks everything that is asked for and prints what was found. */
async function judge({ workspace, base, options, signal }: Gate): Promise<number> {
  const page = { colors: colorsFor({ color: options.color }), width: Math.min(stdout.columns ?? 100, 120) };
  if (!options.json) await print(`${await heading(workspace, base)}\n\n`);
  const onCommand = options.json
    ? undefined
    : (report: CommandReport) => void stdout.write(commandLine(report, page));
  const judged = options.commands
    ? await wholeGate(workspace, { signal, onCommand })
    : await diffOnly(workspace);
  if (judged === null || signal.aborted) return EXIT.interrupted;
  const tree = (await workspace.ports.tree.look()).id;
  const { verdict, findings, commands } = await withoutChecks(workspace, base, judged);
  if (options.json) {
    const report = {
      verdict,
      base: base?.revision ?? null,
      tree,
      findings: findings.map(reportedFinding),
      commands,
    };
    await print(`${JSON.stringify(report)}\n`);
  } else {
    const found = findings.map((finding) => `${findingText(finding, page)}\n`).join('');
    await print(`${commands.length > 0 ? '\n' : ''}${found}${verdictText(verdict, findings, page)}`);
  }
  return verdict === 'proven' ? EXIT.proven : EXIT.notProven;
}

async function heading({ ports }: Workspace, base: Base | null): Promise<string> {
  if (base === null)
    return 'No git repository here: there is nothing to compare with, only the checks are run.';
  const { code } = await ports.tree.look();
  const files = `${code.size} code file${code.size === 1 ? '' : 's'} changed`;
  return `Compared with ${base.name} (${base.revision.slice(0, 10)}): ${files}.`;
}

const NAME_CHECKS = 'Name the checks in donegate.toml: checks = ["npm test"]';

async function list(workspace: Workspace, { json }: CheckOptions): Promise<number> {
  const checks = workspace.checks();
  if (json) {
    await print(
      `${JSON.stringify(checks.map(({ command, why, timeoutMs }) => ({ command, why, timeoutSeconds: timeoutMs / 1000 })))}\n`,
    );
  } else if (checks.length === 0) {
    await print(`No checks were found. ${NAME_CHECKS}\n`);
  } else {
    const width = Math.max(...checks.map(({ command }) => command.length));
    await print(checks.map(({ command, why }) => `${command.padEnd(width)}  ${why}\n`).join(''));
  }
  return EXIT.proven;
}

/** All checks and rules, through a session that lasts as long as the command. Null: it was interrupted. */
async function wholeGate(
  workspace: Workspace,
  { signal, onCommand }: { signal: AbortSignal; onCommand: ((report: CommandReport) => void) | undefined },
): Promise<Judged | null> {
  const commands: CommandReport[] = [];
  const onFact = (fact: Fact): void => {
    if (fact.type !== 'ran') return;
    const report = reportOf(fact);
    commands.push(report);
    onCommand?.(report);
  };
  const session = await sessionIn(workspace, {
    host: 'check',
    plan: null,
    planRequired: false,
    gated: true,
    checkUnchanged: true,
    previousFeedback: null,
    onFact,
    onProgress: (text) => void (stderr.isTTY === true && stderr.write(`${text}\n`)),
  });
  await session.claim({ text: 'check', signal });
  const last = session.facts().findLast((fact) => fact.type === 'claim_judged');
  if (last?.type !== 'claim_judged') {
    if (signal.aborted) return null;
    throw new UserError('nothing was judged', 'run donegate check again');
  }
  return { verdict: last.verdict, findings: last.findings, commands };
}

/**
 * Where no check ran: what a person runs by hand is on no record here, so only a check can settle it; and without a base there
 * is no diff either, so that nothing was asked of the code that lies here.
 */
async function withoutChecks(
  { ports, policy }: Workspace,
  base: Base | null,
  judged: Judged,
): Promise<Judged> {
  if (judged.commands.length > 0) return judged;
  const findings = judged.findings.map((one) =>
    one.check === 'run-rule' ? { ...one, fix: NAME_CHECKS } : one,
  );
  if (base !== null) return { ...judged, findings };
  const files = await ports.tree.files();
  if (files.every((path) => fileKind(path, policy.code) === 'other')) return judged;
  findings.push({
    check: 'command',
    level: 'block',
    says: 'unproven',
    message: 'There is nothing to compare with, and no check was run: nothing was asked of this code.',
    fix: NAME_CHECKS,
    evidence: [],
  });
  return { ...judged, verdict: verdictOf(findings), findings };
}

function reportOf(fact: Fact & { type: 'ran' }): CommandReport {
  const { command, judged, exit, durationMs, preexisting } = fact;
  return {
    command,
    result: judged.result,
    exit: exitCode(exit),
    durationMs: Math.round(durationMs),
    tests: judged.tests,
    preexisting,
    why: judged.why,
  };
}

async function diffOnly({ ports, policy }: Workspace): Promise<Judged> {
  const findings = await diffRules({ tree: ports.tree, policy }).judge({ scope: 'task', seenRed: [] });
  return { verdict: verdictOf(findings), findings, commands: [] };
}
