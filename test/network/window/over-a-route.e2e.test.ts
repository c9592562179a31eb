import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processes } from '#test/network/browser/browser-world.ts';
import { APP, type Desk, MISSING, owner, sitDown, untilJob } from '#test/network/window/desk.ts';
import { startRoute } from '#test/world/routes.ts';

const REVIEWS = 120;
const PASSWORD = 'canary p@ss';

describe.skipIf(MISSING !== null)('a window of its owner over a proxy with a name and a password', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await sitDown(REVIEWS);
    await desk.cli.serve();
  });
  afterAll(() => desk?.[Symbol.asyncDispose]());

  it.each(['http', 'socks5'] as const)('%s: all of it goes there, and what was passed there is passed there alone', async (type) => {
    const { cli, wall, person, world } = desk;
    await using route = await startRoute(world, { type, name: `Berlin ${type}`, credentials: { username: 'ann', password: PASSWORD } });
    const ask = owner(cli);
    await ask('POST', '/api/v1/routes', { name: `Berlin ${type}`, code: 'DE', url: route.url });
    const [pressed, before] = [wall.pressed, world.requests.length];
    wall.askAnew();
    for (const run of [1, 2]) {
      const made = await ask('POST', '/api/v3/job', { url: APP, options: { window: true, vpn: `Berlin ${type}` }, formats: ['json'] });
      const ended = untilJob(ask, made.body.guid, ({ status }) => status !== 'progress' && status !== 'queueing');
      if (run === 1) await person.press(ended.then(() => undefined));
      const done = await ended;
      expect(done, done.error ?? '').toMatchObject({ status: 'done', total_exported: REVIEWS, completeness: { complete: true } });
    }
    expect(wall.pressed - pressed).toBe(1);
    expect(new Set(world.requests.slice(before).map((request) => request.route))).toEqual(new Set([`Berlin ${type}`]));
    expect(route.turnedAway).toBe(0);
    expect(processes().filter(({ command }) => command.includes('canary'))).toEqual([]);
  });
});
