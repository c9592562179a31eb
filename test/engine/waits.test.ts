import { describe, expect, it } from 'vitest';
import { CommentdockError, DamagedData, TurnLost } from '#core/contract/error.ts';
import { backoffMs, wait } from '#core/engine/backoff.ts';
import { noteAtLast } from '#core/engine/note-at-last.ts';

describe('a wait between two tries', () => {
  it('is anything up to a bound that doubles, 20 seconds at most', () => {
    const nearlyAll = (): number => 0.9999;
    expect([0, 1, 3, 4, 5, 9].map((doublings) => backoffMs(doublings, 1, nearlyAll))).toEqual([999, 1_999, 7_999, 15_998, 19_998, 19_998]);
    expect([backoffMs(3, 1, () => 0), backoffMs(3, 0, nearlyAll), backoffMs(3, 0.5, nearlyAll)]).toEqual([0, 0, 3_999]);
  });

  it('ends with the reason of whoever breaks it off', async () => {
    const reason = new Error('no longer');
    const stop = new AbortController();
    const waiting = wait(60_000, stop.signal);
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(wait(0, stop.signal)).rejects.toBe(reason);
  });
});

describe('what must not be lost', () => {
  const FULL = new CommentdockError('DISK', 'The disk is full.');

  /** How often it was tried, and what came of it. */
  async function noted(failures: readonly Error[], signal = new AbortController().signal) {
    let tries = 0;
    const note = (): void => {
      const failure = failures[tries];
      tries += 1;
      if (failure !== undefined) throw failure;
    };
    const outcome = await noteAtLast(note, { signal, retryScale: 0 }).then(
      () => 'ended',
      (error: unknown) => error,
    );
    return { tries, outcome };
  }

  it('is noted again and again while the disk is full', async () => {
    expect(await noted([])).toEqual({ tries: 1, outcome: 'ended' });
    expect(await noted([FULL, FULL, FULL, FULL, FULL])).toEqual({ tries: 6, outcome: 'ended' });
  });

  it('is left to the machine whose export it is by now', async () => {
    expect(await noted([new TurnLost('a-guid')])).toEqual({ tries: 1, outcome: 'ended' });
  });

  it('is given up where room does not help', async () => {
    for (const error of [new DamagedData('The database is damaged.'), new TypeError('x is not a function')])
      expect(await noted([error])).toEqual({ tries: 1, outcome: error });
  });

  it('is not tried once it is stopped', async () => {
    expect(await noted([], AbortSignal.abort())).toEqual({ tries: 0, outcome: 'ended' });
  });
});
