import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences, EMPTY_STATE, textKey, toggled } from '../../src/core/state.ts';

describe('code states', () => {
  it('names what changed, what is new, and what is as at the baseline again', () => {
    const known = new Map([
      ['a', { hash: '1', kind: 'source' as const }],
      ['b', { hash: '1', kind: 'test' as const }],
      ['c', { hash: '1', kind: 'source' as const }],
    ]);
    const seen = {
      code: new Map<string, string | null>([
        ['c', '1'],
        ['a', '2'],
        ['d', null],
      ]),
      kinds: new Map([['d', 'config' as const]]),
    };
    expect(differences(known, seen)).toEqual([
      { path: 'a', hash: '2', atBaseline: false, kind: 'source' },
      { path: 'b', hash: null, atBaseline: true, kind: 'test' },
      { path: 'd', hash: null, atBaseline: false, kind: 'config' },
    ]);
  });

  it('have one key, whatever the order of the changes, and none when all is taken back', () => {
    const entry = fc.tuple(fc.string(), fc.option(fc.string()));
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ([path]) => path, maxLength: 12 }), (entries) => {
        const forward = entries.reduce((key, [path, hash]) => toggled(key, path, hash), EMPTY_STATE);
        const backward = entries.reduceRight((key, [path, hash]) => toggled(key, path, hash), EMPTY_STATE);
        expect(forward).toBe(backward);
        expect(entries.reduce((key, [path, hash]) => toggled(key, path, hash), forward)).toBe(EMPTY_STATE);
      }),
      { numRuns: 100 },
    );
  });

  it('tell a removed file from an empty one, and paths from contents', () => {
    const keys = [
      toggled(EMPTY_STATE, 'a', null),
      toggled(EMPTY_STATE, 'a', ''),
      toggled(EMPTY_STATE, '', 'a'),
      toggled(EMPTY_STATE, 'a', '-'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('do not collide for many texts that differ little', () => {
    const keys = new Set(Array.from({ length: 50_000 }, (_, index) => textKey(`content ${index}`)));
    expect(keys.size).toBe(50_000);
  });
});
