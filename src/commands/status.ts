import { harmless } from '../agent/view/layout.ts';
import { EXIT } from '../core/exit-status.ts';
import { record, stateView } from '../core/ledger.ts';
import { printedName } from '../core/names.ts';
import type { TreeLook } from '../core/ports.ts';
import type { StateView } from '../core/types.ts';
import { UserError } from '../core/user-error.ts';
import { changesSeen } from '../session/look.ts';
import { directoryOf } from './directory.ts';
import { type NewestSession, newestSession } from './newest-session.ts';
import { type Colors, colorsFor, print } from './terminal.ts';
import { openWorkspace } from './workspace.ts';

export type StatusOptions = { json: boolean; line: boolean; cwd: string; color: boolean };

type Status = StateView & {
  session: string;
  host: string;
  live: boolean;
  outcome: string | null;
  title: string | null;
  damage: string | null;
};

/** The flag, the streak and the step of the session here, for the files as they stand now. Ends 0. */
export async function status({ json, line, cwd, color }: StatusOptions): Promise<number> {
  const session = await newestSession(directoryOf(cwd));
  const now = session === null ? null : await statusOf(session, cwd);
  const colors = colorsFor({ color });
  if (json) await print(`${JSON.stringify(now)}\n`);
  else if (now === null)
    await print(
      line ? 'donegate: no session\n' : 'No session of donegate here yet.\nStart one: donegate run "..."\n',
    );
  else await print(line ? `${oneLine(now, colors)}\n` : page(now, colors));
  return EXIT.proven;
}

/** Folds in what changed since the last fact, without recording it: asking must not change anything. */
async function statusOf(session: NewestSession, cwd: string): Promise<Status> {
  const { about, ledger, facts, step, damage } = session;
  const seen = await lookHere(about.session, cwd);
  const changes = 'why' in seen ? [] : changesSeen(ledger, seen.look);
  const seq = facts.length + 1;
  if (changes.length > 0)
    record(ledger, { seq, at: about.started, type: 'files_changed', by: 'other', authored: false, changes });
  const view = stateView(ledger, step?.step ?? null);
  const { session: id, host, isLive, ended } = about;
  const unread = 'why' in seen ? `the working tree cannot be read (${seen.why})` : null;
  return {
    ...view,
    // What cannot be looked at is not verified.
    unverified: view.unverified || unread !== null,
    session: id,
    host,
    live: isLive,
    outcome: ended?.outcome ?? null,
    title: step?.title ?? null,
    damage: damage ?? unread,
  };
}

/** Also where nothing can be written (a read-only file system) the log can be read, and only the look is missing. */
async function lookHere(session: string, cwd: string): Promise<{ look: TreeLook } | { why: string }> {
  try {
    const workspace = await openWorkspace({ cwd, session: { kind: 'existing', id: session } });
    const look = await workspace.ports.tree.look().finally(() => workspace.close());
    return look.id === null ? { why: look.why ?? 'no reason is known' } : { look };
  } catch (error) {
    const isOfTheSystem = error instanceof UserError || (error instanceof Error && 'syscall' in error);
    if (!isOfTheSystem) throw error;
    return { why: error.message };
  }
}

function oneLine(now: Status, colors: Colors): string {
  const flag = now.unverified ? colors.yellow(`unverified (${now.files.length})`) : colors.green('verified');
  const parts = [flag, `last run ${now.lastRun ?? 'none'}`];
  if (now.streak > 0) parts.push(`${now.streak} written without a run`);
  if (now.step !== null) parts.push(`step ${now.step}`);
  if (now.damage !== null) parts.push(colors.red(now.damage));
  return `donegate: ${parts.join(', ')}`;
}

function page(now: Status, colors: Colors): string {
  const state = now.live ? 'live' : (now.outcome ?? 'ended without an outcome');
  const rows: [string, string][] = [
    ['session', `${now.session} (${now.host}, ${state})`],
    [
      'code',
      now.unverified
        ? colors.yellow('unverified: changed, and no green run on it as it stands')
        : colors.green('verified, or unchanged'),
    ],
    ...now.files.map((file): [string, string] => ['', printedName(file)]),
    ['last run', now.lastRun ?? 'none'],
    ['streak', `${now.streak} code file${now.streak === 1 ? '' : 's'} written since something ran`],
    ...(now.step === null
      ? []
      : [['step', `${now.step}: ${harmless(now.title ?? '')}`] satisfies [string, string]]),
    ...(now.damage === null ? [] : [['trouble', colors.red(now.damage)] satisfies [string, string]]),
  ];
  return rows.map(([name, text]) => `${name.padEnd(10)}${text}\n`).join('');
}
