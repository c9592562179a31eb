import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nestingOf } from '#core/store/nesting.ts';

describe('nesting', () => {
  it('says how deep each row is and how many follow below it', () => {
    // a (b (c) d) e
    const nesting = nestingOf(Uint32Array.from([0, 1, 2, 3, 4]), Int32Array.from([-1, 0, 1, 0, -1]));
    expect([...nesting.depths]).toEqual([0, 1, 2, 1, 0]);
    expect([...nesting.below]).toEqual([3, 1, 0, 0, 0]);
  });

  it('is that of any tree, wherever its rows stood before', () => {
    const shapes = fc.array(fc.nat(), { maxLength: 40 });
    fc.assert(
      fc.property(shapes, (numbers) => {
        // Depth first: each row answers one of the rows that are open at its place, or none.
        const parents = new Int32Array(numbers.length).fill(-1);
        const depths: number[] = [];
        const open: number[] = [];
        for (const [row, number] of numbers.entries()) {
          open.length = number % (open.length + 1);
          parents[row] = open.at(-1) ?? -1;
          depths.push(open.length);
          open.push(row);
        }
        const nesting = nestingOf(Uint32Array.from(numbers.keys()), parents);
        expect([...nesting.depths]).toEqual(depths);
        for (const [row, below] of nesting.below.entries()) {
          const next = depths.findIndex((depth, at) => at > row && depth <= (depths[row] as number));
          expect(below).toBe((next === -1 ? depths.length : next) - row - 1);
        }
      }),
    );
  });

  it('is flat where the file is no tree', () => {
    expect([...nestingOf(Uint32Array.from([2, 0, 1]), null).depths]).toEqual([0, 0, 0]);
  });
});
