// The ignore rules that the files of a replay bring along, as git reads them.

type Rule = { pattern: RegExp; isFolder: boolean; ignores: boolean };

/** Which paths the `.gitignore` files among these leave out of the tree. */
export function ignoredBy(files: Readonly<Record<string, string>>): (path: string) => boolean {
  const rules = Object.entries(files)
    .filter(([path]) => /(^|\/)\.gitignore$/.test(path))
    .sort(([one], [other]) => one.length - other.length)
    .flatMap(([path, text]) => rulesOf(path.slice(0, -'.gitignore'.length), text));
  return (path) => isIgnored(path, rules);
}

/** What lies in an ignored folder is ignored; else the last rule that matches decides. */
function isIgnored(path: string, rules: readonly Rule[]): boolean {
  const parts = path.split('/');
  return parts.some((_, index) => {
    const isFolder = index < parts.length - 1;
    const at = parts.slice(0, index + 1).join('/');
    const rule = rules.findLast((one) => (isFolder || !one.isFolder) && one.pattern.test(at));
    return rule?.ignores === true;
  });
}

/** `folder` is where the file lies: empty, or with a slash at its end. */
function rulesOf(folder: string, text: string): readonly Rule[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const written = line.replace(/(?<!\\)\s+$/, '');
    if (written === '' || written.startsWith('#')) return [];
    const ignores = !written.startsWith('!');
    const glob = (ignores ? written : written.slice(1)).replace(/^\\/, '');
    const isFolder = glob.endsWith('/');
    const body = glob.replace(/\/$/, '');
    const anywhere = body.includes('/') ? '' : '(?:.*/)?';
    const pattern = new RegExp(`^${literal(folder)}${anywhere}${source(body.replace(/^\//, ''))}$`);
    return [{ pattern, isFolder, ignores }];
  });
}

function source(glob: string): string {
  return glob.replace(/\*\*\/|\/\*\*$|\*|\?|\[[^\]]+\]|[.+^$()|{}\\[\]]/g, (token) => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '/**') return '/.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.startsWith('[') && token.length > 1) return token.replace(/^\[!/, '[^');
    return literal(token);
  });
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
