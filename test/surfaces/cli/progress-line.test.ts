import { describe, expect, it } from 'vitest';
import { duration, ProgressLine } from '#core/surfaces/cli/progress-line.ts';

const at = (total_exported: number, total: number | null = 12_000, options: Record<string, unknown> = {}) =>
  ({ status: 'progress', total, total_exported, options }) as const;

describe('the progress line', () => {
  it('waits in the queue', () => {
    expect(new ProgressLine().next({ ...at(0, null), status: 'queueing' }, 0)).toBe('waiting in the queue');
  });

  it('gives count, total, rate and the time left', () => {
    const line = new ProgressLine();
    expect(line.next(at(0), 0)).toBe('0 of 12,000 items, 0/s');
    expect(line.next(at(1_000), 2_000)).toBe('1,000 of 12,000 items, 500/s, about 22 s left');
    expect(line.next(at(2_000), 4_000)).toBe('2,000 of 12,000 items, 500/s, about 20 s left');
  });

  it('leaves out what the platform does not say', () => {
    const line = new ProgressLine();
    line.next(at(0, null), 0);
    expect(line.next(at(30, null), 1_000)).toBe('30 items, 30/s');
  });

  it('runs towards the limit where that comes before the total', () => {
    const line = new ProgressLine();
    line.next(at(0, 12_000, { limit: 500 }), 0);
    expect(line.next(at(100, 12_000, { limit: 500 }), 1_000)).toBe('100 of 500 items, 100/s, about 4 s left');
    expect(new ProgressLine().next(at(0, 40, { limit: 500 }), 0)).toBe('0 of 40 items, 0/s');
    expect(new ProgressLine().next(at(7, null, { limit: 500 }), 0)).toBe('7 items, 0/s');
  });

  it('forgets what was longer ago than ten seconds', () => {
    const line = new ProgressLine();
    line.next(at(0), 0);
    line.next(at(5_000), 1_000);
    for (const second of [11, 12, 13]) line.next(at(5_000 + (second - 10) * 10), second * 1_000);
    expect(line.next(at(5_040), 14_000)).toBe('5,040 of 12,000 items, 10/s, about 11 min 36 s left');
  });

  it('does not go backwards after a requeue, and says nothing of the time left beyond the total', () => {
    const line = new ProgressLine();
    line.next(at(500), 0);
    expect(line.next(at(400), 1_000)).toBe('400 of 12,000 items, 0/s');
    const past = new ProgressLine();
    past.next(at(10, 20), 0);
    expect(past.next(at(30, 20), 1_000)).toBe('30 of 20 items, 20/s');
  });
});

describe('durations', () => {
  it.each([
    [0.2, '1 s'],
    [59, '59 s'],
    [60, '1 min 0 s'],
    [90, '1 min 30 s'],
    [3_599.5, '1 h 0 min'],
    [7_500, '2 h 5 min'],
  ])('%d s is %s', (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });
});
