import { describe, expect, it } from 'vitest';
import { OPERATION_IDS } from '#core/platforms/twitter/operations.ts';
import twitter from '#core/platforms/twitter/index.ts';
import { engineRuns } from '#test/platforms/engine-run.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { POST, twitterSimulator, type TwitterParams } from '#core/platforms/twitter/simulator.ts';
import { CHUNKS } from '#core/platforms/twitter/simulator/front-end.ts';

const engineRun = engineRuns();

const REPLIES = `https://x.com/owner/status/${POST}`;
const SEARCH = 'https://x.com/search?q=tea';
const run = (params: TwitterParams, url = SEARCH, options: RunOptions = {}) =>
  readAll(twitter, url, [{ match: '', simulator: twitterSimulator(params) }], options);
const scriptsIn = (urls: readonly string[]): string[] => urls.filter((url) => url.includes('abs.twimg.com'));
const rotated = Object.fromEntries(Object.keys(OPERATION_IDS).map((name) => [name, `of-tomorrow-${name}`]));

describe('twitter: the page of June 2026, with 171 chunks', () => {
  it('names the chunk that signs in another chunk, far behind in the alphabet', async () => {
    const { items, session } = await run({ frontEnd: { form: 'chunks' } });
    expect(items).toHaveLength(45);
    expect(scriptsIn(session.urls).length).toBeGreaterThan(160);
    expect(new Set(scriptsIn(session.urls)).size).toBe(scriptsIn(session.urls).length);
  });

  it('has the ids of its calls in a chunk that only a chunk imports, read once for all calls', async () => {
    const { items, session } = await run({ frontEnd: { form: 'chunks', ids: rotated }, listed: 45 }, 'https://x.com/owner', {
      followers: true,
    });
    expect(items).toHaveLength(45);
    const calls = session.urls.flatMap((url) => /graphql\/([^/]+)\/(\w+)/.exec(url)?.slice(1, 3).join(' ') ?? []);
    expect(new Set(calls)).toEqual(
      new Set([
        `${OPERATION_IDS.UserByScreenName} UserByScreenName`,
        'of-tomorrow-UserByScreenName UserByScreenName',
        'of-tomorrow-Followers Followers',
      ]),
    );
    expect(scriptsIn(session.urls).length).toBeLessThan(3 * CHUNKS);
  });

  it('is read at a profile where the home page does not come', async () => {
    const { items, session } = await run({ frontEnd: { form: 'chunks', home: 'missing' } });
    expect(items).toHaveLength(45);
    expect(session.urls.slice(0, 2)).toEqual(['https://x.com/home', 'https://x.com/xdevelopers']);
  });

  it('is a page for nobody where the session has ended', async () => {
    await expect(run({ frontEnd: { form: 'chunks', home: 'loggedOut', profile: 'loggedOut' } })).rejects.toMatchObject({
      code: 'LOGIN_REQUIRED',
      message: expect.stringContaining('cookies that have expired') as string,
    });
  });
});

describe('twitter: the page that names its bundles by hashes', () => {
  it('of sixteen digits, as since August 2026', async () => {
    const { items, session } = await run({ frontEnd: { form: 'hashes', ids: rotated } });
    expect(items).toHaveLength(45);
    expect(scriptsIn(session.urls).filter((url) => !/\/(main|api|ondemand\.s)\.[0-9a-f]{17}\.js$/.test(url))).toEqual([]);
  });
});

describe('twitter: the signature that cannot be made', () => {
  it.each<[string, TwitterParams, string]>([
    [
      'no chunk names it',
      { frontEnd: { form: 'chunks', signs: false } },
      'none of the 172 scripts that came (of 172) names the one that signs',
    ],
    ['its script is gone', { frontEnd: { form: 'hashes', signs: false } }, 'the script that signs did not come'],
    ['no page comes', { frontEnd: { form: 'chunks', home: 'missing', profile: 'missing' } }, 'its page did not come'],
  ])('says so in words of its own: %s', async (_name, params, why) => {
    const error = await run(params).catch((caught: Error) => caught);
    expect(error).toMatchObject({ code: 'PLATFORM_CHANGED', message: expect.stringContaining(`could not be made: ${why}`) as string });
    expect((error as Error).message).not.toMatch(/update/i);
  });

  it('is no matter for calls that are answered without', async () => {
    const { items, session } = await run({ frontEnd: { form: 'chunks', signs: false, signed: ['SearchTimeline'] } }, REPLIES);
    expect(items).toHaveLength(50);
    expect(session.sent.at(-1)?.headers).not.toHaveProperty('x-client-transaction-id');
  });
});

describe('twitter: lists that stand still', () => {
  it.each([
    [SEARCH, {}, 20],
    ['https://x.com/owner', {}, 21],
    ['https://x.com/owner/followers', { followers: true }, 20],
  ])('%s gives the same page under 200 again and again: incomplete, and said so', async (url, selectors, rows) => {
    const options = { replies: false, sort: null, limit: 1000, minTimestamp: null, maxTimestamp: null, countries: [] };
    const world = () => twitterSimulator({ frozen: true });
    const { items, job, requests } = await engineRun({ platform: twitter, target: chooseFor(twitter, url, selectors), world, options });
    expect(items).toHaveLength(rows);
    expect(requests.filter((request) => request.includes('graphql')).length).toBeLessThan(6);
    expect(job.completeness).toMatchObject({ notes: [expect.stringContaining('gave the same page')] });
  });
});
