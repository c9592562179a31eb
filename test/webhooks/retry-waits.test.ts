import { describe, expect, it } from 'vitest';
import { retryWaitMs } from '#core/webhooks/retry-waits.ts';

const SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const MIDDLE = (): number => 0.5;

describe('waits between tries', () => {
  it('are those that are promised, then none', () => {
    expect(SECONDS.map((_, index) => retryWaitMs(index + 1, 1, MIDDLE))).toEqual(SECONDS.map((seconds) => seconds * 1000));
    expect(retryWaitMs(10, 1, MIDDLE)).toBeNull();
    expect(retryWaitMs(11, 1, MIDDLE)).toBeNull();
  });

  it('are jittered by a tenth', () => {
    expect(retryWaitMs(1, 1, () => 0)).toBe(4_500);
    expect(retryWaitMs(1, 1, () => 1)).toBe(5_500);
  });

  it('are scaled', () => {
    expect(retryWaitMs(2, 0.001, MIDDLE)).toBe(300);
    expect(retryWaitMs(9, 0, MIDDLE)).toBe(0);
  });
});
