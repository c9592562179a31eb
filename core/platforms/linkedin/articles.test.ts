import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import linkedin from '#core/platforms/linkedin/index.ts';
import { namesIn } from '#core/platforms/linkedin/thread.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { ARTICLE_URL, linkedInSimulator, type LinkedInParams, POST_URL } from '#core/platforms/linkedin/simulator.ts';

const LOGIN = { li_at: 'a', JSESSIONID: '"ajax:42"' };
const play = (url: string, params: LinkedInParams = {}, options: RunOptions = {}, cookies: Record<string, string> = LOGIN) =>
  readAll(linkedin, url, [{ match: '', simulator: linkedInSimulator(params) }], options, cookies);
const codeOf = (...args: Parameters<typeof play>): Promise<unknown> =>
  play(...args).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );

describe('linkedin: articles', () => {
  it('finds in its page what its comments hang on, and reads them with replies', async () => {
    const run = await play(ARTICLE_URL, {}, { replies: true });
    expect([run.items.length, run.total, run.session.urls.length]).toEqual([130 + 43 * 2, 130, 3]);
    expect(run.session.urls[0]).toBe(ARTICLE_URL);
    expect(run.session.urls[1]).toContain('urn%3Ali%3AugcPost%3A7123456789012349999');
  });

  it('lists who reacted and who reposted', async () => {
    expect((await play(ARTICLE_URL, {}, { likes: true })).items).toHaveLength(130);
    expect((await play(ARTICLE_URL, {}, { shares: true })).items).toHaveLength(130);
  });

  it('has the comments that its public page shows', async () => {
    const run = await play(ARTICLE_URL, {}, {}, {});
    expect([run.items.length, run.total, run.doors]).toEqual([10, 130, ['public page']]);
    expect(run.gaps).toMatchObject([{ cause: 'login', count: 120 }]);
    expect(itemSchema.strict().parse(run.items[2])).toMatchObject({
      id: expect.stringMatching(/^\d{19}$/),
      author: { name: 'Member 1002', url: 'https://ca.linkedin.com/in/member-1002' },
      text: 'Words of 1002',
      createdAt: '2026-08-01T11:58:00.000Z',
      relativeTime: null,
      likes: 2,
    });
    expect(run.items[3]).toMatchObject({
      createdAt: '2025-12-18T00:00:00.000Z',
      createdAtPrecision: 'week',
      relativeTime: '2w',
      isAuthorPost: true,
      extra: { headline: 'Works here' },
    });
  });

  it('counts the reactions that are there, not the one that the visitor might add', async () => {
    const { items } = await play(ARTICLE_URL, {}, {}, {});
    expect(items.map(({ likes }) => likes)).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
  });

  it('reads an empty frame in the browser, and does without one that is told nothing', async () => {
    const simulator = linkedInSimulator({ comments: 3 });
    const frame = { match: '/pulse/', body: '<html><body></body></html>', times: 1 };
    const run = await readAll(linkedin, ARTICLE_URL, [frame, { match: '', simulator }], {}, LOGIN);
    expect(run.items).toHaveLength(3);
    await expect(readAll(linkedin, ARTICLE_URL, [{ ...frame, times: 2 }], {}, LOGIN)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('linkedin: who reposted', () => {
  it('reads the name of the post that reposts hang on first', async () => {
    const run = await play(POST_URL, {}, { shares: true });
    expect([run.items.length, run.total, run.session.urls.length]).toEqual([130, 130, 3]);
    expect(run.session.urls[0]).toBe(POST_URL);
    expect(run.session.urls[1]).toContain('targetUrn:urn%3Ali%3Ashare%3A7123456789012345000');
  });

  it('has accounts, with what they said', async () => {
    const { items } = await play(POST_URL, { reactions: 3 }, { shares: true });
    expect(itemSchema.strict().parse(items[0])).toMatchObject({
      id: 'urn:li:member:1000',
      kind: 'share',
      author: { id: 'urn:li:member:1000', name: 'Member 1000', url: 'https://www.linkedin.com/in/member-1000' },
      text: 'Works here',
      createdAt: '2026-07-31T19:20:00.000Z',
      extra: { words: 'I say 1000', shareUrl: expect.stringContaining('/feed/update/urn:li:activity:') },
    });
    expect(itemSchema.strict().parse(items[1])).toMatchObject({
      id: 'urn:li:fsd_profile:ACoAA1001',
      author: { name: 'Member 1001', username: 'member-1001', url: 'https://www.linkedin.com/in/member-1001' },
      text: 'Works here',
      createdAt: null,
      extra: {},
    });
  });

  it('takes entries that are not named but given', async () => {
    const update = {
      $type: 'x.feed.Update',
      entityUrn: 'urn:li:fsd_update:(urn:li:activity:7123456789012345678,X)',
      actor: { backendUrn: 'urn:li:company:5', name: { text: 'Five' } },
    };
    const body = { data: { data: { feedDashReshareFeedByReshareFeed: { elements: [update] } } }, included: [] };
    const run = await readAll(
      linkedin,
      POST_URL,
      [
        { match: 'graphql', body, times: 1 },
        { match: '', body: { data: { data: { x: null } }, included: [] } },
      ],
      { shares: true },
      LOGIN,
    );
    expect(run.items).toMatchObject([{ id: 'urn:li:company:5', author: { name: 'Five' }, createdAt: '2023-10-26T23:54:05.927Z' }]);
  });

  it('refuses', async () => {
    expect(await codeOf(POST_URL, {}, { shares: true }, {})).toBe('LOGIN_REQUIRED');
    expect(await codeOf(POST_URL, { reactions: 0 }, { shares: true })).toBe('0 items');
    const withNobody = { data: { data: { x: { '*elements': ['urn:a'], paging: { total: 1 } } } }, included: [{ entityUrn: 'urn:a' }] };
    await expect(readAll(linkedin, POST_URL, [{ match: '', body: withNobody }], { shares: true }, LOGIN)).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
    });
  });
});

describe('linkedin: names of a post in its page', () => {
  const activity = 'urn:li:activity:7123456789012345678';
  it.each<[string, string | null, string[]]>([
    [
      `"metadata":{"backendUrn":"${activity}","shareUrn":"urn:li:share:7000000000000000001"} urn:li:ugcPost:7000000000000000002`,
      activity,
      ['urn:li:share:7000000000000000001', 'urn:li:ugcPost:7000000000000000002'],
    ],
    [
      `{&quot;shareUrn&quot;:&quot;urn:li:ugcPost:7000000000000000003&quot;,&quot;backendUrn&quot;:&quot;${activity}&quot;}`,
      activity,
      ['urn:li:ugcPost:7000000000000000003'],
    ],
    [`<p>urn%3Ali%3Ashare%3A7000000000000000004</p>`, activity, ['urn:li:share:7000000000000000004']],
    [`urn:li:linkedInArticle:7000000000000000005`, null, ['urn:li:linkedInArticle:7000000000000000005']],
    [`urn:li:linkedInArticle:7000000000000000005`, activity, []],
  ])('%s', (html, urn, names) => {
    expect(namesIn(html, urn)).toEqual(names);
  });
});

describe('linkedin: short links', () => {
  it.each<[string, RunOptions, string]>([
    ['https://lnkd.in/eArticle', {}, '130 items'],
    ['https://lnkd.in/p/dPost', {}, '130 items'],
    ['https://lnkd.in/p/dPost', { likes: true }, '130 items'],
    ['https://lnkd.in/p/dPost', { shares: true }, '130 items'],
    ['https://lnkd.in/ePerson', { tweets: true }, '70 items'],
    ['https://lnkd.in/ePerson', {}, 'NOT_FOUND'],
    ['https://lnkd.in/p/dPost', { tweets: true }, 'NOT_FOUND'],
    ['https://lnkd.in/eElsewhere', {}, 'NOT_FOUND'],
    ['https://lnkd.in/eNothing', {}, 'NOT_FOUND'],
  ])('%s %j: %s', async (url, options, code) => {
    expect(await codeOf(url, {}, options)).toBe(code);
  });

  it('follows the page that leads out of LinkedIn, and in again', async () => {
    const page = { match: 'lnkd.in', body: `<a href="${POST_URL}?a=1&amp;b=2" data-tracking-control-name="external_url_click">on</a>` };
    const run = await readAll(
      linkedin,
      'https://lnkd.in/eAbc',
      [page, { match: '', simulator: linkedInSimulator({ comments: 4 }) }],
      {},
      LOGIN,
    );
    expect(run.items).toHaveLength(4);
  });
});
