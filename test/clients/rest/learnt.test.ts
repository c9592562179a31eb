import { afterAll, beforeAll, expect, it } from 'vitest';
import { facebookSimulator, POST_URL } from '#core/platforms/facebook/simulator.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { BUSINESS, yelpSimulator } from '#core/platforms/yelp/simulator.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const PLACE = `https://www.yelp.com/biz/${BUSINESS}`;
const LEARNT = '/api/v1/platforms/learnt';
const [FIRST, SECOND] = ['a'.repeat(64), 'b'.repeat(64)];
const OPTIONS = { cookies: { bse: 'a-cookie-of-the-owner' } };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Yelp with a query of this number. */
const release = (documentId: string): void => world.replace({ simulators: [yelpSimulator({ documentId })] });
const pages = (): number => world.requests.filter(({ method }) => method === 'GET').length;

it('what one export learnt spares the next one the pages, be it of another start, until the site changes or an export fails for its form', async () => {
  await using service = await startServiceProcess({ world: world.env, env: { COMMENTDOCK_PACE: 'off' } });
  const learnt = async () => (await service.client().get(LEARNT)).list;
  release(FIRST);
  const first = await service.client().export(PLACE, OPTIONS);
  const asked = world.count();
  expect(await learnt()).toEqual([
    {
      platform: 'yelp',
      name: 'reviews of Yelp',
      value: FIRST,
      source: `https://www.yelp.com/questions/${BUSINESS}`,
      learnt_at: expect.stringMatching(/^20/) as string,
      worked_at: expect.stringMatching(/^20/) as string,
    },
  ]);
  await service.restart('kill');
  release(FIRST);
  const second = await service.client().export(PLACE, OPTIONS);
  expect(second.total_exported).toBe(first.total_exported);
  expect(pages()).toBe(1);
  expect(world.count()).toBeLessThan(asked);

  release(SECOND);
  expect((await service.client().export(PLACE, OPTIONS)).total_exported).toBe(first.total_exported);
  expect(pages()).toBeGreaterThan(1);
  expect((await learnt()).map(({ value }) => value)).toEqual([SECOND]);

  expect(await service.printed(['platforms', 'learnt', 'yelp'])).toMatch(/^platform +name +value .*\nyelp +reviews of Yelp +b{24}… +20/);
  expect((await service.printed(['platforms', 'learnt', '--clear'])).trim()).toBe('Forgotten.');
  expect(await learnt()).toEqual([]);
  release(SECOND);
  await service.client().export(PLACE, OPTIONS);
  expect(pages()).toBeGreaterThan(1);

  const facebook = facebookSimulator({ queryIds: { CommentListComponentsRootQuery: '1', CommentsListComponentsPaginationQuery: '2' } });
  world.replace({ simulators: [facebook] });
  await service.client().export(POST_URL);
  expect((await learnt()).map(({ platform }) => platform)).toEqual(['facebook', 'facebook', 'yelp']);
  const another: Simulator = ({ method }) => (method === 'POST' ? { body: { data: { node: { comments: 'elsewhere' } } } } : null);
  world.replace({ simulators: [another, facebook] });
  const { guid } = await service.client().create(POST_URL);
  expect((await service.client().waitFor(guid, 'error')).error_code).toBe('PLATFORM_CHANGED');
  expect((await learnt()).map(({ platform }) => platform)).toEqual(['yelp']);
});
