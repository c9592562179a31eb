import { describe, expect, it, vi } from 'vitest';
import { growthOf, isBad, type Work } from '#test/linear/growth.ts';

const SECOND_US = 1_000_000;

/** A work whose runs take so many seconds of the processor, at the larger size and at the smaller one; the last of them again and again. */
function taking(large: readonly number[], small: readonly number[]): Work {
  let spentUs = 0;
  vi.spyOn(process, 'cpuUsage').mockImplementation((before) => ({ user: spentUs - (before?.user ?? 0), system: 0 }));
  return {
    name: 'a work',
    from: 1,
    upTo: 1,
    prepare: (size) => {
      const seconds = size === 1 ? small : large;
      let run = 0;
      return () => {
        spentUs += (seconds[Math.min(run, seconds.length - 1)] ?? 0) * SECOND_US;
        run += 1;
      };
    },
  };
}

async function isSaidToBeBad(work: Work): Promise<boolean> {
  const growth = await growthOf(work);
  return growth !== null && isBad(growth);
}

describe('growth', () => {
  it('is not told from one run that took long', async () => {
    expect(await isSaidToBeBad(taking([9, 4], [1]))).toBe(false);
  });

  it('is bad where every run says so', async () => {
    expect(await isSaidToBeBad(taking([16], [1]))).toBe(true);
  });
});
