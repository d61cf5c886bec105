// Every sentence that the model reads (those about the plan stand in feedback-plan.ts).
import { CLIP_LENGTH, clip } from './clip.ts';
import { nameList, oneLine, placesOf, printedName } from './names.ts';
import { plainText } from './plain-text.ts';
import type { Finding } from './types.ts';
import type { UserError } from './user-error.ts';

/** Most files that one sentence names. */
const NAMED_FILES = 12;

/** Most characters of a command in a sentence. */
const LONGEST_COMMAND = 200;

/** `a.py, b.py and 3 more`. */
export function fileList(files: readonly string[]): string {
  return nameList(files, NAMED_FILES);
}

/** What an output that stands as evidence is quoted by: as a person would see it, its head and its tail. */
export function quotable(output: string): string {
  return clip(plainText(output), CLIP_LENGTH);
}

function quoted(output: string): string {
  const text = quotable(output);
  return text === '' ? '' : `\n\n${fenced(text)}`;
}

function fenced(text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, match) => Math.max(most, match[0].length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function named(command: string): string {
  return oneLine(command, LONGEST_COMMAND);
}

/** The command that would settle it: one that the agent has run, a check of the project, or words. */
export function nextCommand(command: string | null): string {
  return command === null
    ? 'Run the tests of this project, or the program itself, so that its own exit status can be seen.'
    : `Run \`${named(command)}\`.`;
}

export const writeCap = {
  /** `files`: written so far; `more`: what would be written now, as far as it is known. */
  refused(given: {
    files: readonly string[];
    more: readonly string[];
    limit: number;
    command: string | null;
  }): string {
    const { files, more, limit, command } = given;
    if (files.length === 0)
      return `This line would write ${more.length === 0 ? 'too many code files' : fileList(more)} with nothing executed in between. Write ${limit} at most before something runs. ${nextCommand(command)} Then go on writing.`;
    const wanted =
      more.length === 0
        ? 'this line writes more'
        : `${fileList(more)} would be ${more.length === 1 ? 'one' : more.length} more`;
    return `${countOf(files)} written and nothing has been executed since: ${fileList(files)}; ${wanted}. ${nextCommand(command)} Then go on writing.`;
  },
};

function countOf(files: readonly string[]): string {
  return files.length === 1 ? '1 code file was' : `${files.length} code files were`;
}

export const selfProtection = {
  ownState: (path: string): string =>
    `${path === '' ? 'The whole tree' : printedName(path)} is donegate's record of what was written and run, or holds it: it is neither edited nor removed. Go on with the task; what is recorded there follows from your runs.`,
  personOnly: (command: string): string =>
    `\`${named(command)}\` is for the person who started this session. Say what should be approved and why, and go on with the rest.`,
  damage: (damage: string): string =>
    `The record of this session is damaged, so nothing can be proven by it: ${damage}.`,
  damageFix: 'Stop here and tell the person; a new session starts a new record.',
};

export const runRule = {
  red(given: { files: readonly string[]; why: string; command: string; output: string }): string {
    return `The last word on this code is red: ${given.why}.\nCommand: \`${named(given.command)}\`${changed(given.files)}${quoted(given.output)}`;
  },
  redFix: (command: string): string =>
    `Mend what is wrong, then run \`${named(command)}\` (or a wider one) until it is green. Do not delete, skip or weaken tests.`,
  notRun: (files: readonly string[], checkedBy: string | null): string =>
    `Nothing was executed since this code was changed: ${fileList(files)}.${checkedBy === null ? '' : ` \`${named(checkedBy)}\` reads code, it does not run it.`}`,
  stale(given: { files: readonly string[]; command: string; result: string; output: string | null }): string {
    const run = `the last run (\`${named(given.command)}\`, ${given.result}) was for other content`;
    return `Code was changed after it was last run: ${fileList(given.files)}; ${run}.${given.output === null ? '' : quoted(given.output)}`;
  },
  noEvidence(given: { files: readonly string[]; why: string; command: string }): string {
    return `The last run proves nothing: ${given.why}.\nCommand: \`${named(given.command)}\`${changed(given.files)}`;
  },
  onlyOld(given: { files: readonly string[]; command: string; stopped: string | null }): string {
    const rest = given.stopped ?? 'no test is seen to pass in it';
    return `What failed in \`${named(given.command)}\` had failed before this session, but it does not prove this code: ${rest}.${changed(given.files)}`;
  },
  onlyOldFix:
    'Run the tests of what was changed by themselves (their files or names), so that they are seen to pass.',
  moved(given: { files: readonly string[]; command: string }): string {
    return `\`${named(given.command)}\` is no evidence for the code as it stands: code files changed during the run, or it ran on another state of the tree.${changed(given.files)}`;
  },
  maskedFix(given: { maskedBy: string; command: string }): string {
    return `Run \`${named(given.command)}\` without \`${given.maskedBy}\`, so that its own exit status is the line's.`;
  },
  maskedInsideFix(given: { place: string; command: string }): string {
    return `Run what \`${named(given.command)}\` runs at ${named(given.place)} by itself, so that its own exit status is the line's.`;
  },
  couldNotStart(given: { command: string; files: readonly string[] }): string {
    return `\`${named(given.command)}\` could not start: it is not installed here, or not to be found.${changed(given.files)}`;
  },
  doesNotEndFix:
    'It does not end by itself, so its end says nothing. Run a test, or a program of this project, that uses it and ends.',
  couldNotStartFix:
    'Do not try the same line again. Install what is missing if you may, use another command that runs this code, or give up honestly and say what is missing.',
  wasRed(given: { files: readonly string[]; command: string }): string {
    return `\`${named(given.command)}\` is red as it was before this session, so it says nothing of what was changed.${changed(given.files)}`;
  },
  cannotClear(given: { files: readonly string[]; command: string }): string {
    return `\`${named(given.command)}\` is not seen to run anything of this project, so it says nothing about what was changed.${changed(given.files)}`;
  },
  fault: (where: string, error: string): string =>
    `donegate itself failed (${where}), so what happened since is not known: ${error}`,
  cannotJudge: (error: string): string => `The claim cannot be judged: ${error}.`,
  toMend: (hint: string): string => `What it needs: ${hint}. If that is not yours to do, tell the person.`,
  onlyConfiguration: (files: readonly string[]): string =>
    `Only configuration or data was changed (${fileList(files)}), and this project has nothing that checks it.`,
};

function changed(files: readonly string[]): string {
  return files.length === 0 ? '' : `\nNot proven: ${fileList(files)}`;
}

/** Why a check is not green; its command is named once. */
function said({ command, why }: { command: string; why: string }): string {
  const name = `\`${named(command)}\``;
  return why.startsWith(name) ? `The check ${why}` : `The check ${name}: ${why}`;
}

export const check = {
  red(given: { command: string; why: string; output: string; newFailures: readonly string[] }): string {
    const failures = given.newFailures.length === 0 ? '' : `\nFailing: ${fileList(given.newFailures)}`;
    return `${said(given)}.${failures}${quoted(given.output)}`;
  },
  redFix: 'Mend the code, not the check. Do not delete, skip or weaken tests.',
  preexisting(given: { command: string; tests: readonly string[]; stopped: string | null }): string {
    const rest = given.stopped === null ? '' : ` What else may fail it does not show: ${given.stopped}.`;
    return `The check \`${named(given.command)}\` is red only by what had failed before this session: ${fileList(given.tests)}.${rest}`;
  },
  wasRed: (command: string): string =>
    `The check \`${named(command)}\` is red, as it was before this session, and complains of nothing new.`,
  wasRedFix: 'So it says nothing of what was changed. To mend it as well, ask the person.',
  noEvidence(given: { command: string; why: string; output: string }): string {
    return `${said(given)}. That proves nothing.${quoted(given.output)}`;
  },
  noEvidenceFix: 'Make the check run the code, in a way that its exit status tells.',
  couldNotStartFix:
    'Install what is missing if you may, or give up honestly and say what is missing. Running the same line again changes nothing.',
  couldNotStart(given: { command: string; output: string }): string {
    return `The check \`${named(given.command)}\` could not start: its program is not installed here, or not to be found.${quoted(given.output)}`;
  },
};

/** What a person has to mend before this can go on. */
export function forPerson({ message, hint }: UserError): string {
  return `${message}.${hint === null ? '' : ` ${runRule.toMend(hint)}`}`;
}

/** Said at once with a run's output, so that the agent need not wait for the claim to learn it. */
export function runNote(why: string, suggestion: string | null): string {
  return `This run is no evidence: ${why}.${suggestion === null ? '' : ` To get some, ${suggestion}.`}`;
}

export const reach = {
  notOpened: (files: readonly string[]): string =>
    `Written, but nothing that ran has opened ${files.length === 1 ? 'it' : 'them'}: ${fileList(files)}.`,
  fix: 'Run something that imports them, or say why nothing does.',
};

/** What became of the code in the session: its last content ran green, or did not, or it is as it was. */
export type CodeStanding = 'verified' | 'unverified' | 'unchanged';

const ACCEPTED: Readonly<Record<CodeStanding, string>> = {
  verified: 'Proven: what was changed is covered by green runs on exactly this code.',
  unverified: 'Accepted, though no green run covers what was changed.',
  unchanged: 'Accepted: nothing that has to be proven was changed.',
};

export const gate = {
  treeUnreadable: (why: string): string =>
    `The working tree cannot be read, so nothing can be proven: ${why}.`,
  refused(given: { findings: readonly Finding[]; refusal: number; limit: number }): string {
    const blocks = given.findings.filter((finding) => finding.level === 'block');
    const warnings = given.findings.filter((finding) => finding.level === 'warn');
    const left = given.limit - given.refusal;
    const count =
      left > 0
        ? `Refusal ${given.refusal} of ${given.limit}.`
        : `Refused ${given.refusal} times; the session ends here as not proven.`;
    const head = `The claim is not accepted: ${blocks.length === 1 ? 'one thing stands' : `${blocks.length} things stand`} against it. ${count}`;
    const parts = blocks.map((finding, index) => `${index + 1}. ${spoken(finding)}`);
    const notes = warnings.map((finding) => `Note: ${spoken(finding)}`);
    return [head, ...parts, ...notes].join('\n\n');
  },
  accepted(given: { code: CodeStanding; warnings: readonly Finding[] }): string {
    return [ACCEPTED[given.code], ...given.warnings.map((finding) => `Note: ${spoken(finding)}`)].join(
      '\n\n',
    );
  },
  /** The runs of a step are green, and the diff says no all the same. */
  stepRefused(findings: readonly Finding[]): string {
    const blocks = findings.filter((finding) => finding.level === 'block').map(spoken);
    return ['The gate commands are green, but the step is not accepted:', ...blocks].join('\n\n');
  },
  letGo(files: readonly string[], findings: readonly Finding[]): string {
    const named = files.length === 0 ? '.' : `: ${fileList(files)}.`;
    const head = `Still not proven, as was said before; nothing was written since${named}`;
    const blocks = findings.filter((finding) => finding.level === 'block').map(spoken);
    return [head, ...blocks].join('\n\n');
  },
  notJudged: (error: string): string =>
    `donegate itself failed while it judged the step, so it is not accepted: ${error}. Ask once more; if it fails again, tell the person.`,
  interrupted: 'The claim was not judged: the checks were interrupted.',
  gaveUp: (reason: string): string => `Given up: ${reason}`,
  notGated: 'Not judged: this session runs without the gate.',
};

function spoken(finding: Finding): string {
  const lines = finding.fix === null ? finding.message : `${finding.message}\n${finding.fix}`;
  const unsaid = placesOf(finding.evidence).filter((place) => !lines.includes(place));
  return unsaid.length === 0 ? lines : `${lines}\nSee ${fileList(unsaid)}`;
}

export const start = {
  previous: (feedback: string): string =>
    `The last session here ended as not proven. This is what stood against it:\n\n${clip(feedback, 2 * CLIP_LENGTH)}`,
};
