/** A wish to stop that came from outside: Ctrl-C, or a signal. */
export type Interruption = {
  signal: AbortSignal;
  /** No longer listens. */
  end(): void;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The first signal aborts, so that everything ends in order and is recorded; the second one ends the process at once with
 * `status` (what runs is killed with it). `onFirst` is told about the first one.
 */
export function interruptible(options: { status: number; onFirst: () => void }): Interruption {
  const controller = new AbortController();
  const listen = (): void => {
    if (controller.signal.aborted) process.exit(options.status);
    options.onFirst();
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, listen);
  return {
    signal: controller.signal,
    end: () => {
      for (const name of SIGNALS) process.off(name, listen);
    },
  };
}
