import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdIndex } from '#core/store/id-index.ts';

describe('an index of ids', () => {
  it('finds each id that was added, and no other', () => {
    const ids = fc.uniqueArray(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 3_000 });
    fc.assert(
      fc.property(ids, fc.array(fc.string({ maxLength: 12 }), { maxLength: 50 }), (added, others) => {
        const index = new IdIndex();
        for (const [value, id] of added.entries()) index.add(id, value);
        const find = (id: string): number | null => index.find(id, (value) => added[value] === id);
        for (const [value, id] of added.entries()) expect(find(id)).toBe(value);
        for (const id of others) expect(find(id)).toBe(added.includes(id) ? added.indexOf(id) : null);
      }),
      { numRuns: 30 },
    );
  });

  it('asks about an id of the same fingerprint, and goes on when it is another one', () => {
    const index = new IdIndex();
    index.add('same', 0);
    index.add('same', 1);
    expect(index.find('same', (value) => value === 1)).toBe(1);
    expect(index.find('same', () => false)).toBeNull();
  });

  it('rarely asks in vain, and holds numbers beyond 32 bits', () => {
    const index = new IdIndex();
    const count = 250_000;
    const first = 2 ** 40;
    for (let at = 0; at < count; at += 1) index.add(`Ugw${at}AaABAg`, first + at);
    let inVain = 0;
    for (let at = 0; at < count; at += 1) {
      const found = index.find(`Ugw${at}AaABAg`, (value) => {
        if (value !== first + at) inVain += 1;
        return value === first + at;
      });
      if (found !== first + at) expect.unreachable(`${at} was not found`);
    }
    expect(inVain).toBeLessThan(100);
  });
});
