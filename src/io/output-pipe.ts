import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { makeTemporaryDirectory } from './temporary-directory.ts';

/** A pipe that a child gets as stdout and stderr both, and that we read. */
export type OutputPipe = { reader: Socket; writer: number };

/**
 * A named pipe, unlinked at once. Node's own pipes are sockets: `echo x > /dev/stderr` and `tee /dev/stderr` fail on
 * them, and two of them lose the order of stdout and stderr. Throws where no named pipe can be made.
 */
export function openOutputPipe(): OutputPipe {
  const directory = makeTemporaryDirectory('pipe');
  try {
    const path = join(directory.path, 'output');
    const made = spawnSync('mkfifo', ['-m', '600', path], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 10_000,
    });
    if (made.status !== 0) throw new Error(`mkfifo failed: ${made.error?.message ?? made.stderr.toString()}`);
    // The reader first, without waiting for a writer; then the writer, which children inherit in blocking mode.
    const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY);
    return { reader: new Socket({ fd: read, readable: true, writable: false }), writer };
  } finally {
    directory.remove();
  }
}

export function closeWriter(pipe: OutputPipe): void {
  closeSync(pipe.writer);
}
