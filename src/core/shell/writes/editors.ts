// Programs that edit files in place.
import { each, hasOption, splitArguments, type Words, type Written } from './written.ts';

const SED_VALUED = new Set(['-e', '-f', '-l', '--expression', '--file', '--line-length']);
const PERL_VALUED = new Set(['-I', '-M', '-m']);

/** Programs that do to each of many files what they do to one, and name them all. */
export const ONE_BY_ONE: ReadonlySet<string> = new Set(
  'sed gsed perl ruby awk gawk yq sd cp gcp mv install ln'.split(' '),
);

/** One file is edited by hand, so to say; the same substitution in several (a rename) is what a tool does to many. */
function edited(files: Words): readonly Written[] {
  return each(files, files.length > 1 ? 'bulk' : 'author');
}

/** `sed -i`, `sed -i.bak`, `sed -ni`, `sed --in-place`, and BSD's `sed -i '' ...`. */
export function sedWrites(words: Words): readonly Written[] {
  let inPlace = false;
  let hasScript = false;
  const operands: (string | null)[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? null;
    if (word === null || !word.startsWith('-') || word === '-') {
      operands.push(word);
      continue;
    }
    if (word === '--') {
      operands.push(...words.slice(at + 1));
      break;
    }
    const letters = /^-([A-Za-z]+)/.exec(word)?.[1] ?? '';
    if (/^--in-place(=|$)/.test(word) || (letters !== '' && /^[nErszu]*i/.test(letters))) {
      inPlace = true;
      const next = words[at + 1];
      // Limit: `sed -i .bak s/a/b/ f` is BSD's form; GNU sed would take `.bak` for the script.
      if (/^-[nErszu]*i$/.test(word) && (next === '' || /^\.\w+$/.test(next ?? ''))) at += 1;
      continue;
    }
    if (SED_VALUED.has(word) || /^-[nErszu]+[ef]$/.test(word)) at += 1;
    if (/^-[nErszu]*[ef]|^--(expression|file)/.test(word)) hasScript = true;
  }
  return inPlace ? edited(hasScript ? operands : operands.slice(1)) : [];
}

/** `perl -pi -e`, `perl -i.bak -ne`, `ruby -pi -e`. */
export function perlWrites(words: Words): readonly Written[] {
  let inPlace = false;
  let hasScript = false;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? null;
    if (word === null || !word.startsWith('-') || word === '-') break;
    if (word === '--') {
      at += 1;
      break;
    }
    if (PERL_VALUED.has(word)) {
      at += 1;
      continue;
    }
    const letters = /^-[acFlnpswWtT0-9]*(i(?:\.\w+)?)?([acFlnpsw0-9]*)([eE]?)$/.exec(word);
    if (letters?.[1] !== undefined) inPlace = true;
    if (/^-[A-Za-z0-9.]*[eE]$/.test(word) && !/^-[IMm]/.test(word)) {
      hasScript = true;
      at += 1;
    }
  }
  const operands = words.slice(at);
  return inPlace ? edited(hasScript ? operands : operands.slice(1)) : [];
}

/** `awk -i inplace 'program' files`. */
export function awkWrites(words: Words): readonly Written[] {
  const { options, operands } = splitArguments(words, new Set(['-i', '-f', '-v', '-F', '--include']));
  if (options.get('-i') !== 'inplace' && options.get('--include') !== 'inplace')
    return options.has('-f') ? [] : printedTo(operands[0] ?? '');
  return edited(options.has('-f') ? operands : operands.slice(1));
}

/** `awk '{ print > "out.txt" }'`. */
function printedTo(program: string): readonly Written[] {
  const files = [...program.matchAll(/\bprintf?\b[^;}\n]*?>>?\s*"([^"\\]+)"/g)].map(
    (match) => match[1] ?? null,
  );
  return each(
    files.filter((path) => path?.startsWith('/dev/') !== true),
    'author',
  );
}

const VI_VALUED = ['-c', '-S', '-u', '-i', '-sc', '-esc', '-Esc'];

/** `yq -i EXPRESSION FILES`, `sd OLD NEW FILES`, `dos2unix FILES`, `ed FILE`. */
export function otherEditorWrites(program: string, words: Words): readonly Written[] {
  const isVi = /^(ex|vi|vim|nvim)$/.test(program);
  const { options, operands } = splitArguments(words, new Set(isVi ? VI_VALUED : []));
  switch (program) {
    case 'vi':
    case 'vim':
    case 'nvim':
      return hasOption(options, '-e', '-E') ? each(operands, 'author') : [];
    case 'yq': {
      if (!hasOption(options, '-i', '--inplace', '--in-place')) return [];
      const behind = operands[0] === 'e' || operands[0] === 'eval' ? operands.slice(1) : operands;
      return each(behind.slice(1), 'author');
    }
    case 'sd':
      return hasOption(options, '-p', '--preview') ? [] : each(operands.slice(2), 'author');
    case 'dos2unix':
    case 'unix2dos':
    case 'ed':
    case 'ex':
    case 'sponge':
      return each(operands, 'author');
    default:
      return [];
  }
}
