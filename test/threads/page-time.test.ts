import { describe, expect, it } from 'vitest';
import { LOOK_EVERY_MS, PageTime } from '#core/threads/page-time.ts';

const CEILING_MS = 15_000;
const LOOKS = CEILING_MS / LOOK_EVERY_MS;

/** A thread that gets so much of a processor between two looks. */
function threadWith(usedMs: number): { cpuUsage(): Promise<NodeJS.CpuUsage> } {
  let looks = 0;
  return {
    cpuUsage() {
      looks += 1;
      return Promise.resolve({ user: looks * usedMs * 900, system: looks * usedMs * 100 });
    },
  };
}

/** After so many looks at one stretch of work. */
async function looked(time: PageTime, looks: number, stretch = 1): Promise<PageTime> {
  for (let look = 0; look < looks; look += 1) {
    time.look(stretch);
    await Promise.resolve();
    await Promise.resolve();
  }
  return time;
}

describe('the time of a page', () => {
  it.each([
    ['that works all the time', threadWith(LOOK_EVERY_MS)],
    ['that waits for something', threadWith(0)],
    ['that Node tells nothing of', {}],
    ['that has ended', { cpuUsage: () => Promise.reject(new Error('it does not run')) }],
  ])('is over after the ceiling for a thread %s', async (_, worker) => {
    const time = await looked(new PageTime(worker), LOOKS);
    expect([time.standingMs, time.isTooLong]).toEqual([CEILING_MS - LOOK_EVERY_MS, false]);
    await looked(time, 2);
    expect(time.isTooLong).toBe(true);
  });

  it('is what a thread gets of the processor where others want it too', async () => {
    const time = await looked(new PageTime(threadWith(LOOK_EVERY_MS / 5)), 5 * LOOKS);
    expect(time.isTooLong).toBe(false);
    await looked(time, 5);
    expect(time.isTooLong).toBe(true);
  });

  it('is over at some time however little a thread gets', async () => {
    const time = await looked(new PageTime(threadWith(LOOK_EVERY_MS / 20)), 8 * LOOKS);
    expect(time.isTooLong).toBe(false);
    await looked(time, 1);
    expect(time.isTooLong).toBe(true);
  });

  it('begins anew with every stretch of work, and there is none between them', async () => {
    const time = await looked(new PageTime(threadWith(LOOK_EVERY_MS)), 2 * LOOKS);
    expect(time.isTooLong).toBe(true);
    await looked(time, LOOKS, 2);
    expect(time.isTooLong).toBe(false);
    await looked(time, 2 * LOOKS, 0);
    expect([time.standingMs, time.isTooLong]).toEqual([0, false]);
  });
});
