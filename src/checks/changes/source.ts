import type { FileKind } from '../../core/types.ts';
import { withoutComments } from './comments.ts';
import type { ChangedFile } from './types.ts';

/** Languages in which tests are usual. A style sheet, a page, a deployment script or a benchmark alone asks for no test. */
const programs =
  /\.(py|pyx|[cm]?jsx?|[cm]?tsx?|vue|svelte|go|rs|java|kts?|scala|groovy|rb|php|cs|fs|vb|c|cc|cpp|cxx|h|hh|hpp|m|mm|swift|exs?|erl|clj[cs]?|dart|lua|p[lm]|hs|mli?|zig|nim|jl|r)$/i;
const unprovable =
  /\.d\.[cm]?ts$|(^|\/)(docs?|examples?|benches|benchmarks?)\/|(^|\/)benchmarks?\.\w+$|(^|\/)migrations\/\d[^/]*\.py$/i;
const generatedPath =
  /(^|\/)(generated|__generated__|gen|dist|build|vendor|third_party)\/|_pb2(_grpc)?\.pyi?$|\.pb\.(go|cc|h)$|\.g\.dart$|\.min\.js$|[._-]generated\.\w+$/i;
const generatedMark = /@generated\b|\bDO NOT EDIT\b|\bauto-?generated\b|\bcode generated\b/i;

/** The file holds source that tests are about. */
export function isSourceOfTests(path: string, kind: FileKind): boolean {
  return kind === 'source' && programs.test(path) && !unprovable.test(path);
}

/** Made by a tool: by its place, or because it already said so at the baseline (a mark that is new proves nothing). */
export function isGenerated(file: ChangedFile): boolean {
  const head = file.before?.split('\n', 10).join('\n') ?? '';
  return generatedPath.test(file.path) || generatedMark.test(head);
}

/** The code itself changed: not only comments, white space or imports. */
export function isRealChange(file: ChangedFile): boolean {
  return codeOf(file, 'before') !== codeOf(file, 'after');
}

/** Something was taken away and nothing brought in. */
export function isRemoval(file: ChangedFile): boolean {
  if (file.after === null || file.isReduced) return true;
  const before = codeLines(file, 'before');
  let at = 0;
  for (const line of codeLines(file, 'after')) {
    at = before.indexOf(line, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Code of one side, equal for texts that differ in layout only; empty: there is none. */
export function codeOf(file: ChangedFile, side: 'before' | 'after'): string {
  const form = side === 'before' ? file.formBefore : file.formAfter;
  return form ?? codeLines(file, side).join('\n');
}

// Limit: where the language's syntax is not read and is not like that of C, only whole lines of comment are known as such.
function codeLines(file: ChangedFile, side: 'before' | 'after'): readonly string[] {
  return withoutComments(file.path, file[side] ?? '')
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter(
      (line) =>
        line !== '' &&
        !/^(\/\/|#(?!include|define|if|el|end)|\*|\/\*|--\s|import\b|from\b.*\bimport\b|use\b.*;$|package\b)/.test(
          line,
        ),
    );
}
