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
import { endGroup, isGroupAlive, killMarked, runMark } from './process-group.ts';
import { groupEnded, groupStarted } from './started-groups.ts';

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

/** How long a killed process may take to be gone. */
const stuckMs = 5_000;

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
  const forget = (group: number) => {
    left.delete(group);
    groupEnded(group);
  };
  return {
    async run(request) {
      // What has ended by itself meanwhile: its number may be somebody else's one day.
      for (const group of left) if (!isGroupAlive(group)) forget(group);
      const { result, group } = await runLine(request, settings);
      if (group === null) return result;
      if (isGroupAlive(group)) left.add(group);
      else forget(group);
      return result;
    },
    async endBackground() {
      await Promise.all([...left].map((group) => endGroup(group, settings.graceMs)));
      left.forEach(forget);
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
  const ended = await execute({
    request: { ...request, environment: { ...base, ...testimony?.environment } },
    settings,
    capture,
    mark,
  });
  const result: ExecResult = {
    exit: ended.exit,
    ...capture.taken(),
    durationMs: Math.round(performance.now() - started),
    testimony: testimony?.collect() ?? { kind: 'none', why: 'no witness' },
  };
  return { result, group: ended.group };
}

/** The process from its start until nothing of it is left that should not be. */
async function execute(run: {
  request: ExecRequest & { environment: Readonly<Record<string, string>> };
  settings: Settings;
  capture: OutputCapture;
  mark: string;
}): Promise<{ exit: Exit; group: number | null }> {
  const { request, settings, capture, mark } = run;
  const opened = openPipe();
  if (opened instanceof Error) return { exit: { kind: 'not_started', why: opened.message }, group: null };
  const output = readOutput(opened, capture);
  const child = start(request, opened, request.environment);
  closeWriter(opened);
  const exit: Exit =
    child instanceof Error
      ? { kind: 'not_started', why: child.message }
      : await untilExit({ child, request, graceMs: settings.graceMs });
  const group = child instanceof Error ? null : (child.pid ?? null);
  await output.settle(settings.quietMs);
  const isCut = exit.kind === 'timed_out' || request.signal?.aborted === true;
  if (group === null || (request.background === 'keep' && !isCut)) {
    output.leave();
    return { exit, group };
  }
  await endGroup(group, settings.graceMs);
  if (isCut) killMarked(mark);
  await output.settle(settings.quietMs);
  output.stop();
  return { exit, group };
}

function openPipe(): OutputPipe | Error {
  try {
    return openOutputPipe();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
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

/** An error: e.g. an environment that is too large for the system. */
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
  // A fault of ours must not leave somebody's test server behind.
  if (child.pid !== undefined) groupStarted(child.pid);
  return child;
}

function untilExit(run: { child: ChildProcess; request: ExecRequest; graceMs: number }): Promise<Exit> {
  const { child, request, graceMs } = run;
  return new Promise((resolve) => {
    let cause: Exit | null = null;
    const stop = (because: Exit) => {
      if (cause !== null || child.pid === undefined) return;
      cause = because;
      // A process that the system cannot end (it waits for a dead disk) must not hold us for ever.
      void endGroup(child.pid, graceMs).then(() => setTimeout(() => settle(because), stuckMs).unref());
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
