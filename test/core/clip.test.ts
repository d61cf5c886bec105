import { describe, expect, it } from 'vitest';
import { clip } from '../../src/core/clip.ts';

describe('clip', () => {
  it('leaves a short text as it is, without white space at its end', () => {
    expect(clip('a\nb\n\n', 10)).toBe('a\nb');
  });

  it('keeps the head and more of the tail, and counts what is left out', () => {
    const text = `${'h'.repeat(100)}${'m'.repeat(500)}${'t'.repeat(100)}`;
    expect(clip(text, 160)).toBe(`${'h'.repeat(41)}\n[... 575 characters left out ...]\n${'t'.repeat(84)}`);
  });

  it('never exceeds what was asked and never cuts a character in two', () => {
    const text = '😀'.repeat(2000);
    for (const most of [50, 51, 52, 53, 200, 201]) {
      const clipped = clip(text, most);
      expect(clipped.length).toBeLessThanOrEqual(most);
      expect(clipped.isWellFormed?.() ?? true).toBe(true);
    }
  });
});
