import { harmless } from './layout.ts';

/** The line at the bottom of a terminal that says what is running and for how long; nothing where there is no terminal. */
export type Progress = {
  /** What is running now; null: nothing. */
  running(what: string | null): void;
  /** Output as it comes: its last line is shown. */
  output(text: string): void;
  /** Takes the line away before something else is printed. */
  clear(): void;
};

type Stream = { isTTY?: boolean; columns?: number; write(text: string): unknown };

const AFTER_MS = 1_000;

/** For a stream that is a terminal; for any other one it does nothing. */
export function progressOn(stream: Stream): Progress {
  if (stream.isTTY !== true) return { running() {}, output() {}, clear() {} };
  let what: string | null = null;
  let since = 0;
  let last = '';
  let isShown = false;
  const clear = (): void => {
    if (isShown) stream.write('\r\u001B[K');
    isShown = false;
  };
  const show = (): void => {
    const elapsed = performance.now() - since;
    if (what === null || elapsed < AFTER_MS) return;
    const line = `  … ${what} (${Math.floor(elapsed / 1000)} s)${last === '' ? '' : `  ${last}`}`;
    clear();
    stream.write(`\u001B[2m${line.slice(0, Math.max(10, (stream.columns || 80) - 1))}\u001B[22m`);
    isShown = true;
  };
  let timer: NodeJS.Timeout | null = null;
  return {
    running(next) {
      clear();
      if (timer !== null) clearInterval(timer);
      what = next === null ? null : (harmless(next).split('\n')[0] ?? '');
      since = performance.now();
      last = '';
      timer = next === null ? null : setInterval(show, 500);
      timer?.unref();
    },
    output(text) {
      const lines = harmless(text).trimEnd().split('\n');
      last = lines.at(-1)?.trim() ?? last;
    },
    clear,
  };
}
