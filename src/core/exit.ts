// The one place that says how a process ended, and whether that is green.
import type { Exit } from './types.ts';

/** The process ended by itself with status 0. Nothing else is green. */
export function isGreen(exit: Exit): boolean {
  return exit.kind === 'exited' && exit.code === 0;
}

/** The status as a shell would report it (signals as 128 + n where the number is known); null = not known. */
export function statusOf(exit: Exit): number | null {
  switch (exit.kind) {
    case 'exited':
      return exit.code;
    case 'signaled':
      return SIGNAL_STATUS[exit.signal] ?? null;
    case 'timed_out':
    case 'not_started':
    case 'unknown':
      return null;
  }
}

/** `exited` for a status that a host reports, `unknown` where it reports none. */
export function exitOf(status: number | null): Exit {
  return status === null ? { kind: 'unknown' } : { kind: 'exited', code: status };
}

/** In words, for messages: `exit 1`, `killed by SIGKILL`, `stopped at its time limit of 180 s`. */
export function describeExit(exit: Exit): string {
  switch (exit.kind) {
    case 'exited':
      return `exit ${exit.code}`;
    case 'signaled':
      return `killed by ${exit.signal}`;
    case 'timed_out':
      return `stopped at its time limit of ${Math.round(exit.afterMs / 1000)} s`;
    case 'not_started':
      return `could not start: ${exit.why}`;
    case 'unknown':
      return 'status not known';
  }
}

/** Statuses with which a shell says that a command could not be started. */
export function couldNotStart(status: number): boolean {
  return status === 126 || status === 127;
}

/** Status of a process that wrote into a pipe that nobody reads any more. */
export const SIGPIPE_STATUS = 141;

const SIGNAL_STATUS: Readonly<Record<string, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGQUIT: 131,
  SIGABRT: 134,
  SIGKILL: 137,
  SIGSEGV: 139,
  SIGPIPE: SIGPIPE_STATUS,
  SIGTERM: 143,
};
