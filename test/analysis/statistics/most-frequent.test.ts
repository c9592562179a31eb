import { describe, expect, it } from 'vitest';
import { MostFrequent } from '#core/analysis/statistics/most-frequent.ts';

/** Counts each number as often as it stands for. */
function counted(times: readonly number[]): MostFrequent<string> {
  const frequent = new MostFrequent<string>();
  let round = 0;
  const most = Math.max(...times);
  for (let time = 1; time <= most; time += 1) {
    for (const [key, often] of times.entries()) {
      round += 1;
      if (often >= time && frequent.count(key + 1, round)) frequent.keep(key + 1, String(key));
    }
  }
  return frequent;
}

describe('what comes often', () => {
  it('has first ones where far too many come once', () => {
    const top = counted(Array.from({ length: 30_000 }, () => 1)).top(5, (what) => what.padStart(6, '0'));
    expect(top).toEqual(['0', '1', '2', '3', '4'].map((what) => ({ what, count: 1 })));
  });

  it.each([2, 3, 5])('is counted exactly where far too many come %s times and few come more often', (usual) => {
    const times = Array.from({ length: 20_000 }, (_, key) => (key % 4_000 === 3_999 ? usual + 1 : usual));
    const frequent = counted(times);
    expect(frequent.distinct).toBe(20_000);
    const top = frequent.top(8, (what) => what.padStart(6, '0'));
    expect(top.slice(0, 5)).toEqual(['3999', '7999', '11999', '15999', '19999'].map((what) => ({ what, count: usual + 1 })));
    expect(top.slice(5).map(({ count }) => count)).toEqual([usual, usual, usual]);
  });
});
