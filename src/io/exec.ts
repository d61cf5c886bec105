import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Exec, ExecRequest, ExecResult } from '../core/ports.ts';
import type { Testimony } from '../core/testimony.ts';
import type { Exit } from '../core/types.ts';
import { commandEnvironment } from './environment.ts';
import {
  captureOutput,
  type OutputCapture,
  type OutputLimits,
  outputLimits,
  prepareLogDirectory,
} from './output-capture.ts';
import { closeWriter, type OutputPipe, openOutputPipe } from './output-pipe.ts';
import { endGroup, isGroupAlive, killMarked, runMark, signalGroup } from './process-group.ts';

/** Where bash's testimony about one line is prepared and collected (src/io/witness.ts). */
export type WitnessStation = {
  /** `environment`: what the line will get; answers what must be added to it (`BASH_ENV`), and how to read it after. */
  prepare(environment: Readonly<Record<string, string>>): {
    environment: Readonly<Record<string, string>>;
    collect(): Testimony;
  };
};

export type ExecOptions = {
  /** Directory for the files with whole outputs; null: no logs are written. */
  logDirectory: string | null;
  witness?: WitnessStation | null;
  limits?: OutputLimits;
  /** Between SIGTERM and SIGKILL. */
  graceMs?: number;
  /** How long the output must be silent after the line ended, while somebody still holds it open. */
  quietMs?: number;
};

/** Runs lines, and can end what lines with `background: 'keep'` left running. */
export type OpenedExec = Exec & { endBackground(): Promise<void> };

type Settings = Required<Omit<ExecOptions, 'witness'>> & { witness: WitnessStation | null };

const inFlight = new Set<number>();
let isExitWatched = false;

/** `bash -o pipefail -c LINE` in a process group of its own, stdin empty, with a time limit and a cleaned environment. */
export function openExec(options: ExecOptions): OpenedExec {
  const settings: Settings = {
    logDirectory: options.logDirectory,
    witness: options.witness ?? null,
    limits: options.limits ?? outputLimits,
    graceMs: options.graceMs ?? 2_000,
    quietMs: options.quietMs ?? 250,
  };
  if (settings.logDirectory !== null) prepareLogDirectory(settings.logDirectory);
  const left = new Set<number>();
  return {
    async run(request) {
      const { result, group } = await runLine(request, settings);
      if (group !== null && isGroupAlive(group)) left.add(group);
      return result;
    },
    async endBackground() {
      await Promise.all([...left].map((group) => endGroup(group, settings.graceMs)));
      left.clear();
    },
  };
}

async function runLine(
  request: ExecRequest,
  settings: Settings,
): Promise<{ result: ExecResult; group: number | null }> {
  const started = performance.now();
  const refusal = cannotStart(request);
  if (refusal !== null) return { result: notStarted(refusal), group: null };
  const mark = randomUUID();
  // Marks add up: a line that runs us ends, at its time limit, what we have started, too.
  const marks = [process.env[runMark], mark].filter((one) => one !== undefined).join(' ');
  const base = commandEnvironment(process.env, { ...request.environment, [runMark]: marks });
  const testimony = request.witnessed ? settings.witness?.prepare(base) : undefined;
  const capture = captureOutput({
    logPath: settings.logDirectory === null ? null : join(settings.logDirectory, `${mark}.log`),
    limits: settings.limits,
    onOutput: request.onOutput,
  });
  const pipe = openOutputPipe();
  const output = readOutput(pipe, capture);
  const child = start(request, pipe, { ...base, ...testimony?.environment });
  closeWriter(pipe);
  const exit =
    child instanceof Error
      ? cannotSpawn(child)
      : await untilExit({ child, request, mark, graceMs: settings.graceMs });
  const group = child instanceof Error ? null : (child.pid ?? null);
  await output.settle(settings.quietMs);
  if (
    group !== null &&
    (request.background !== 'keep' || exit.kind === 'timed_out' || request.signal?.aborted)
  ) {
    await endGroup(group, settings.graceMs);
    await output.settle(settings.quietMs);
    output.stop();
  } else output.leave();
  const result: ExecResult = {
    exit,
    ...capture.taken(),
    durationMs: Math.round(performance.now() - started),
    testimony: testimony?.collect() ?? { kind: 'none', why: 'no witness' },
  };
  return { result, group };
}

function cannotStart(request: ExecRequest): string | null {
  if (request.signal?.aborted) return 'interrupted before it began';
  if (request.command.includes('\0')) return 'a NUL byte cannot stand in a command line';
  // Linux takes no argument longer than 128 KiB.
  if (Buffer.byteLength(request.command) > 131_000)
    return 'the line is longer than 128 KiB; put it into a file';
  if (!statSync(request.directory, { throwIfNoEntry: false })?.isDirectory())
    return `there is no directory ${request.directory}`;
  return null;
}

function notStarted(why: string): ExecResult {
  return {
    exit: { kind: 'not_started', why },
    output: '',
    outputWhole: true,
    log: null,
    durationMs: 0,
    testimony: { kind: 'none', why: 'not started' },
  };
}

/** E.g. an environment that is too large for the system. */
const cannotSpawn = (error: Error): Exit => ({ kind: 'not_started', why: error.message });

function start(
  request: ExecRequest,
  pipe: OutputPipe,
  environment: Record<string, string>,
): ChildProcess | Error {
  let child: ChildProcess;
  try {
    child = spawn('bash', ['-o', 'pipefail', '-c', request.command], {
      cwd: request.directory,
      env: { ...environment, PWD: request.directory },
      detached: true,
      stdio: ['ignore', pipe.writer, pipe.writer],
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  const { pid } = child;
  if (pid === undefined) return child;
  inFlight.add(pid);
  child.once('exit', () => inFlight.delete(pid));
  // A fault of ours must not leave somebody's test server behind.
  if (!isExitWatched)
    process.once('exit', () => inFlight.forEach((group) => void signalGroup(group, 'SIGKILL')));
  isExitWatched = true;
  return child;
}

function untilExit(run: {
  child: ChildProcess;
  request: ExecRequest;
  mark: string;
  graceMs: number;
}): Promise<Exit> {
  const { child, request, mark, graceMs } = run;
  return new Promise((resolve) => {
    let cause: Exit | null = null;
    const stop = (because: Exit) => {
      if (cause !== null || child.pid === undefined) return;
      cause = because;
      void endGroup(child.pid, graceMs).then(() => killMarked(mark));
    };
    const timer = setTimeout(
      () => stop({ kind: 'timed_out', afterMs: request.timeoutMs }),
      request.timeoutMs,
    );
    // Whatever the line makes of the signal, an interrupted line has no status of its own.
    const onAbort = () => stop({ kind: 'signaled', signal: 'SIGTERM' });
    request.signal?.addEventListener('abort', onAbort, { once: true });
    const settle = (exit: Exit) => {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onAbort);
      resolve(cause ?? exit);
    };
    child.once('error', (error) => settle({ kind: 'not_started', why: error.message }));
    child.once('exit', (code, signal) =>
      settle(
        code !== null
          ? { kind: 'exited', code }
          : signal !== null
            ? { kind: 'signaled', signal }
            : { kind: 'unknown' },
      ),
    );
  });
}

type OutputReading = {
  /** Waits until everybody has let go of the pipe, or it was silent for `quietMs`, or four times that have passed. */
  settle(quietMs: number): Promise<void>;
  stop(): void;
  /** Goes on reading for those who were left running: a closed pipe would end them by SIGPIPE. */
  leave(): void;
};

function readOutput(pipe: OutputPipe, capture: OutputCapture): OutputReading {
  let isOver = false;
  let lastAt = performance.now();
  let announce = () => {};
  const closed = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const over = () => {
    isOver = true;
    capture.close();
    announce();
  };
  pipe.reader.on('data', (chunk: Buffer) => {
    lastAt = performance.now();
    capture.add(chunk);
  });
  pipe.reader.once('close', over);
  pipe.reader.once('error', over);
  return {
    async settle(quietMs) {
      const began = performance.now();
      lastAt = began;
      while (!isOver && performance.now() - lastAt < quietMs && performance.now() - began < quietMs * 4) {
        await Promise.race([closed, delay(10)]);
      }
    },
    stop() {
      pipe.reader.destroy();
      over();
    },
    leave() {
      if (!isOver) pipe.reader.unref();
    },
  };
}
