import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerCount } from '#core/analysis/statistics/answer-count.ts';
import { ReplyDepth } from '#core/analysis/statistics/reply-depth.ts';
import { depthsOf, nestingOf } from '#core/store/nesting.ts';

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

  it('is told as far as a byte says it', () => {
    const chain = Uint32Array.from(Array(300).keys());
    const { depths, below } = nestingOf(
      chain,
      Int32Array.from(chain, (at) => at - 1),
    );
    expect([depths[254], depths[255], depths[256], depths[299], below[0]]).toEqual([254, 255, 255, 255, 299]);
  });

  it('is flat where the file is no tree', () => {
    expect([...nestingOf(Uint32Array.from([2, 0, 1]), null).depths]).toEqual([0, 0, 0]);
  });
});

describe('depths', () => {
  it('are told to a thousand', () => {
    const size = 1_100;
    const depths = depthsOf(
      Uint8Array.from({ length: size }, (_, at) => Number(at > 0)),
      Int32Array.from({ length: size }, (_, at) => at - 1),
      new Uint8Array(size).fill(1),
    );
    expect([depths[0], depths[999], depths[1_000], depths[1_001], depths[1_099]]).toEqual([0, 999, 1_000, 1_000, 1_000]);
  });

  it('are those that statistics count, whatever answers what', () => {
    const rows = fc.array(fc.record({ parent: fc.option(fc.integer({ min: -1, max: 25 }), { nil: null }), isChosen: fc.boolean() }), {
      maxLength: 25,
    });
    fc.assert(
      fc.property(rows, (all) => {
        const parentOf = (at: number): number => {
          const parent = all[at]?.parent ?? -1;
          return parent < all.length ? parent : -1;
        };
        const found = depthsOf(
          Uint8Array.from(all, ({ parent }) => Number(parent !== null)),
          Int32Array.from(all.keys(), parentOf),
          Uint8Array.from(all, ({ isChosen }) => Number(isChosen)),
        );
        const counted = new ReplyDepth(new AnswerCount());
        const counts = new Map<number, number>();
        for (const [at, { parent, isChosen }] of all.entries()) {
          if (!isChosen) continue;
          const depth = found[at] as number;
          counts.set(depth, (counts.get(depth) ?? 0) + 1);
          counted.add({ id: `i${at}`, parentId: parent === null ? null : `i${parent}`, kind: parent === null ? 'comment' : 'reply' }, 0);
        }
        counted.settle();
        const told = counted.result().counts.filter(({ count }) => count > 0);
        expect([...counts].toSorted(([a], [b]) => a - b)).toEqual(told.map(({ depth, count }) => [depth, count]));
      }),
      { numRuns: 500 },
    );
  });
});
