// Programs that make, copy, move and remove files.

import { baseName } from './peel.ts';
import { each, hasOption, named, SOME_FILES, splitArguments, type Words, type Written } from './written.ts';

const COPY_VALUED = new Set(['-t', '--target-directory', '-S', '--suffix', '-m', '-o', '-g', '--mode', '-e']);

/** `cp`, `mv`, `install`, `ln`, `rsync`, `scp`: what stands there afterwards, and for `mv` what no longer does. */
export function copyWrites(
  program: string,
  words: Words,
  isFolderThere: (name: string) => boolean,
): readonly Written[] {
  const { options, operands } = splitArguments(words, COPY_VALUED);
  if (program === 'install' && hasOption(options, '-d', '--directory')) return [];
  if (hasOption(options, '-n', '--dry-run') && program === 'rsync') return [];
  const given = options.get('-t') ?? options.get('--target-directory');
  const sources = given === undefined ? operands.slice(0, -1) : operands;
  const target = given === undefined ? (operands.at(-1) ?? null) : given;
  if (operands.length === 0 || (/^(scp|rsync)$/.test(program) && isFar(target))) return [];
  if (given === undefined && operands.length === 1) {
    return program === 'ln'
      ? [named(operands[0] === null ? null : baseName(operands[0] ?? ''), 'author')]
      : [];
  }
  const isFolder =
    given !== undefined ||
    sources.length > 1 ||
    isFolderName(target) ||
    (target !== null && isFolderThere(target));
  // Several files at once are brought along, not written.
  const whole =
    hasOption(options, '-r', '-R', '-a', '--recursive', '--archive') ||
    program === 'rsync' ||
    sources.length > 1 ||
    sources.some((source) => source !== null && /[*?[]/.test(source));
  const made = sources.map((source) =>
    named(
      isFolder ? inFolder(target, isWhole(program, source) ? '' : source) : target,
      whole && program !== 'ln' ? 'bulk' : 'author',
    ),
  );
  return program === 'mv' ? [...each(sources, 'remove'), ...made] : made;
}

/** On another machine: `host:path`. */
function isFar(target: string | null): boolean {
  return target !== null && /^[\w.@-]{2,}:/.test(target);
}

/** Where `cp`, `mv` and `ln` take one file to another name: [from, to]; null for everything else. */
export function copiedPair(words: Words): readonly [string, string] | null {
  const { operands } = splitArguments(words.slice(1), COPY_VALUED);
  const [from, to] = operands;
  if (operands.length !== 2 || typeof from !== 'string' || typeof to !== 'string') return null;
  return [from, isFolderName(to) ? (inFolder(to, from) ?? to) : to];
}

/** `rsync a/ b` copies what lies in a, not a itself. */
function isWhole(program: string, source: string | null): boolean {
  return program === 'rsync' && source?.endsWith('/') === true;
}

function isFolderName(target: string | null): boolean {
  return target !== null && (/\/$/.test(target) || /(^|\/)\.\.?$/.test(target));
}

function inFolder(folder: string | null, source: string | null): string | null {
  if (folder === null) return null;
  if (source === null || /[*?[]/.test(source)) return `${folder.replace(/\/+$/, '')}/*`;
  const name = baseName(source.replace(/\/+$/, ''));
  return name === '' ? folder.replace(/\/+$/, '') : `${folder.replace(/\/+$/, '')}/${name}`;
}

export function removeWrites(words: Words): readonly Written[] {
  return each(splitArguments(words, new Set()).operands, 'remove');
}

export function teeWrites(words: Words): readonly Written[] {
  const { operands } = splitArguments(words, new Set());
  return each(
    operands.filter((path) => path === null || !/^\/dev\/|^-$/.test(path)),
    'author',
  );
}

export function touchWrites(words: Words): readonly Written[] {
  return each(splitArguments(words, new Set(['-d', '-t', '-r', '--date', '--reference'])).operands, 'author');
}

/** The mode is a file's content too; the first operand is it, unless another file lends its own. */
export function chmodWrites(words: Words): readonly Written[] {
  const takesMode = !words.some((word) => word?.startsWith('--reference'));
  const { operands } = splitArguments(
    words.filter((word) => word === null || !/^-[rwxXst]/.test(word)),
    new Set(['--reference']),
  );
  const isMode = takesMode && !words.some((word) => word !== null && /^-[rwxXst]/.test(word));
  return each(isMode ? operands.slice(1) : operands, 'bulk');
}

export function truncateWrites(words: Words): readonly Written[] {
  return each(splitArguments(words, new Set(['-s', '-r', '--size', '--reference'])).operands, 'author');
}

export function ddWrites(words: Words): readonly Written[] {
  const output = words.find((word) => word?.startsWith('of='));
  if (output === undefined || output === null) return [];
  const path = output.slice(3);
  return path.startsWith('/dev/') ? [] : [{ path, kind: 'author' }];
}

/** `patch -p1 < x`: some files; `patch FILE < x`: that one. */
export function patchWrites(words: Words): readonly Written[] {
  const valued = new Set(['-i', '-d', '-o', '-r', '--input', '--directory', '--output', '-D', '-B', '-z']);
  const { options, operands } = splitArguments(words, valued);
  if (hasOption(options, '--dry-run', '-C')) return [];
  const output = options.get('-o') ?? options.get('--output');
  if (output !== undefined) return [named(output, 'author')];
  return operands.length > 0 ? each(operands.slice(0, 1), 'author') : SOME_FILES;
}

/** `sort -o F`, `iconv -o F`, `pandoc -o F`. */
export function outputWrites(words: Words): readonly Written[] {
  const { options } = splitArguments(words, new Set(['-o', '--output', '-f', '-t', '-k', '-S', '-T']));
  const output = options.get('-o') ?? options.get('--output');
  return output === undefined || output === '-' ? [] : [named(output, 'author')];
}

/** `curl -o F`, `curl -O URL`, `wget -O F`, `wget URL`. */
export function downloadWrites(program: string, words: Words): readonly Written[] {
  const isCurl = program === 'curl';
  const { options, operands } = splitArguments(words, isCurl ? CURL_VALUED : WGET_VALUED);
  const output = isCurl
    ? (options.get('-o') ?? options.get('--output') ?? bundledOutput(words))
    : (options.get('-O') ?? options.get('--output-document') ?? wgetBundled(words));
  if (output !== undefined) {
    return output === '-' || output?.startsWith('/dev/') ? [] : [named(output, 'author')];
  }
  if (isCurl && !hasOption(options, '-O', '--remote-name')) return [];
  if (!isCurl && hasOption(options, '--spider')) return [];
  const folder = options.get('-P') ?? options.get('--directory-prefix') ?? options.get('--output-dir') ?? '';
  const place = folder === '' || folder === null ? '' : `${folder.replace(/\/+$/, '')}/`;
  return operands.map((url) =>
    named(url === null ? null : place + baseName(url.replace(/[?#].*$/, '')), 'author'),
  );
}

/** `curl -sLo FILE`. */
function bundledOutput(words: Words): string | null | undefined {
  const at = words.findIndex((word) => word !== null && /^-[a-zA-Z#]+o$/.test(word));
  return at < 0 ? undefined : (words[at + 1] ?? null);
}

/** `wget -qO FILE`, `wget -qO- URL`. */
function wgetBundled(words: Words): string | null | undefined {
  const at = words.findIndex((word) => word !== null && /^-[a-zA-Z]*O/.test(word));
  const word = at < 0 ? undefined : words[at];
  if (word === undefined || word === null) return undefined;
  const attached = word.slice(word.indexOf('O') + 1);
  return attached === '' ? (words[at + 1] ?? null) : attached;
}

const CURL_VALUED = new Set(
  '-o --output -H --header -d --data --data-raw --data-binary --data-urlencode -X --request -u --user -F --form -A -b -c -e -m --max-time --connect-timeout -w --write-out -T -x --retry --cacert -K --url -sLo -Lo -sSLo -fsSLo -so -sSo'.split(
    ' ',
  ),
);
const WGET_VALUED = new Set(
  '-O --output-document -o -P --directory-prefix -U -T -t --tries --header'.split(' '),
);

/** `tar x`, `unzip`: a folder of files; `tar c`, `zip`: the archive. */
export function archiveWrites(program: string, words: Words): readonly Written[] {
  if (program === 'unzip') {
    const { options } = splitArguments(words, new Set(['-d']));
    if (hasOption(options, '-l', '-p', '-t', '-Z', '-v')) return [];
    return [{ path: options.get('-d') ?? null, kind: 'bulk' }];
  }
  if (program === 'zip')
    return each(splitArguments(words, new Set(['-x', '-i'])).operands.slice(0, 1), 'bulk');
  if (program === 'gunzip' || program === 'gzip') {
    const { options, operands } = splitArguments(words, new Set());
    return hasOption(options, '-c', '-t', '-l') || operands.length === 0 ? [] : SOME_FILES;
  }
  const [first] = words;
  const letters = typeof first === 'string' ? first.replace(/^-/, '') : '';
  const { options } = splitArguments(words, new Set(['-C', '--directory', '-f', '--file']));
  const changesFolder = options.has('-C') || options.has('--directory');
  const bundle = /^[A-Za-z]+$/.test(letters) && !first?.startsWith('--') ? letters : '';
  if (bundle.includes('x') || options.has('-x') || options.has('--extract') || options.has('--get')) {
    // `-C` is where the command works, which its paths are relative to.
    return [{ path: changesFolder ? '.' : null, kind: 'bulk' }];
  }
  if (bundle.includes('c') || options.has('--create')) {
    const file = options.get('-f') ?? options.get('--file') ?? (bundle.endsWith('f') ? words[1] : undefined);
    return file === undefined || file === '-' ? [] : [named(changesFolder ? null : (file ?? null), 'bulk')];
  }
  return [];
}
