// What a command line does: what executes, what its success proves, what it writes.
import type { ProjectFiles, ReadCommand, Reading, TreeMove } from '../reading-types.ts';
import { listCommands } from './commands.ts';
import { proveLine } from './implies/index.ts';
import { inner } from './inner/inner.ts';
import { parseLine } from './parse.ts';
import { isExecuting, strongest } from './programs/program-reading.ts';
import { readCommandOf } from './reading/read-command.ts';
import { type CommandFinding, readCommands } from './reading/read-commands.ts';
import { suggest } from './suggestion.ts';
import { lineWrites, treeMoves } from './writes/index.ts';

export type ReadOptions = {
  /** The project's files; without them a script that is not there is taken at its name. */
  project?: ProjectFiles;
  /** The line runs under `bash -o pipefail`. Default: true. */
  pipefail?: boolean;
  /** A bash 3.2 may run it and the scripts that it calls. Default: false. */
  oldBash?: boolean;
};

/** Reads one bash line. Never throws on any text; a line that bash would refuse proves nothing and counts as no run. */
export function readCommand(line: string, options: ReadOptions = {}): Reading {
  const parsed = parseLine(line);
  const { pipefail = true, oldBash = false } = options;
  if (!parsed.parsed) return unread(line, pipefail, parsed.error);
  const project = options.project ?? null;
  const listed = listCommands(parsed);
  const proofs = proveLine(parsed, { pipefail, oldBash });
  const findings = readCommands(parsed, listed, proofs, {
    project,
    directory: '.',
    inner,
    depth: 0,
    oldBash,
    assigns: [],
  });
  const read = findings.map((finding, index) => readCommandOf(finding, index, project));
  const writes = lineWrites(parsed, listed, project);
  const executes = read.some((command) => command.executes);
  const { moves, commands } = onMovedTrees(read, () => treeMoves(parsed, listed, writes));
  const open = new Set(commands.filter(({ proven }) => !proven).map(({ text }) => text));
  return {
    line,
    pipefail,
    parsed: true,
    error: null,
    executes,
    ifExitZero: worthOf(commands),
    commands,
    proves: provenTexts(findings).filter((text) => !open.has(text)),
    writes,
    moves,
    suggestion: suggest(commands),
  };
}

/**
 * A line that moves the tree away and back is evidence for no tree, so its exit status proves no check for the one that stands,
 * also where a later check of the line ran on what was moved back. Where something is executed, a move during which
 * only linters and compilers ran takes their word and no other's.
 */
function onMovedTrees(
  read: readonly ReadCommand[],
  movesOf: () => readonly TreeMove[],
): { moves: readonly TreeMove[]; commands: readonly ReadCommand[] } {
  const executes = read.some((command) => command.executes);
  const isCheck = (index: number): boolean => read[index]?.class === 'check';
  // A line without any check tests no other tree.
  if (!executes && !read.some(({ index }) => isCheck(index))) return { moves: [], commands: read };
  const all = movesOf();
  const moves = all.filter((move) =>
    move.commands.some((index) => (executes ? read[index]?.executes === true : isCheck(index))),
  );
  const idle = new Map(
    all
      .filter((move) => !moves.includes(move))
      .flatMap((move) => move.commands.filter(isCheck).map((index) => [index, move.text] as const)),
  );
  const [first] = moves;
  const commands = read.map((command): ReadCommand => {
    const elsewhere = idle.get(command.index);
    if (elsewhere !== undefined) return { ...command, class: 'inert', disarmed: elsewhere };
    return first !== undefined && command.proven && (command.executes || command.class === 'check')
      ? { ...command, proven: false, endsZero: false, maskedBy: first.text }
      : command;
  });
  return { moves, commands };
}

/** `"pytest" -q` without its quotes, where they change nothing. */
function unquoted({ text, listed }: CommandFinding): string {
  const isPlain =
    listed.assignments.length === 0 && listed.words.every((word) => word !== null && PLAIN.test(word));
  return /["']/.test(text) && isPlain ? listed.words.join(' ') : text;
}

const PLAIN = /^[\w./:=@%+,-]+$/;

/** A command behind a wrapper has two texts, and one in quotes. A text that stands in the line twice is proven if every one of them is. */
function provenTexts(findings: readonly CommandFinding[]): readonly string[] {
  const texts = findings
    .filter(({ listed }) => !listed.uncalled)
    .map((finding) => ({
      proven: finding.proven,
      texts: [...new Set([finding.text, finding.behindWrappers, unquoted(finding)])],
    }));
  const open = new Set(texts.flatMap((one) => (one.proven ? [] : one.texts)));
  return texts.flatMap((one) => (one.proven ? one.texts.filter((text) => !open.has(text)) : []));
}

function unread(line: string, pipefail: boolean, error: string): Reading {
  return {
    line,
    pipefail,
    parsed: false,
    error,
    executes: false,
    ifExitZero: 'none',
    commands: [],
    proves: [],
    writes: [],
    moves: [],
    suggestion: 'write the line so that `bash -n` accepts it',
  };
}

function worthOf(commands: readonly ReadCommand[]): Reading['ifExitZero'] {
  const executing = commands.filter((command) => command.executes);
  if (executing.length === 0) return 'none';
  const foreground = executing.filter((command) => !command.background);
  const counted = foreground.length > 0 ? foreground : executing;
  const serious = counted.filter((command) => command.inline === null || command.inline.namesProject);
  const those = serious.length > 0 ? serious : counted;
  const best = strongest(those.map((command) => command.class));
  const group =
    best === 'test'
      ? those.filter((command) => command.class === 'test')
      : those.filter(({ class: one }) => isExecuting(one));
  return group.every((command) => command.proven) ? 'green' : 'masked';
}
