import { describe, expect, it } from 'vitest';
import { placeAt } from '#core/platforms/change_org/address.ts';
import changeOrg from '#core/platforms/change_org/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { changeOrgSimulator, type ChangeOrgParams } from '#core/platforms/change_org/simulator.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const PETITION = 'https://www.change.org/p/a-petition-about-it';
const play = (url = PETITION, options: RunOptions = {}, params: ChangeOrgParams = {}) =>
  readAll(changeOrg, url, [{ match: '', simulator: changeOrgSimulator(params) }], options);

describe('change_org: addresses', () => {
  const petition = { kind: 'petition', params: { slug: 'a-petition' } };
  it.each([
    ['https://www.change.org/p/a-petition', petition],
    ['https://change.org/p/a-petition/sign?utm_source=x', petition],
    ['https://www.change.org/p/a-petition/c/12', petition],
    ['https://www.change.org/p/a-petition/nftexp/alternate/control/12', petition],
    ['https://www.change.org/de/Petitionen/a-petition', petition],
    ['https://www.change.org/pt-br/p/a-petition', petition],
    ['https://www.change.org/p/%D1%81%D0%BB%D0%BE%D0%B2%D0%BE', { kind: 'petition', params: { slug: 'слово' } }],
    ['https://chng.it/AbC', { kind: 'short', params: { code: 'AbC' } }],
    ['https://www.change.org/u/123', null],
    ['https://www.change.org/t/animals', null],
    ['https://www.change.org/p/', null],
    ['https://www.change.org/', null],
  ])('%s', (url, expected) => expect(placeAt(parsePastedUrl(url))).toEqual(expected));
});

describe('change_org: reasons for signing', () => {
  it('are read to the last page, answers left out', async () => {
    const { items, total, gaps, doors, session } = await play();
    expect([items.length, total, doors]).toEqual([195, 250, ['API']]);
    const missing = (cause: string) => gaps.filter((gap) => gap.cause === cause).reduce((sum, gap) => sum + gap.count, 0);
    expect([missing('deleted'), missing('filtered')]).toEqual([5, 50]);
    expect(session.urls).toEqual([
      'https://www.change.org/api-proxy/-/petitions/a-petition-about-it',
      ...[0, 100, 200].map(
        (offset) =>
          `https://www.change.org/api-proxy/-/comments?limit=100&offset=${offset}&commentable_type=Event&commentable_id=20861011&order_by=voting_score`,
      ),
    ]);
    const likes = items.map((item) => item.likes);
    expect(likes).toEqual(likes.toSorted((one, other) => (other ?? 0) - (one ?? 0)));
    expect(items.find(({ id }) => id === '900002')).toEqual(
      wholeItem({
        id: '900002',
        kind: 'comment',
        author: {
          name: 'Signer 2',
          id: '102',
          url: 'https://www.change.org/u/102',
          avatarUrl: 'https://assets.change.org/photos/2/ab-400x400-noPad.jpg?1517747139',
        },
        text: 'Reason 2 & more\n\ntwo\nexample.org',
        createdAt: '2024-01-15T00:02:00.000Z',
        createdAtPrecision: 'second',
        likes: 2,
        replyCount: 0,
        url: `${PETITION}/c/900002`,
        isAuthorPost: false,
        extra: { location: 'Berlin, BE', countryCode: 'DE' },
      }),
    );
    expect(items.find(({ id }) => id === '900000')).toMatchObject({ isAuthorPost: true, extra: { location: 'BE' } });
    expect(items.find(({ id }) => id === '900003')).toMatchObject({ replyCount: 1, extra: { countryCode: 'DE' } });
  });

  it('come with their answers', async () => {
    const { items } = await play(PETITION, { replies: true });
    expect(items).toHaveLength(245);
    expect(items.find(({ id }) => id === '900004')).toMatchObject({ parentId: '900003', kind: 'reply' });
  });

  it('come with answers that stand in lists of their own', async () => {
    const { items } = await play(PETITION, { replies: true }, { answersApart: true });
    expect(items).toHaveLength(245);
    const alone = await play(PETITION, {}, { answersApart: true });
    expect([alone.items.length, alone.session.urls.some((url) => url.includes('parent_id'))]).toEqual([195, false]);
  });

  it('by whom the petition is not are not taken for its own, whatever their role', async () => {
    const row = { id: 3, comment: 'x', created_at: '2025-01-02T00:00:00Z', role: 'comment_psf', user: { id: 9, display_name: 'Signer' } };
    const { items } = await readAll(changeOrg, PETITION, [
      { match: '/petitions/', body: { id: 1, user: { id: 7 } } },
      { match: '/comments', body: { items: [row], last_page: true } },
    ]);
    expect(items[0]?.isAuthorPost).toBe(false);
  });

  it('are found by a short link, and sorted', async () => {
    const { items, session } = await play('https://chng.it/AbCdEfGhIj', { sort: 'new' });
    expect(items[0]?.id).toBe('900248');
    expect(session.urls.at(-1)).toContain('order_by=created_at');
    await expect(play('https://chng.it/Other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are none where nobody has given one', async () => {
    const { items, total, notes } = await play('https://www.change.org/p/silent');
    expect([items, total, notes]).toEqual([[], 0, ['Comments of this petition are hidden by the one who started it.']]);
  });
});

describe('change_org: the GraphQL of the site, where the older API is shut', () => {
  it.each([403, 404, 410])('gives the reasons for signing (%i)', async (rest) => {
    const { items, total, doors, notes, session } = await play(PETITION, {}, { rest });
    expect([items.length, total, doors, notes]).toEqual([195, 195, ['GraphQL'], []]);
    expect(items.find(({ id }) => id === '900002')).toMatchObject({
      parentId: null,
      author: { name: 'Signer 2', id: '102', url: 'https://www.change.org/u/102', avatarUrl: null },
      text: 'Reason 2 & more\n\ntwo\nexample.org',
      createdAt: '2024-01-15T00:02:00.000Z',
      likes: 2,
      replyCount: null,
      url: `${PETITION}/c/900002`,
      isAuthorPost: false,
      extra: { location: 'Berlin' },
    });
    expect(items.find(({ id }) => id === '900000')?.isAuthorPost).toBe(true);
    const asked = session.sent.filter(({ url }) => url.includes('/graphql?op='));
    expect(asked).toHaveLength(11);
    expect(asked[0]?.headers).toMatchObject({ 'x-requested-with': 'corgi-front-end-browser:5.2153.0', 'x-csrf-token': 'a-token' });
  });

  it('says what it cannot give', async () => {
    const { notes } = await play(PETITION, { sort: 'new', replies: true }, { rest: 404 });
    expect(notes).toEqual([
      'The older API of Change.org is shut; the one of today lists reasons for signing by votes only.',
      'The older API of Change.org is shut; the one of today lists no answers.',
    ]);
  });

  it('is asked where the older API has changed, too', async () => {
    const changed: FakeExchange = { match: '/api-proxy/-/petitions', body: { err: 'gone' } };
    const { doors } = await readAll(changeOrg, PETITION, [changed, { match: '', simulator: changeOrgSimulator({}) }]);
    expect(doors).toEqual(['GraphQL']);
  });

  it.each([
    ['https://www.change.org/p/unheard-of', { rest: 403 }, 'NOT_FOUND'],
    [PETITION, { rest: 404, graphql: 403 }, 'BLOCKED'],
    [PETITION, { rest: 404, graphql: 'client' }, 'BLOCKED'],
    [PETITION, { rest: 403, graphql: 404 }, 'BLOCKED'],
    [PETITION, { rest: 404, graphql: 404 }, 'NOT_FOUND'],
    [PETITION, { rest: 404, graphql: 429 }, 'RATE_LIMITED'],
  ] as const)('%s %j is %s', async (url, params, code) => {
    const page: FakeExchange = { match: '/c', body: '<html></html>', asks: [] };
    const site: FakeExchange = { match: '/api-proxy/', simulator: changeOrgSimulator(params) };
    await expect(readAll(changeOrg, url, [site, page])).rejects.toMatchObject({ code });
  });
});

describe('change_org: where the API is shut', () => {
  const graphql = 'https://www.change.org/api-proxy/graphql?op=Comments';
  const node = (id: number, likes: 'likes' | 'likeCount') => ({
    node: {
      id: String(id),
      comment: `Reason ${id}`,
      [likes]: id,
      createdAt: '2025-01-01T00:00:00Z',
      user: { id: '5', displayName: 'Signer', photo: null },
    },
  });
  const shut = (status: number): FakeExchange => ({
    match: '/api-proxy/-/',
    status,
    body: '<title>Access to this page has been denied</title>',
  });
  const page = (asks: readonly string[]): FakeExchange => ({ match: '/p/a-petition-about-it/c', body: '<html></html>', asks });

  it.each([403, 404])('the page in a browser is read (%i)', async (status) => {
    const { items, doors } = await readAll(changeOrg, PETITION, [
      shut(status),
      page([`${graphql}A`, `${graphql}B`, `${graphql}C`]),
      { match: 'CommentsA', body: { data: { viewer: { id: '1' } } } },
      {
        match: 'CommentsB',
        body: { data: { petition: { commentsConnection: { edges: [node(1, 'likeCount'), node(2, 'likes')], pageInfo: {} } } } },
      },
      { match: 'CommentsC', body: { items: [{ id: 3, comment: 'Reason 3', likes: 0, created_at: '2025-01-02T00:00:00Z', parent_id: 0 }] } },
    ]);
    expect(doors).toEqual(['page']);
    expect(items.map(({ id, text, likes }) => [id, text, likes])).toEqual([
      ['1', 'Reason 1', 1],
      ['2', 'Reason 2', 2],
      ['3', 'Reason 3', 0],
    ]);
    expect(items[0]).toMatchObject({ author: { name: 'Signer', id: '5' }, createdAt: '2025-01-01T00:00:00.000Z', isAuthorPost: null });
  });

  it.each([
    [[shut(403), page([])], 'BLOCKED'],
    [[shut(404), page([])], 'NOT_FOUND'],
    [[shut(200), page([])], 'BLOCKED'],
    [[shut(404)], 'NOT_FOUND'],
    [[shut(429)], 'RATE_LIMITED'],
    [[shut(503)], 'NETWORK'],
    [[{ match: '/api-proxy/-/', body: { err: 'boom' } }], 'PLATFORM_CHANGED'],
    [
      [
        { match: '/petitions/', body: { id: 1 } },
        { match: '/comments', body: { items: [{ comment: 'x' }] } },
      ],
      'PLATFORM_CHANGED',
    ],
  ] as const)('%# is %s', async (exchanges, code) => {
    await expect(readAll(changeOrg, PETITION, exchanges)).rejects.toMatchObject({ code });
  });
});
