import { describe, expect, it } from 'vitest';
import { measurePace, mostIn } from '#test/pace/histogram.ts';

describe('the count of a window', () => {
  it.each([
    [[], 1_000, 0],
    [[5], 1_000, 1],
    [[0, 500, 1_000, 1_500], 1_000, 2],
    [[0, 10, 20, 1_010, 1_015], 1_000, 3],
    [[1_010, 0, 20, 10, 1_005], 1_000, 3],
  ])('%j in %i ms: %i', (instants, windowMs, most) => {
    expect(mostIn(instants, windowMs)).toBe(most);
  });
});

describe('a service with several exports that is killed again and again', () => {
  it('asks no host more often than its platform says, in any window', async () => {
    const hosts = await measurePace({ seconds: 16, jobs: 2, kills: 3, gentle: 'off', leastShare: 0.3 });
    for (const { host, requests, windows, lives, perSecond } of hosts) {
      for (const { seconds, most, allowed } of windows) expect(most, `${host}, any ${seconds} s`).toBeLessThanOrEqual(allowed);
      // The hosts were asked as often as they could be: a count of nothing proves nothing.
      expect(requests, host).toBeGreaterThan(16 * perSecond * 0.3);
      expect(lives, host).toBe(4);
    }
  });
});
