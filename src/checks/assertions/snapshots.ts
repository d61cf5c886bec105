import { printedName } from '../../core/names.ts';
import type { Finding } from '../../core/types.ts';
import type { ChangedFile, Changes } from '../changes/types.ts';

/** Recorded values that say something else now: refuted where no source changed, mentioned where one did. */
export function judgeSnapshots({ files, sourceChanged }: Changes): readonly Finding[] {
  return files.flatMap((file) => {
    const changed = changedNames(file);
    const [first] = changed;
    if (first === undefined) return [];
    const more = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
    const finding: Finding = {
      check: 'assertions',
      level: sourceChanged ? 'warn' : 'block',
      says: sourceChanged ? 'unproven' : 'refuted',
      message: `Recorded values were rewritten${sourceChanged ? '' : ', and no source changed'}: ${printedName(first.name)}${more} (${printedName(file.path)}).`,
      fix: sourceChanged
        ? 'Read each recorded value: is it what the task asks for?'
        : 'Put the recorded values back, and mend the source until they hold.',
      evidence: [{ path: file.path, line: first.line }],
    };
    return [finding];
  });
}

/** jest and vitest write `exports[...]`, syrupy writes `# name:` blocks. */
const forms = [
  { path: /\.snap$/, entry: /^exports\[`((?:[^`\\]|\\.)*)`\] = `((?:[^`\\]|\\.)*)`;$/gm },
  { path: /\.ambr$/, entry: /^# name: (.*)\n([\s\S]*?)\n# ---$/gm },
];

function changedNames({ path, before, after }: ChangedFile): readonly { name: string; line: number }[] {
  const form = forms.find((one) => one.path.test(path));
  if (form === undefined || before === null || after === null) return [];
  const old = new Map([...before.matchAll(form.entry)].map((match) => [match[1], match[2]]));
  return [...after.matchAll(form.entry)].flatMap((match) => {
    const [, name = '', value] = match;
    const was = old.get(name);
    if (was === undefined || was === value) return [];
    return [{ name, line: after.slice(0, match.index).split('\n').length }];
  });
}
