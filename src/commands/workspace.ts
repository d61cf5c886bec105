import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileKind } from '../core/code-files.ts';
import { complaintsOf } from '../core/complaints.ts';
import { reportFilesOf } from '../core/judge/report-files.ts';
import { judgeRun } from '../core/judge-run.ts';
import type { Policy } from '../core/policy-types.ts';
import type { Ports } from '../core/ports.ts';
import type { Reading } from '../core/reading-types.ts';
import { reportPlaces } from '../core/report-places.ts';
import { readCommand } from '../core/shell/reading.ts';
import { UserError } from '../core/user-error.ts';
import { type BaselineRunOptions, type Line, openBaselineRun } from '../io/baseline-run.ts';
import { systemClock } from '../io/clock.ts';
import { configName, type FoundConfig, keptConfig, readConfig } from '../io/config.ts';
import { openExec, type WitnessStation } from '../io/exec.ts';
import { type FactLogFile, openFactLog } from '../io/fact-log.ts';
import { mayBeOldBash } from '../io/old-bash.ts';
import { policyFromToml } from '../io/policy-file.ts';
import { projectFiles } from '../io/project-files.ts';
import { openReach } from '../io/reach.ts';
import { openReportFiles } from '../io/report-files.ts';
import {
  announceSession,
  dropOldCaches,
  factsPath,
  newSessionId,
  previousFeedback,
  sessionDirectory,
} from '../io/sessions.ts';
import { makeTemporaryDirectory } from '../io/temporary-directory.ts';
import { type Located, locateRepository } from '../io/tree/repository.ts';
import { type Baseline, type OpenedTree, openTree } from '../io/tree.ts';
import { openWitness } from '../io/witness.ts';
import { readResults } from '../results/index.ts';
import { readReports } from '../results/report-files.ts';
import { outsideOf, projectIn } from '../session/context.ts';
import type { BaselineRun, CommandCheck, ReadReports, ReadResults } from '../session-types.ts';
import { directoryOf } from './directory.ts';
import { dueChecks } from './due-checks.ts';

/** Which session's log and baseline a command works with. */
export type WorkspaceSession =
  /** A new one; `lives` with this process (our own loop), or with the host that calls us. */
  | { kind: 'new'; host: string; id?: string; lives: 'process' | 'host' }
  /** One that other processes began. */
  | { kind: 'existing'; id: string }
  /** None: facts are kept while the command runs. `baseline`: what to compare with. */
  | { kind: 'none'; baseline: Baseline };

export type WorkspaceRequest = {
  /** As given by the person. */
  cwd: string;
  session: WorkspaceSession;
  /** Null: lines run without one. Default: bash testifies. */
  witness?: WitnessStation | null;
};

/** Everything that a session needs from the world, opened in one directory. */
export type Workspace = {
  id: string;
  ports: Ports & { tree: OpenedTree; log: FactLogFile };
  /** Absolute; the working tree's root. */
  root: string;
  /** Absolute; donegate's state of this working tree. */
  stateDirectory: string;
  /** Absolute; what this session keeps. */
  sessionDirectory: string;
  policy: Policy;
  /** The command checks that are due now: configured, or found (at the session's start and since). */
  checks(): readonly CommandCheck[];
  readResults: ReadResults;
  readReports: ReadReports;
  baselineRun: BaselineRun;
  previousFeedback: string | null;
  /** Ends what lines left running, and removes what was kept for this command only. */
  close(): Promise<void>;
};

/** Opens the working tree around a directory. Throws UserError where there is none, or where our state cannot be written. */
export async function openWorkspace(request: WorkspaceRequest): Promise<Workspace> {
  const { session } = request;
  const throwaway = session.kind === 'none' ? makeTemporaryDirectory('check') : null;
  try {
    const opened = await openIn(request, throwaway?.path ?? null);
    return { ...opened, close: () => opened.close().finally(() => throwaway?.remove()) };
  } catch (error) {
    throwaway?.remove();
    throw error;
  }
}

/** `throwaway`: where everything is kept that ends with the command. */
async function openIn(request: WorkspaceRequest, throwaway: string | null): Promise<Workspace> {
  const { session } = request;
  const place = await locate(request.cwd, throwaway);
  const { root, directory, located } = place;
  const mode = session.kind === 'existing' ? 'existing' : 'new';
  // A mistake in it is said before a session is announced that nobody could go on with.
  if (mode === 'new') policyOf(readConfig(root, join(root, directory)));
  const { id, kept, feedback } = begin(place, session, throwaway);
  const log = openFactLog({ path: factsPath(kept), mode, clock: systemClock });
  const config = keptConfig({ root, directory: join(root, directory), kept, isNew: mode === 'new' });
  const policy = policyOf(config);
  const kindOf = (path: string) => fileKind(path, policy.code);
  const objects = join(throwaway ?? located.stateDirectory, 'objects');
  const tree = openTree({ located, directory: kept, objects, baseline: baselineOf(session, log), kindOf });
  const exec = openExec({
    logDirectory: join(kept, 'logs'),
    witness: request.witness === undefined ? openWitness() : request.witness,
  });
  const reach = openReach({ root, stateDirectory: probed(located) });
  const reports = openReportFiles();
  const project = projectFiles(root);
  const ports = {
    exec,
    tree,
    log,
    reach,
    reports,
    clock: systemClock,
    project,
    oldBash: mayBeOldBash(),
    root,
    directory,
  };
  const answersPath = join(kept, 'baseline-runs.json');
  return {
    id,
    ports,
    root,
    stateDirectory: located.stateDirectory,
    sessionDirectory: kept,
    policy,
    checks: dueChecks({
      policy,
      configured: config === null ? '.' : dirname(config.path),
      project: ports.project,
      directory,
      kept,
    }),
    readResults,
    readReports,
    baselineRun: openBaselineRun({ ...ports, answersPath, ...inCopies(ports) }),
    previousFeedback: feedback,
    async close() {
      await exec.endBackground();
    },
  };
}

function policyOf(config: FoundConfig | null): Policy {
  return policyFromToml(config?.text ?? null, config?.path ?? configName);
}

type Place = { located: Located; root: string /** Relative to the root. */; directory: string };

/** The session's directory; a new session is announced as the newest one here. */
function begin(
  { located, directory }: Place,
  session: WorkspaceSession,
  throwaway: string | null,
): { id: string; kept: string; feedback: string | null } {
  const now = systemClock.now();
  const { stateDirectory } = located;
  if (session.kind === 'none' || throwaway !== null) {
    return { id: newSessionId(now), kept: throwaway ?? stateDirectory, feedback: null };
  }
  const id = session.id ?? newSessionId(now);
  const kept = sessionDirectory(stateDirectory, id);
  makeWritable(kept);
  if (session.kind === 'existing') return { id, kept, feedback: null };
  const feedback = previousFeedback(stateDirectory, now);
  dropOldCaches(stateDirectory, now);
  const pid = session.lives === 'process' ? process.pid : null;
  announceSession({ stateDirectory, session: id, host: session.host, pid, directory, now });
  return { id, kept, feedback };
}

async function locate(cwd: string, throwaway: string | null): Promise<Place> {
  const absolute = directoryOf(cwd);
  // Git names the root without symbolic links.
  const real = realpathSync(absolute);
  const options = throwaway === null ? {} : { privateState: join(throwaway, 'outside') };
  const located = await locateRepository(real, options);
  const root = located.kind === 'repository' ? located.repository.root : located.root;
  return { located, root, directory: relative(root, real) || '.' };
}

/** A directory on the file system of the working tree, but outside of it. */
function probed(located: Located): string {
  return located.kind === 'repository' ? located.repository.gitDirectory : located.stateDirectory;
}

function makeWritable(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(
      `${directory} cannot be made (${code ?? String(error)})`,
      'donegate keeps its log there: make the folder writable',
    );
  }
}

function baselineOf(session: WorkspaceSession, log: FactLogFile): Baseline {
  switch (session.kind) {
    case 'none':
      return session.baseline;
    case 'new':
    case 'existing': {
      const [first] = log.facts();
      if (first?.type !== 'session_started') return { kind: 'now' };
      return first.baseline === null ? { kind: 'now' } : { kind: 'tree', id: first.baseline };
    }
  }
}

/** What a run in a copy says about its failing tests: the same judgement as that of the check itself. */
function inCopies(ports: Ports): Pick<BaselineRunOptions, 'reportPlaces' | 'readFailures'> {
  const readingOf = ({ command, directory }: Line): Reading =>
    readCommand(command, { project: projectIn(ports.project, directory), oldBash: mayBeOldBash() });
  return {
    reportPlaces: (line) => reportPlaces(readingOf(line), line),
    readFailures(line, { written, ...result }) {
      const reading = readingOf(line);
      const judged = judgeRun({
        reading,
        ...result,
        background: false,
        readResults,
        reportFiles: reportFilesOf({ written, reading, place: line, readReports }),
        asked: 'gate',
        isProjectFile: projectIn(ports.project, line.directory).isFile,
        isOutside: outsideOf(ports, line.directory),
      });
      if (judged.result === 'green') return { failing: [], namesComplete: true };
      const complaints = complaintsOf({ judged, ...result });
      return complaints === null ? null : { failing: complaints.all, namesComplete: judged.namesComplete };
    },
  };
}
