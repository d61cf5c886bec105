import { harmless, shortened, wrapped } from '../../agent/view/layout.ts';
import { placesOf } from '../../core/names.ts';
import type { Finding, Verdict } from '../../core/types.ts';
import type { Colors } from '../terminal.ts';
import type { CommandReport } from './report.ts';

type Page = { colors: Colors; width: number };

/** Lines of a finding's message that are shown; the rest is in `--json` and in the log. */
const MESSAGE_LINES = 40;

/** `  red     npm test    1.2 s  1 failed, 4 passed` */
export function commandLine(report: CommandReport, { colors }: Page): string {
  const { result, command, durationMs, tests, preexisting } = report;
  const painted =
    result === 'green'
      ? colors.green(result.padEnd(8))
      : result === 'red'
        ? colors.red(result.padEnd(8))
        : colors.yellow(result.padEnd(8));
  const counts =
    tests === null ? report.why : `${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`;
  const old = preexisting.length === 0 ? '' : `, ${preexisting.length} of them failed before`;
  return `  ${painted} ${harmless(command)}  ${colors.dim(`${(durationMs / 1000).toFixed(1)} s${counts === '' ? '' : `  ${harmless(counts)}`}${old}`)}\n`;
}

/** A finding with its places. */
export function findingText(
  { check, level, message, fix, evidence }: Finding,
  { colors, width }: Page,
): string {
  const mark = level === 'block' ? colors.red('x') : colors.yellow('!');
  const places = placesOf(evidence);
  const text = wrapped(harmless(message).trim(), Math.max(20, width - 4));
  const lines = shortened(text, { head: Math.ceil(MESSAGE_LINES / 2), tail: Math.floor(MESSAGE_LINES / 2) });
  const body = [
    ...lines,
    ...(fix === null ? [] : wrapped(harmless(fix), Math.max(20, width - 4)).map((line) => colors.cyan(line))),
  ];
  const where =
    places.length === 0 ? '' : `  ${colors.dim(shortened(places, { head: 6, tail: 0 }).join(', '))}`;
  return `${mark} ${colors.bold(check)}${where}\n${body.map((line) => `    ${line}`.trimEnd()).join('\n')}\n`;
}

/** The last line: what was found out, in one sentence. */
export function verdictText(verdict: Verdict, findings: readonly Finding[], { colors }: Page): string {
  const blocks = findings.filter((finding) => finding.level === 'block').length;
  const warnings = findings.length - blocks;
  const notes = warnings === 0 ? '' : `, ${warnings} warning${warnings === 1 ? '' : 's'}`;
  switch (verdict) {
    case 'proven':
      return `${colors.green(colors.bold('proven'))}: nothing stands against it${notes}\n`;
    case 'refuted':
      return `${colors.red(colors.bold('refuted'))}: ${blocks} finding${blocks === 1 ? '' : 's'} against it${notes}\n`;
    case 'unproven':
      return `${colors.yellow(colors.bold('unproven'))}: ${blocks} finding${blocks === 1 ? '' : 's'} without proof${notes}\n`;
  }
}
