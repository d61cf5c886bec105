import { describe, expect, it } from 'vitest';
import { answerClaim, verdictOf } from '../../src/core/gate.ts';
import type { Finding } from '../../src/core/types.ts';

function finding(level: Finding['level'], says: Finding['says']): Finding {
  return { check: 'command', level, says, message: `${level} ${says}`, fix: null, evidence: [] };
}

const refuted = finding('block', 'refuted');
const unproven = finding('block', 'unproven');
const warning = finding('warn', 'refuted');

describe('the verdict', () => {
  it.each([
    ['nothing stands against it', [], 'proven'],
    ['warnings do not count', [warning], 'proven'],
    ['nothing says yes', [unproven, warning], 'unproven'],
    ['the world says no', [unproven, refuted], 'refuted'],
  ] as const)('%s', (_, findings, verdict) => {
    expect(verdictOf(findings)).toBe(verdict);
  });
});

describe('the answer to a claim', () => {
  it.each([
    ['proven', [], 0, ['end', 'done']],
    ['the first refusal', [unproven], 0, ['send_back', null]],
    ['the second refusal', [unproven], 1, ['send_back', null]],
    ['the third refusal ends it', [unproven], 2, ['end', 'gate_failed']],
    ['and so does any later one', [refuted], 5, ['end', 'gate_failed']],
    ['proven after two refusals', [warning], 2, ['end', 'done']],
  ] as const)('%s', (_, findings, refusals, expected) => {
    const answer = answerClaim({ findings, refusals, limit: 3, code: 'verified' });
    expect([answer.decision, answer.decision === 'end' ? answer.outcome : null]).toEqual(expected);
  });
});
