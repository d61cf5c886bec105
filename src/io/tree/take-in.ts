import { closeSync, openSync, readSync } from 'node:fs';
import type { Layer } from './layer.ts';
import { onDisk, terminated } from './names.ts';

/** More files at once than a person or an agent writes. */
const bulk = 1000;

/** Git, too, looks so far for a NUL byte to know a text. Bytes. */
const headBytes = 8000;

/**
 * Lets git take files into the index as they stand. Answers those that it refused.
 * Of very many files only the texts are kept, and those in one pack: nobody asks for the content of a hundred thousand images,
 * and a file for each would take minutes.
 */
export async function takeIn(layer: Layer, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length <= bulk) return await taken(layer, paths, { before: [], options: [] });
  const { root } = layer.repository;
  const texts = new Set(paths.filter((path) => isText(onDisk(root, path))));
  const others = paths.filter((path) => !texts.has(path));
  const refused = [...(await taken(layer, others, { before: [], options: ['--info-only'] }))];
  const before = await packing(layer);
  for (const part of parts([...texts])) refused.push(...(await taken(layer, part, { before, options: [] })));
  return new Set(refused);
}

/** Git looks for each file through all that it has put into the pack. */
const packed = 5000;

function parts(paths: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(paths.length / packed);
  return Array.from({ length: count }, (_, n) => paths.slice(n * packed, (n + 1) * packed));
}

type Way = { before: readonly string[]; options: readonly string[] };

/** Halves what git refuses, so that one file that changes while it is read does not hide the others. */
async function taken(layer: Layer, paths: readonly string[], way: Way): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const options = ['--add', '--remove', '--replace', ...way.options, '-z', '--stdin'];
  const answer = await layer.tryRun([...way.before, 'update-index', ...options], terminated(paths));
  if (answer.code === 0) return new Set();
  if (paths.length === 1) return new Set(paths);
  const half = Math.ceil(paths.length / 2);
  const refused = [
    ...(await taken(layer, paths.slice(0, half), way)),
    ...(await taken(layer, paths.slice(half), way)),
  ];
  return new Set(refused);
}

/** Git before 2.38 would make a pack for each file. */
async function packing(layer: Layer): Promise<readonly string[]> {
  const version = (await layer.tryRun(['version'])).stdout.toString('latin1');
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 38)
    ? ['-c', 'core.bigFileThreshold=1', '-c', 'pack.compression=1']
    : [];
}

function isText(file: string | Buffer): boolean {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const length = readSync(descriptor, head, 0, headBytes, 0);
      return !head.subarray(0, length).includes(0);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return true;
  }
}

const head = Buffer.alloc(headBytes);
