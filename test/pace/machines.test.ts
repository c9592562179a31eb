import { expect, it } from 'vitest';
import { measureTeamPace } from '#test/pace/machines.ts';

it('machines of one database ask a host as often as one alone may, and no more, while one is killed and replaced', async () => {
  const pace = { perSecond: 5, concurrency: 3 };
  const { windows, atOnce, byMachine } = await measureTeamPace({ workers: 2, seconds: 8, pace, latencyMs: 50, kills: 1, least: 7 });
  for (const { seconds, most, allowed } of windows) expect(most, `any ${seconds} s`).toBeLessThanOrEqual(allowed);
  // A busy machine lets starts pass by: `npm run test:pace` says what share is left on one that is not.
  for (const times of byMachine) expect(times).toBeGreaterThanOrEqual(7);
  expect(atOnce).toBeLessThanOrEqual(pace.concurrency);
  expect(byMachine).toHaveLength(3);
});
