// Readings and runs made by hand, so that a row shows only what it is about.
import type { JudgeRequest } from '../../src/core/judge-run.ts';
import type { ReadCommand, Reading } from '../../src/core/reading-types.ts';
import type { TestifiedCommand, Testimony } from '../../src/core/testimony.ts';
import { readResults } from '../../src/results/index.ts';

export function command(given: Partial<ReadCommand> & { text: string }): ReadCommand {
  const words = given.text.split(' ');
  return {
    index: 0,
    start: 0,
    end: given.text.length,
    class: 'test',
    executes: true,
    program: words[0] ?? null,
    words,
    scope: [],
    directory: '.',
    proven: true,
    assumption: null,
    maskedBy: null,
    disarmed: null,
    innerMask: null,
    scripts: [],
    endsZero: given.proven ?? true,
    inline: null,
    background: false,
    filteredBy: null,
    redirected: false,
    ...given,
  };
}

export function reading(commands: readonly ReadCommand[], given: Partial<Reading> = {}): Reading {
  const placed = commands.map((one, index) => ({ ...one, index }));
  return {
    line: placed.map((one) => one.text).join('; '),
    pipefail: true,
    parsed: true,
    error: null,
    executes: placed.some((one) => one.executes),
    ifExitZero: placed.some((one) => one.executes && one.proven) ? 'green' : 'masked',
    commands: placed,
    proves: placed.filter((one) => one.proven).map((one) => one.text),
    writes: [],
    moves: [],
    suggestion: null,
    ...given,
  };
}

export function judged(
  commands: readonly ReadCommand[],
  given: Partial<JudgeRequest> & { status?: number | null } = {},
): JudgeRequest {
  const { status = 0, ...rest } = given;
  return {
    reading: reading(commands),
    exit: status === null ? { kind: 'unknown' } : { kind: 'exited', code: status },
    output: '',
    outputWhole: true,
    testimony: { kind: 'none', why: 'no witness' },
    background: false,
    readResults,
    reportFiles: () => null,
    asked: 'agent',
    isProjectFile: () => false,
    isOutside: () => false,
    ...rest,
  };
}

/** What the line's own shell testified, up to its end. */
export function testified(
  commands: readonly Pick<TestifiedCommand, 'text' | 'statuses'>[],
  given: { isWhole?: boolean; directories?: readonly string[]; first?: readonly number[] } = {},
): Extract<Testimony, { kind: 'given' }> {
  const { isWhole = true, directories = [], first = [0] } = given;
  const directory = directories[0] ?? '/project';
  return {
    kind: 'given',
    commands: commands.map((one, at) => ({
      ...one,
      shell: 0,
      directory: directories[at] ?? directory,
      isTwice: false,
    })),
    shells: [{ script: null, directory, parent: null, since: 0, first, hasEnd: true, isWhole }],
    missesScripts: false,
  };
}
