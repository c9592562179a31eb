import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import linkedin from '#core/platforms/linkedin/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { ARTICLE_URL, linkedInSimulator, type LinkedInParams, POST_URL } from '#core/platforms/linkedin/simulator.ts';

const ID = '7123456789012345678';
const OPTIONS = { replies: false, sort: null, limit: 10, minTimestamp: null, maxTimestamp: null, countries: [] };
const LOGIN = { li_at: 'a', JSESSIONID: '"ajax:42"' };
const play = (params: LinkedInParams = {}, options: RunOptions = {}, cookies: Record<string, string> = LOGIN, url = POST_URL) =>
  readAll(linkedin, url, [{ match: '', simulator: linkedInSimulator(params) }], options, cookies);
const codeOf = (
  exchange: Omit<FakeExchange, 'match'>,
  cookies: Record<string, string> = LOGIN,
  options: RunOptions = {},
): Promise<unknown> =>
  readAll(linkedin, POST_URL, [{ match: '', ...exchange }], options, cookies).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const redirect = (location: string) => ({ status: 302, headers: { location } });
const answer = (included: readonly object[], elements: readonly string[] = []) => ({
  body: { data: { data: { socialDashCommentsBySocialDetail: { '*elements': elements, paging: { total: elements.length } } } }, included },
});

describe('linkedin: URLs', () => {
  it.each([
    [`https://www.linkedin.com/posts/owner_words-of-it-activity-${ID}-AbCd?utm_source=share`, 'activity'],
    [`https://de.linkedin.com/posts/owner_words-share-${ID}-AbCd`, 'share'],
    [`https://m.linkedin.com/posts/owner_words-ugcPost-${ID}-AbCd`, 'ugcPost'],
    [`https://www.linkedin.com/feed/update/urn:li:activity:${ID}/`, 'activity'],
    [`https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A${ID}`, 'share'],
    [`https://www.linkedin.com/embed/feed/update/urn:li:ugcPost:${ID}`, 'ugcPost'],
    [`https://www.linkedin.com/posts/owner_activity-${ID}-AbCd`, 'activity'],
    [`https://www.linkedin.com/posts/activity-${ID}-AbCd`, 'activity'],
    [`https://www.linkedin.com/video/event/urn:li:ugcPost:${ID}/`, 'ugcPost'],
    [`https://www.linkedin.com/feed/update/urn:li:activity:${ID}?commentUrn=urn%3Ali%3Acomment%3A%28activity%3A${ID}%2C1%29`, 'activity'],
  ])('takes %s', (url, kind) => {
    const chosen = chooseFor(linkedin, url);
    expect(chosen).toMatchObject({ target: 'post', type: 'comments' });
    expect(linkedin.start(chosen, OPTIONS)[0]?.cursor).toMatchObject({ list: 'comments', urn: `urn:li:${kind}:${ID}`, start: 0 });
  });

  it.each([
    'https://www.linkedin.com/in/somebody/recent-activity/comments/',
    'https://www.linkedin.com/in/somebody/details/skills',
    'https://www.linkedin.com/company/example/people/',
    'https://www.linkedin.com/events/7123456789012345678',
    'https://www.linkedin.com/pulse',
    'https://www.linkedin.com/pulse/topics/home/',
    'https://lnkd.in/',
    'https://lnkd.in/a/b/c',
    'https://www.linkedin.com/feed/',
    'https://www.linkedin.com/posts/owner_words',
    `https://business.linkedin.com/posts/owner_words-activity-${ID}-AbCd`,
    `https://notlinkedin.com/posts/owner_words-activity-${ID}-AbCd`,
  ])('refuses %s', (url) => {
    expect(linkedin.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('linkedin: with a session', () => {
  it('reads comments page by page, in the order that is stated', async () => {
    const run = await play();
    expect(run.items.map((item) => Number(item.id))).toEqual(Array.from({ length: 130 }, (_, index) => 1000 + index));
    expect([run.total, run.session.urls.length, run.gaps]).toEqual([130, 2, []]);
    expect(run.session.urls[0]).toContain(`socialDetailUrn:urn%3Ali%3Afsd_socialDetail%3A%28urn%3Ali%3Aactivity%3A${ID}%2C`);
    expect(run.session.sent[0]?.headers['csrf-token']).toBe('ajax:42');
  });

  it('has replies in the same answer', async () => {
    const run = await play({}, { replies: true });
    expect([run.items.length, run.session.urls.length]).toEqual([130 + 43 * 2, 2]);
    expect(run.items.find((item) => item.id === '10020')).toMatchObject({ kind: 'reply', parentId: '1002' });
  });

  it('has every field', async () => {
    const { items } = await play({ comments: 10 });
    expect(itemSchema.strict().parse(items[3])).toMatchObject({
      id: '1003',
      parentId: null,
      kind: 'comment',
      author: { name: 'Member 1003', id: 'ACoAA1003', url: 'https://www.linkedin.com/in/member-1003' },
      text: 'Words of 1003',
      createdAt: '2026-07-31T19:17:00.000Z',
      likes: 3,
      replyCount: 0,
      url: `https://www.linkedin.com/feed/update/urn:li:activity:${ID}?commentUrn=1003`,
      isEdited: false,
      isPinned: null,
      isAuthorPost: true,
      extra: { headline: 'Works here' },
    });
  });

  it('lists reactions', async () => {
    const run = await play({}, { likes: true });
    expect([run.items.length, run.total]).toEqual([130, 130]);
    expect(itemSchema.strict().parse(run.items[1])).toMatchObject({
      kind: 'like',
      id: 'urn:li:fsd_profile:ACoAA1001',
      text: 'Works here',
      extra: { reactionType: 'PRAISE' },
    });
  });

  it('sorts', async () => {
    expect((await play({ comments: 1 }, { sort: 'new' })).session.urls[0]).toContain('sortOrder:REVERSE_CHRONOLOGICAL');
    expect((await play({ comments: 1 })).session.urls[0]).toContain('sortOrder:RELEVANCE');
  });

  it('takes the next id of the call that it knows where one is refused, and keeps it', async () => {
    const run = await play({ queryIds: ['voyagerSocialDashComments.95ed44bc87596acce7c460c70934d0ff'] });
    expect([run.items.length, run.session.urls.length]).toEqual([130, 4]);
    await expect(play({ queryIds: [] })).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });

  it('finds the urn that the comments hang on in the page of the post', async () => {
    const run = await play({ urn: 'urn:li:ugcPost:7123456789012340000' });
    expect([run.items.length, run.session.urls.length]).toEqual([130, 4]);
  });

  it('reads the id of the call from the page where all that it knows are refused', async () => {
    const queryId = 'voyagerSocialDashComments.00000000000000000000000000000000';
    const asked = `https://www.linkedin.com/voyager/api/graphql?variables=(count:10,start:0)&queryId=${queryId}`;
    const world = linkedInSimulator({ queryIds: [queryId] });
    const exchanges = [
      { match: /\/posts\//, asks: [asked], simulator: world },
      { match: '', simulator: world },
    ];
    const run = await readAll(linkedin, POST_URL, exchanges, {}, LOGIN);
    expect(run.items).toHaveLength(130);
  });

  it('has who writes as a company, and pictures', async () => {
    const { items } = await play();
    expect(items.find(({ id }) => id === '1001')?.author).toMatchObject({
      name: 'Company 1001',
      id: '1001',
      url: 'https://www.linkedin.com/company/1001/posts',
    });
    expect(items.find(({ id }) => id === '1004')?.media).toEqual([{ type: 'image', url: 'https://media.example/1004.jpg' }]);
  });

  it('tells the time by the number of a comment where nothing else does', async () => {
    const id = '7123456789012345678';
    const urn = `urn:li:fsd_comment:(${id},urn:li:activity:${ID})`;
    const run = await readAll(linkedin, POST_URL, [{ match: '', ...answer([{ entityUrn: urn }], [urn]) }], {}, LOGIN);
    expect(run.items[0]?.createdAt).toBe('2023-10-26T23:54:05.927Z');
  });

  it('says what the answer names and does not hold', async () => {
    const run = await readAll(linkedin, POST_URL, [{ match: '', ...answer([], ['a', 'b']) }], {}, LOGIN);
    expect([run.items, run.gaps]).toEqual([[], [{ cause: 'notServed', count: 2, note: expect.any(String) }]]);
  });

  it('makes up a token where none is given', async () => {
    const { session } = await play({}, {}, { li_at: 'a' });
    const [first] = session.sent;
    expect(first?.headers['cookie']).toBe(`JSESSIONID="${first?.headers['csrf-token']}"`);
  });

  it.each<[string, object | undefined, number | null]>([
    [
      'the sum of all kinds',
      {
        reactionTypeCounts: [
          { reactionType: 'LIKE', count: 2 },
          { reactionType: 'EMPATHY', count: 1 },
        ],
      },
      3,
    ],
    ['none of any kind', { reactionTypeCounts: [] }, 0],
    ['the older sum where it is all there is', { numLikes: 4 }, 4],
    ['the older sum where no kinds are told beside it', { numLikes: 4, reactionTypeCounts: [] }, 4],
    ['the older sum where a kind is not counted', { numLikes: 4, reactionTypeCounts: [{ reactionType: 'LIKE' }] }, 4],
    ['nothing where a kind is not counted', { reactionTypeCounts: [{ reactionType: 'LIKE' }] }, null],
    ['nothing where nothing is counted', { numComments: 1 }, null],
    ['nothing where the answer names counts and does not hold them', undefined, null],
  ])('counts %s as likes', async (_what, counts, likes) => {
    const urn = `urn:li:fsd_comment:(5,urn:li:activity:${ID})`;
    const detail = { entityUrn: 'd', '*totalSocialActivityCounts': 'c' };
    const included = [{ entityUrn: urn, '*socialDetail': 'd' }, detail, ...(counts ? [{ entityUrn: 'c', ...counts }] : [])];
    const run = await readAll(linkedin, POST_URL, [{ match: '', ...answer(included, [urn]) }], {}, LOGIN);
    expect(run.items[0]?.likes).toBe(likes);
  });

  it('counts replies by their list where their number is not told', async () => {
    const urn = `urn:li:fsd_comment:(5,urn:li:activity:${ID})`;
    const detail = { entityUrn: 'd', '*totalSocialActivityCounts': 'c', comments: { paging: { total: 4 }, '*elements': [] } };
    const body = answer([{ entityUrn: urn, commentary: { text: 'x' }, '*socialDetail': 'd' }, detail], [urn]);
    const run = await readAll(linkedin, POST_URL, [{ match: '', ...body }], { replies: true }, LOGIN);
    expect([run.items[0]?.replyCount, run.gaps[0]?.count]).toEqual([4, 4]);
  });

  it('reads answers to replies, each once, and says how many are kept back', async () => {
    const urn = (id: number): string => `urn:li:fsd_comment:(${id},urn:li:activity:${ID})`;
    const comment = (id: number, numComments: number, below: readonly number[]) => [
      { entityUrn: urn(id), commentary: { text: 'x' }, '*socialDetail': `d${id}` },
      { entityUrn: `d${id}`, totalSocialActivityCounts: { numLikes: 0, numComments }, '*comments': below.map(urn) },
    ];
    const included = [...comment(5, 1, [6]), ...comment(6, 3, [7, 5]), ...comment(7, 0, [6])];
    const run = await readAll(linkedin, POST_URL, [{ match: '', ...answer(included, [urn(5)]) }], { replies: true }, LOGIN);
    expect(run.items.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['5', null],
      ['6', '5'],
      ['7', '6'],
    ]);
    expect(run.gaps).toEqual([{ cause: 'notServed', count: 2, note: expect.any(String) }]);
  });

  it('says how many replies LinkedIn keeps back', async () => {
    const urn = `urn:li:fsd_comment:(5,urn:li:activity:${ID})`;
    const detail = { entityUrn: 'd', totalSocialActivityCounts: { numLikes: 1, numComments: 7 }, '*comments': [] };
    const body = answer([{ entityUrn: urn, commentary: { text: 'x' }, '*socialDetail': 'd' }, detail], [urn]);
    const run = await readAll(linkedin, POST_URL, [{ match: '', ...body }], { replies: true }, LOGIN);
    expect([run.items.length, run.gaps]).toEqual([1, [{ cause: 'notServed', count: 7, note: expect.any(String) }]]);
  });
});

describe('linkedin: the public page', () => {
  it('gives the comments that it shows, and says what a login would bring', async () => {
    const run = await play({}, {}, {});
    expect([run.items.length, run.total, run.doors, run.session.urls]).toEqual([10, 130, ['public page'], [POST_URL]]);
    expect(run.gaps).toEqual([{ cause: 'login', count: 120, note: expect.stringContaining('li_at') }]);
    expect(itemSchema.strict().parse(run.items[3])).toMatchObject({
      author: { name: 'Member 1003', url: 'https://ca.linkedin.com/in/member-1003' },
      text: 'Words of 1003',
      createdAt: '2026-08-01T11:57:00.000Z',
      likes: 3,
      isAuthorPost: true,
      extra: { headline: 'Works here' },
    });
    expect(run.items[2]?.id).toMatch(/^\d{19}$/);
    expect(run.items[3]?.id).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(run.items.map((item) => item.id)).size).toBe(10);
  });

  it.each([POST_URL, ARTICLE_URL])('gives every comment of somebody who says the same again: %s', async (url) => {
    const ids = async () =>
      (await readAll(linkedin, url, [{ match: '', simulator: linkedInSimulator({ hasEchoes: true }) }], {}, {})).items.map(({ id }) => id);
    const first = await ids();
    expect(new Set(first).size).toBe(10);
    expect(first.filter((id) => /^\d{19}$/.test(id))).toHaveLength(5);
    expect(await ids()).toEqual(first);
  });

  it('takes counts as text, and a single comment that stands in no list', async () => {
    const data = { '@type': 'VideoObject', commentCount: '3', comment: { text: 'One', author: { name: 'Ann' } } };
    const body = `<script type="application/ld+json">{"@graph":[${JSON.stringify(data)}]}</script>`;
    const run = await readAll(linkedin, POST_URL, [{ match: '', body }], {}, {});
    expect([run.items.map(({ text }) => text), run.total, run.gaps[0]?.count]).toEqual([['One'], 3, 2]);
  });

  it('takes the number of comments from the statistics of the post where it stands nowhere else', async () => {
    const statistic = (type: string, count: number) => ({
      interactionType: `https://schema.org/${type}Action`,
      userInteractionCount: count,
    });
    const data = { '@type': 'VideoObject', comment: [], interactionStatistic: [statistic('Like', 435), statistic('Comment', 21)] };
    const body = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const run = await readAll(linkedin, POST_URL, [{ match: '', body }], {}, {});
    expect([run.items, run.total, run.gaps[0]?.count]).toEqual([[], 21, 21]);
  });

  it.each([
    [{ datePublished: '2026-06-06T14:51:24.268Z' }, '7123456789012345678', '2026-06-06T14:51:24.268Z', null],
    [{}, '7123456789012345678', '2023-10-26T23:54:05.927Z', null],
    [{ datePublished: '14:51' }, '5', '2025-12-18T00:00:00.000Z', '2w'],
    [{}, null, '2025-12-18T00:00:00.000Z', '2w'],
  ])('dates a comment by what shows of it where search engines are told no date: %j, %s', async (told, id, createdAt, relativeTime) => {
    const data = { '@type': 'SocialMediaPosting', comment: [{ text: 'One', author: { name: 'Ann' }, ...told }] };
    const body = `<script type="application/ld+json">${JSON.stringify(data)}</script><section class="comment"><a class="comment__author">Ann</a>
      <span class="comment__duration-since">2w</span><p class="comment__text">One</p>
      ${id === null ? '' : `<a data-semaphore-content-urn="urn:li:comment:(urn:li:activity:${ID},${id})">Report</a>`}</section>`;
    const run = await readAll(linkedin, POST_URL, [{ match: '', body }], {}, {});
    expect(run.items).toMatchObject([{ createdAt, relativeTime }]);
  });

  it('has no list of reactions', async () => {
    await expect(play({}, { likes: true }, {})).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });
});

describe('linkedin: refusals', () => {
  it.each<[Omit<FakeExchange, 'match'>, string]>([
    [{ status: 999 }, 'BLOCKED'],
    [redirect('/authwall?trk=x'), 'LOGIN_REQUIRED'],
    [redirect('https://www.linkedin.com/uas/login?x'), 'LOGIN_REQUIRED'],
    [redirect('https://www.linkedin.com/login'), 'LOGIN_REQUIRED'],
    [redirect('/checkpoint/challenge/abc'), 'CAPTCHA'],
    [{ status: 401 }, 'LOGIN_REQUIRED'],
    [{ status: 403, body: 'CSRF check failed.' }, 'LOGIN_REQUIRED'],
    [{ status: 403 }, 'BLOCKED'],
    [{ status: 404 }, 'NOT_FOUND'],
    [{ status: 429 }, 'RATE_LIMITED'],
    [{ body: '<html>' }, 'PLATFORM_CHANGED'],
    [{ body: { data: { data: {} }, included: [] } }, 'PLATFORM_CHANGED'],
    [answer([{ entityUrn: 'x', commentingDisabled: true }]), 'COMMENTS_DISABLED'],
    [answer([{ entityUrn: 'x', allowedCommentersScope: 'NONE' }]), 'COMMENTS_DISABLED'],
    [answer([]), '0 items'],
    [{ body: { data: { data: { socialDashCommentsBySocialDetail: null } }, included: [] } }, '0 items'],
    [
      { body: { data: { data: { socialDashCommentsBySocialDetail: null }, errors: [{ message: 'no' }] }, included: [] } },
      'PLATFORM_CHANGED',
    ],
    [{ body: { data: { data: { x: { '*elements': [], paging: { total: 9 } } } }, included: [] } }, 'PLATFORM_CHANGED'],
    [answer([{ entityUrn: 'x', createdAt: 'today' }], ['x']), 'PLATFORM_CHANGED'],
    [answer([{ entityUrn: 'x', commentary: { text: 'no number' } }], ['x']), 'PLATFORM_CHANGED'],
  ])('%j', async (exchange, code) => {
    expect(await codeOf(exchange)).toBe(code);
  });

  it.each<[Omit<FakeExchange, 'match'>, string]>([
    [{ status: 999 }, 'BLOCKED'],
    [redirect('/authwall'), 'LOGIN_REQUIRED'],
    [{ status: 404 }, 'NOT_FOUND'],
    [{ body: '<html><title>LinkedIn</title></html>' }, 'PLATFORM_CHANGED'],
  ])('%j on the public page', async (exchange, code) => {
    expect(await codeOf(exchange, {})).toBe(code);
  });
});
