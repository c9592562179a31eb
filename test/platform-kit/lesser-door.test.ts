import { describe, expect, it } from 'vitest';
import { IncompleteAnswer, PlatformRefusal, Stopped, ThrottledFailure } from '#core/contract/error.ts';
import { orLesser } from '#core/platform-kit/lesser-door.ts';

const whole = { items: [], door: 'list' };
const part = { items: [], door: 'feed', notes: ['short'] };
const blocked = new PlatformRefusal('BLOCKED', 'no entry');
const failing = (error: Error) => () => Promise.reject(error);

describe('a lesser door', () => {
  it('is not asked where the list itself answers', async () => {
    expect(await orLesser(Promise.resolve(whole), failing(blocked))).toBe(whole);
  });

  it('stands in for one that is shut, and says why', async () => {
    expect(await orLesser(Promise.reject(blocked), async () => part)).toEqual({ ...part, notes: ['short', 'no entry'] });
  });

  it.each([new ThrottledFailure(), new PlatformRefusal('NOT_FOUND'), new IncompleteAnswer('counted'), new Stopped()])(
    'is no help against %s',
    async (error) => {
      await expect(orLesser(Promise.reject(error), async () => part)).rejects.toBe(error);
    },
  );

  it('leaves the first word to the list, and the last to what knows that there is nothing', async () => {
    const nothing = new PlatformRefusal('NOT_FOUND');
    await expect(orLesser(Promise.reject(blocked), failing(new ThrottledFailure()))).rejects.toBe(blocked);
    await expect(orLesser(Promise.reject(blocked), failing(nothing))).rejects.toBe(nothing);
    await expect(orLesser(Promise.reject(blocked), null)).rejects.toBe(blocked);
    const stop = new Stopped();
    await expect(orLesser(Promise.reject(blocked), failing(stop))).rejects.toBe(stop);
  });
});
