// What the scripts that a command runs testified of what they are run for.
import type { InnerScript, ReadCommand } from '../../reading-types.ts';
import type { CommandStatus } from '../command-status.ts';
import { heardOf } from '../heard.ts';
import { readStatuses } from '../read-status.ts';
import type { JudgeRequest } from '../request.ts';
import { runsAround, type Traced, traceScript } from '../trace/traced.ts';
import { witnessedStatuses } from '../witnessed.ts';
import { type Scene, shellsOf, wholeLine } from './scene.ts';
import { testifies } from './testifies.ts';

export type InnerVerdict =
  /** All of it that ran ended 0, and some of it did run. */
  | { kind: 'green' }
  /** One of them ended otherwise. */
  | { kind: 'red'; text: string; path: string; line: number; status: number | null; maskedBy: string | null }
  /** Not known: the reading decides. */
  | { kind: 'open' }
  /** None of it ran. */
  | { kind: 'none' };

const OPEN: InnerVerdict = { kind: 'open' };

/** `traced`: the line itself, null where nothing was announced of it. */
export function innerVerdict(
  request: JudgeRequest,
  { command, status }: { command: ReadCommand; status: CommandStatus },
  traced: Traced | null,
): InnerVerdict {
  const { testimony } = request;
  if (command.scripts.length === 0) return OPEN;
  if (testimony.kind === 'none' || request.background || command.background) return OPEN;
  const whole = wholeLine(testimony);
  const scene = traced === null ? whole : sceneOf(whole, command, traced);
  return scriptsVerdict(request, command, scene, status.kind === 'ended_zero');
}

/** Where a command of a script ran that announces its commands. */
function sceneOf(around: Scene, command: ReadCommand, traced: Traced): Scene | null {
  const windows = runsAround(traced, command);
  return windows === null || windows.length === 0 ? null : { ...around, windows };
}

/** All scripts of one command. `isZero`: it ended 0. */
function scriptsVerdict(
  request: JudgeRequest,
  command: ReadCommand,
  scene: Scene | null,
  isZero: boolean,
): InnerVerdict {
  if (scene === null || command.scripts.length === 0) return OPEN;
  return together(
    command.scripts.map((script) =>
      scriptVerdict(request, { command, script, scene, isZero: isZero && !script.isIgnored }),
    ),
  );
}

type Called = { command: ReadCommand; script: InnerScript; scene: Scene; isZero: boolean };

function scriptVerdict(request: JudgeRequest, called: Called): InnerVerdict {
  const { command, script, scene, isZero } = called;
  if (isZero && !script.isMasked) return { kind: 'green' };
  const found = script.isFile ? shellsOf(scene, script.path) : { shells: [], isComplete: false };
  if (found.shells.length === 0) return bodyVerdict(request, { script, isZero, scene, traced: null });
  const verdicts = found.shells.map((shell) => {
    const heard = heardOf(scene.testimony, shell, isZero);
    const traced = heard === null ? null : traceScript(script, heard);
    return bodyVerdict(request, { script, isZero, scene: { ...scene, shell }, traced });
  });
  return together(found.isComplete && testifies(command.text, script.path) ? verdicts : [...verdicts, OPEN]);
}

type Body = {
  script: InnerScript;
  isZero: boolean;
  scene: Scene;
  /** Null: its shell said nothing. */
  traced: Traced | null;
};

/** What one run of a script says, or where its shell said nothing, what follows from its success. */
function bodyVerdict(request: JudgeRequest, { script, isZero, scene, traced }: Body): InnerVerdict {
  const { source, pipefail, commands } = script;
  const asLine: JudgeRequest = {
    ...request,
    reading: { ...request.reading, line: source, pipefail, commands },
    exit: isZero ? { kind: 'exited', code: 0 } : { kind: 'unknown' },
  };
  const counted = commands.filter(({ index }) => script.counted.includes(index));
  const reports = counted.map(() => null);
  const witnessed = witnessedStatuses(asLine, counted, reports, traced);
  const read = readStatuses(asLine, counted, reports);
  return together(
    counted.map((command, at) => {
      const status = witnessed[at] ?? read[at];
      const own = traced === null || command.scripts.length === 0 ? scene : sceneOf(scene, command, traced);
      return status === undefined ? OPEN : commandVerdict(asLine, { command, status, script, scene: own });
    }),
  );
}

type Counted = { command: ReadCommand; status: CommandStatus; script: InnerScript; scene: Scene | null };

function commandVerdict(request: JudgeRequest, { command, status, script, scene }: Counted): InnerVerdict {
  switch (status.kind) {
    case 'ended_zero':
      return command.innerMask === null ? { kind: 'green' } : scriptsVerdict(request, command, scene, true);
    case 'ended_otherwise':
      return isExpected(command)
        ? OPEN
        : {
            kind: 'red',
            text: command.text,
            path: script.path,
            line: script.lines[command.index] ?? 1,
            // Where it stands in something that failed, its own status was not seen.
            status: status.by === 'witness' ? status.status : null,
            maskedBy: command.maskedBy,
          };
    case 'did_not_run':
      return { kind: 'none' };
    case 'hidden':
    case 'unknown':
    case 'not_started': {
      const inner = scriptsVerdict(request, command, scene, false);
      return inner.kind === 'red' ? inner : OPEN;
    }
  }
}

/**
 * The script takes its failure into account (`if python probe.py; then`, `build || fallback`), and does not merely go on
 * (`; next`, `| tee log`). A failing test is never expected.
 */
function isExpected({ class: className, maskedBy }: ReadCommand): boolean {
  return className !== 'test' && !/^(;|\|(?!\|))/.test(maskedBy ?? ';');
}

function together(verdicts: readonly InnerVerdict[]): InnerVerdict {
  const has = (kind: InnerVerdict['kind']) => verdicts.find((verdict) => verdict.kind === kind);
  return has('red') ?? has('open') ?? has('green') ?? { kind: 'none' };
}
