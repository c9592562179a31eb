import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import mastodon from '#core/platforms/mastodon/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const API = 'https://social.example/api/v1';
const STATUS_URL = 'https://social.example/@owner/100';
const PROFILE_URL = 'https://social.example/@owner';

const account = (id: string, more: object = {}): object => ({
  id,
  acct: `user${id}@far.example`,
  display_name: `User ${id}`,
  note: '<p>Bio</p>',
  url: `https://far.example/@user${id}`,
  avatar: `https://far.example/${id}.png`,
  created_at: '2020-01-01T00:00:00.000Z',
  ...more,
});
const status = (id: string, parent: string | null, more: object = {}): object => ({
  id,
  in_reply_to_id: parent,
  account: account('7'),
  content: `<p>text of ${id}</p>`,
  spoiler_text: '',
  visibility: 'public',
  sensitive: false,
  language: 'en',
  url: `https://far.example/@user7/${id}`,
  uri: `https://far.example/statuses/${id}`,
  created_at: '2024-05-01T10:00:00.000Z',
  edited_at: null,
  favourites_count: 2,
  replies_count: 0,
  reblogs_count: 1,
  quotes_count: 2,
  media_attachments: [],
  ...more,
});
const contextOf = (id: string, descendants: readonly object[], ancestors: readonly object[] = []): FakeExchange => ({
  match: `${API}/statuses/${id}/context`,
  body: { ancestors, descendants },
});
const subject = (more: object = {}): FakeExchange => ({
  match: /statuses\/100$/,
  body: status('100', null, { account: account('1'), replies_count: 9, ...more }),
});
const lookup: FakeExchange = { match: `${API}/accounts/lookup?acct=owner`, body: account('1') };
const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map((item) => item.id);
const paths = (urls: readonly string[]): string[] => urls.map((url) => url.replace(API, ''));

describe('mastodon: URLs', () => {
  const chosen = (url: string, options = {}): unknown => {
    const { type, params } = chooseFor(mastodon, url, options);
    return [type, params];
  };
  const elsewhere = { written: { schemes: ['market:'] } };
  const claims = (url: string): number => mastodon.targets.filter((target) => target.match(parsePastedUrl(url, [elsewhere]))).length;

  it('reads server and status from every shape', () => {
    for (const path of [
      '@u/100',
      '@u@far.example/100',
      'web/statuses/100',
      'web/@u/100',
      'users/u/statuses/100',
      'deck/@u/100',
      'deck/@u@far.example/100?x=1#y',
    ]) {
      expect(chosen(`https://social.example/${path}`), path).toEqual(['comments', { host: 'social.example', status: '100' }]);
    }
    expect(chosen('https://www.social.example:8443/@u/100')).toEqual(['comments', { host: 'www.social.example:8443', status: '100' }]);
  });

  it('chooses the list by suffix, and by option before that', () => {
    expect(chosen(`${STATUS_URL}/favourites`)).toEqual(['likes', { host: 'social.example', status: '100' }]);
    expect(chosen(`${STATUS_URL}/favourites`, { shares: true })).toEqual(['shares', { host: 'social.example', status: '100' }]);
    expect(chosen(`${STATUS_URL}/reblogs`)).toEqual(['shares', { host: 'social.example', status: '100' }]);
    expect(chosen(PROFILE_URL)).toEqual(['posts', { host: 'social.example', acct: 'owner' }]);
    expect(chosen('https://social.example/@owner@far.example')).toEqual(['posts', { host: 'social.example', acct: 'owner@far.example' }]);
    expect(chosen('https://social.example/users/owner/followers')).toEqual(['followers', { host: 'social.example', acct: 'owner' }]);
    expect(chosen(`${PROFILE_URL}/following`)).toEqual(['following', { host: 'social.example', acct: 'owner' }]);
    expect(chosen(`${PROFILE_URL}/followers`, { tweets: true })).toEqual(['posts', { host: 'social.example', acct: 'owner' }]);
    expect(chosen(`${PROFILE_URL}/media`)).toEqual(['posts', { host: 'social.example', acct: 'owner', tab: 'media' }]);
  });

  it('takes each URL by one target at most, and no other shape', () => {
    for (const target of mastodon.targets) for (const example of target.examples) expect(claims(example), example).toBe(1);
    for (const url of [
      'https://social.example/',
      'https://social.example/@',
      'https://social.example/owner/100',
      'https://social.example/@u/abc',
      'https://social.example/@u/100/x',
      'https://social.example/tags/x',
      'https://social.example/notes/9abc',
      'https://social.example/users/u/statuses',
      'https://social.example/web/100',
      'https://social.example/statuses/100',
      'market://details/@u',
    ])
      expect(claims(url), url).toBe(0);
  });
});

describe('mastodon: threads', () => {
  const first = contextOf(
    '100',
    [
      status('1', '100', { replies_count: 2 }),
      status('2', '1'),
      status('3', '100', { replies_count: 1 }),
      status('9', '8', { replies_count: 1 }),
      status('10', '9'),
      status('4', '100', { account: account('1') }),
    ],
    [status('50', null)],
  );
  const exchanges = [
    subject(),
    first,
    contextOf('1', [status('2', '1', { replies_count: 1 }), status('5', '1'), status('6', '2', { replies_count: 3 })]),
    contextOf('3', [status('7', '3')]),
    contextOf('6', [status('11', '6')]),
  ];

  it('gives direct replies only, with two requests, without `replies`', async () => {
    const run = await readAll(mastodon, STATUS_URL, exchanges);
    expect(idsOf(run.items)).toEqual(['1', '3', '4']);
    expect(run.items.every((item) => item.kind === 'comment' && item.parentId === null)).toBe(true);
    expect(run.items.map((item) => item.isAuthorPost)).toEqual([false, false, true]);
    expect(paths(run.session.urls)).toEqual(['/statuses/100', '/statuses/100/context']);
    expect(run.total).toBe(9);
  });

  it('asks again for replies unseen, in order of appearance, strays last', async () => {
    const run = await readAll(mastodon, STATUS_URL, exchanges, { replies: true });
    expect(idsOf(run.items)).toEqual(['1', '2', '3', '4', '9', '10', '5', '6', '7', '11']);
    expect(run.items.map((item) => item.parentId)).toEqual([null, '1', null, null, '8', '9', '1', '2', '3', '6']);
    expect(run.items.map((item) => item.kind === 'comment')).toEqual(run.items.map((item) => item.parentId === null));
    expect(run.items.filter((item) => item.isAuthorPost === null)).toEqual([]);
    expect(paths(run.session.urls)).toEqual([
      '/statuses/100',
      '/statuses/100/context',
      '/statuses/1/context',
      '/statuses/3/context',
      '/statuses/6/context',
    ]);
    expect(run.gaps).toEqual([{ cause: 'notServed', count: 2, note: expect.any(String) }]);
  });

  it('gives a chain of replies in any order, and those that answer each other in a ring last', async () => {
    const replies = (to: string | null, id: string) => status(id, to, { replies_count: 1 });
    const chain = Array.from({ length: 500 }, (_, index) => replies(index === 499 ? '100' : String(201 + index), String(200 + index)));
    const ring = [replies('2', '1'), replies('3', '2'), replies('1', '3')];
    const run = await readAll(mastodon, STATUS_URL, [subject(), contextOf('100', [...ring, ...chain]), contextOf('200', [])], {
      replies: true,
    });
    expect(idsOf(run.items)).toEqual([...Array.from({ length: 500 }, (_, index) => String(200 + index)), '1', '2', '3']);
  });

  it('marks each further request as optional and below its status', async () => {
    const run = await readAll(mastodon, STATUS_URL, [subject(), first, { match: 'context', status: 503 }], { replies: true });
    expect(idsOf(run.items)).toEqual(['1', '2', '3', '4', '9', '10']);
    expect(run.gaps).toHaveLength(2);
  });

  it('lives without the pasted status itself', async () => {
    const run = await readAll(mastodon, STATUS_URL, [{ match: /statuses\/100$/, status: 503 }, first], {});
    expect(run.total).toBeNull();
    expect(run.items.map((item) => item.isAuthorPost)).toEqual([null, null, null]);
    expect(run.session.urls).toHaveLength(2);
  });

  it('does not go round where a server answers in circles', async () => {
    const circle = contextOf('100', [status('1', '2'), status('2', '1')]);
    expect(idsOf((await readAll(mastodon, STATUS_URL, [subject(), circle], { replies: true })).items)).toEqual(['1', '2']);
  });
});

describe('mastodon: values', () => {
  const single = async (more: object) =>
    (await readAll(mastodon, STATUS_URL, [subject(), contextOf('100', [status('1', '100', more)])])).items[0]!;
  const textOf = async (content: string): Promise<string | null> => (await single({ content })).text;

  it('fills every field', async () => {
    const item = await single({ spoiler_text: 'Careful', edited_at: '2024-05-02T00:00:00.000Z', pinned: true });
    expect(item).toEqual(
      wholeItem({
        id: '1',
        kind: 'comment',
        author: {
          name: 'User 7',
          username: 'user7@far.example',
          id: '7',
          url: 'https://far.example/@user7',
          avatarUrl: 'https://far.example/7.png',
        },
        text: 'text of 1',
        createdAt: '2024-05-01T10:00:00.000Z',
        createdAtPrecision: 'second',
        likes: 2,
        replyCount: 0,
        language: 'en',
        url: 'https://far.example/@user7/1',
        isPinned: true,
        isEdited: true,
        isAuthorPost: false,
        extra: { spoilerText: 'Careful', reblogs: 1, quotes: 2, visibility: 'public', sensitive: false },
      }),
    );
    expect(itemSchema.parse(item)).toEqual(item);
  });

  it('says null for what is not there', async () => {
    const item = await single({ account: account('7', { display_name: '', avatar: '' }), content: '<p></p>', language: null, url: null });
    expect(item).toMatchObject({
      text: null,
      language: null,
      url: 'https://far.example/statuses/1',
      isEdited: false,
      isPinned: null,
      author: { name: null, avatarUrl: null },
    });
    expect(item.extra).not.toHaveProperty('spoilerText');
  });

  it('makes content plain as the pages show it', async () => {
    expect(
      await textOf(
        '<p><span class="h-card"><a href="https://far.example/@a" class="u-url mention">@<span>a</span></a></span> see <a href="https://e.example/long/x"><span class="invisible">https://</span><span class="ellipsis">e.example/lo</span><span class="invisible">ng/x</span></a> &amp; :smile:</p><p>two<br />lines</p>',
      ),
    ).toBe('@a see https://e.example/long/x & :smile:\n\ntwo\nlines');
    expect(await textOf('<p>two  blanks   kept\u2028 \u2028and this</p>')).toBe('two  blanks   kept\u2028 \u2028and this');
    expect(await textOf('<p>one\ntwo<br>\nthree</p>\n<p>four</p>')).toBe('one two\nthree\n\nfour');
    expect(await textOf('<ul><li>a</li><li>b</li></ul>')).toBe('a\nb');
    expect(await textOf('<p>hi <img class="custom-emoji" alt=":blob:" src="x"><img alt="a picture" src="y"></p>')).toBe('hi :blob:');
  });

  it('takes the attachments', async () => {
    const media = [
      { type: 'image', url: 'https://f.example/1' },
      { type: 'gifv', url: 'https://f.example/2' },
      { type: 'video', url: null, remote_url: 'https://r.example/3' },
      { type: 'audio', url: 'https://f.example/4' },
      { type: 'unknown', url: 'https://f.example/5' },
      { type: 'image', url: null, remote_url: null },
    ];
    expect((await single({ media_attachments: media })).media).toEqual([
      { type: 'image', url: 'https://f.example/1' },
      { type: 'video', url: 'https://f.example/2' },
      { type: 'video', url: 'https://r.example/3' },
      { type: 'audio', url: 'https://f.example/4' },
      { type: 'file', url: 'https://f.example/5' },
    ]);
  });
});

describe('mastodon: lists', () => {
  it('follows the next link word for word, behind empty pages too, until there is none', async () => {
    const next = `${API}/accounts/1/followers?max_id=55&limit=80`;
    const run = await readAll(
      mastodon,
      PROFILE_URL,
      [
        lookup,
        {
          match: `${API}/accounts/1/followers?limit=80`,
          headers: { Link: `<${next}>; rel="next", <${API}/accounts/1/followers?since_id=9>; rel="prev"` },
          body: [account('2', { note: '' })],
        },
        { match: next, headers: { link: `<${API}/x?since_id=9>; rel="prev", <${API}/last>; rel="next"` }, body: [] },
        { match: `${API}/last`, headers: { link: `<${API}/x?since_id=9>; rel="prev"` }, body: [account('3')] },
      ],
      { followers: true },
    );
    expect(idsOf(run.items)).toEqual(['2', '3']);
    expect(run.session.urls[2]).toBe(next);
    expect(run.items[0]).toMatchObject({
      kind: 'follower',
      text: null,
      createdAt: null,
      url: 'https://far.example/@user2',
      extra: { accountCreatedAt: '2020-01-01T00:00:00.000Z' },
    });
    expect(run.items[1]).toMatchObject({ text: 'Bio' });
    expect(run.total).toBeNull();
  });

  it('asks for each list under its own name', async () => {
    const asked = async (url: string, options: object): Promise<string[]> =>
      paths((await readAll(mastodon, url, [lookup, { match: API, body: [] }], options)).session.urls);
    expect(await asked(STATUS_URL, { likes: true })).toEqual(['/statuses/100/favourited_by?limit=80', '/statuses/100']);
    expect(await asked(STATUS_URL, { shares: true })).toEqual(['/statuses/100/reblogged_by?limit=80', '/statuses/100']);
    expect(await asked(PROFILE_URL, { following: true })).toEqual(['/accounts/lookup?acct=owner', '/accounts/1/following?limit=80']);
    expect((await asked(PROFILE_URL, {})).at(-1)).toBe('/accounts/1/statuses?limit=40&exclude_replies=true');
    expect((await asked(PROFILE_URL, { replies: true })).at(-1)).toBe('/accounts/1/statuses?limit=40');
    expect((await asked(`${PROFILE_URL}/with_replies`, {})).at(-1)).toBe('/accounts/1/statuses?limit=40');
    expect((await asked(`${PROFILE_URL}/media`, {})).at(-1)).toBe('/accounts/1/statuses?limit=40&exclude_replies=true&only_media=true');
    expect((await asked(`${PROFILE_URL}/media`, { replies: true })).at(-1)).toBe('/accounts/1/statuses?limit=40&only_media=true');
  });

  it('gives a boost the id of its wrapper and the rest of the original', async () => {
    const boost = status('200', null, { content: '', account: account('1'), favourites_count: 0, reblog: status('33', '32') });
    const run = await readAll(mastodon, PROFILE_URL, [
      lookup,
      { match: `${API}/accounts/1/statuses`, body: [boost, status('201', '199')] },
    ]);
    expect(run.items[0]).toMatchObject({
      id: '200',
      kind: 'post',
      parentId: '32',
      text: 'text of 33',
      likes: 2,
      url: 'https://far.example/@user7/33',
      isAuthorPost: null,
      author: { id: '7' },
      extra: { reblogOf: '33' },
    });
    expect(run.items[1]).toMatchObject({ id: '201', kind: 'post', parentId: '199' });
    expect(run.items[1]?.extra).not.toHaveProperty('reblogOf');
  });
});

describe('mastodon: failures', () => {
  const failing = (exchange: Omit<FakeExchange, 'match'>): Promise<unknown> =>
    readAll(mastodon, STATUS_URL, [subject(), { match: 'context', ...exchange }]).catch((error: unknown) => error);

  it.each([
    [{ status: 404, body: { error: 'Record not found' } }, 'NOT_FOUND'],
    [{ status: 410, body: '' }, 'NOT_FOUND'],
    [{ status: 401, body: { error: 'This method requires an authenticated user' } }, 'LOGIN_REQUIRED'],
    [{ status: 403, body: { error: 'This action is not allowed' } }, 'PRIVATE'],
    [{ status: 403, body: '<html>no</html>' }, 'BLOCKED'],
    [{ status: 200, body: '<!DOCTYPE html><p>a page</p>' }, 'BLOCKED'],
    [{ status: 429, body: { error: 'Too many requests' } }, 'RATE_LIMITED'],
    [{ status: 422, body: { error: 'x' } }, 'PLATFORM_CHANGED'],
    [{ status: 200, body: 'no json' }, 'PLATFORM_CHANGED'],
  ])('reads %j as %s', async (exchange, code) => {
    expect(await failing(exchange)).toMatchObject({ code });
  });

  it('names the place of a change', async () => {
    expect(await failing({ body: { descendants: [status('1', '100', { account: null })] } })).toMatchObject({
      name: 'PlatformChanged',
      path: 'descendants.0.account',
    });
  });
});
