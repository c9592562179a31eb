import { describe, expect, it } from 'vitest';
import { TransientFailure } from '#core/contract/error.ts';
import { parsePastedUrl } from '#core/platforms/pasted-url.ts';
import soundcloud from '#core/platforms/soundcloud/index.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';
import { soundcloudSimulator } from '#test/world/simulators/soundcloud.ts';

const TRACK = 'https://soundcloud.com/some-body/a-track';
const USER = 'https://soundcloud.com/some-body';
const API = 'https://api-v2.soundcloud.com';

const home: FakeExchange = { match: /^https:\/\/soundcloud\.com\/$/, status: 503 };
const trackIs = (rest: object = {}): FakeExchange => ({ match: 'api-widget', body: { kind: 'track', id: 11, commentable: true, comment_count: 8, ...rest } });
const userIs: FakeExchange = { match: 'api-widget', body: { kind: 'user', id: 22, followers_count: 30, followings_count: 40 } };
const page = (match: string, collection: object[], next: string | null = null): FakeExchange => ({ match, body: { collection, next_href: next } });
const person = (id: number, rest: object = {}) => ({
  id, kind: 'user', username: `shown ${id}`, full_name: `Full ${id}`, permalink: `person-${id}`, permalink_url: `https://soundcloud.com/person-${id}`,
  avatar_url: `https://i1.sndcdn.com/${id}.jpg`, verified: true, description: `about ${id}`, created_at: '2014-01-01T00:00:00Z', ...rest,
});
const comment = (id: number, rest: object = {}) => ({ kind: 'comment', id, body: `text ${id}`, created_at: '2024-09-01T17:45:16Z', timestamp: 1000, user: person(id), ...rest });
const listUrl = (run: { readonly session: { readonly urls: readonly string[] } }, index = -1) => (run.session.urls.at(index) ?? '').replace(/&?client_id=\w+/, '').replace(API, '');

describe('the URLs of SoundCloud', () => {
  it.each([
    [TRACK, 'track', 'comments'],
    [`${TRACK}?si=x&utm_source=y#t=1`, 'track', 'comments'],
    ['https://m.soundcloud.com/some-body/a-track/comments', 'track', 'comments'],
    [`${TRACK}/s-AbC12`, 'track', 'comments'],
    ['https://api.soundcloud.com/tracks/123', 'track', 'comments'],
    ['https://api.soundcloud.com/tracks/soundcloud%3Atracks%3A123', 'track', 'comments'],
    ['https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/123&color=x', 'track', 'comments'],
    ['https://on.soundcloud.com/AbC123', 'shortLink', 'comments'],
    [`${TRACK}/likes`, 'trackLikes', 'likes'],
    [`${TRACK}/reposts`, 'trackReposts', 'shares'],
    [USER, 'user', 'posts'],
    [`${USER}/tracks`, 'user', 'posts'],
    ['https://api.soundcloud.com/users/30854092', 'user', 'posts'],
    [`${USER}/followers`, 'userFollowers', 'followers'],
    [`${USER}/following`, 'userFollowing', 'following'],
    [`${USER}/likes`, 'userLikes', 'likes'],
  ])('%s is claimed', (url, target, type) => {
    expect(soundcloud.targets.filter((candidate) => candidate.match(parsePastedUrl(url))).map((claim) => claim.name)).toEqual([target]);
    expect(chooseFor(soundcloud, url).type).toBe(type);
  });

  it.each(['sets', 'albums', 'reposts', 'comments', 'popular-tracks'])('of a user the tab %s is refused, unless an option says what to read', (tab) => {
    expect(() => chooseFor(soundcloud, `${USER}/${tab}`)).toThrow('no row');
    expect(chooseFor(soundcloud, `${USER}/${tab}`, { followers: true }).type).toBe('followers');
  });

  it('refuses a set whatever is asked for', () => {
    expect(() => chooseFor(soundcloud, `${USER}/sets/name`)).toThrow('no row');
    expect(() => chooseFor(soundcloud, `${USER}/sets/name`, { likes: true })).toThrow('no row');
  });

  it('lets an option win over the tab', () => {
    expect(chooseFor(soundcloud, `${USER}/likes`, { following: true }).type).toBe('following');
    expect(chooseFor(soundcloud, `${TRACK}/likes`, { shares: true }).type).toBe('shares');
  });

  it.each([
    'https://soundcloud.com/',
    'https://soundcloud.com/discover',
    'https://soundcloud.com/search/sounds?q=x',
    `${TRACK}/recommended`,
    'https://api.soundcloud.com/playlists/1',
    'https://w.soundcloud.com/player/?url=https%3A//example.org/tracks/1',
    'https://soundcloud.com.evil.org/a/b',
    'https://notsoundcloud.com/a/b',
  ])('%s is not', (url) => expect(soundcloud.targets.filter((target) => target.match(parsePastedUrl(url)))).toEqual([]));
});

describe('the client id', () => {
  const id = (letter: string) => letter.repeat(32);
  const front = (body: string, rest: Partial<FakeExchange> = {}): FakeExchange => ({ ...home, status: 200, body, ...rest });
  const state = (clientId: string) => `<script>window.__sc_hydration = [{"hydratable":"x","data":{"id":1}},{"hydratable":"apiClient","data":{"isExpiring":false,"id":"${clientId}"}}];</script>`;
  const script = '<script crossorigin src="https://a-v2.sndcdn.com/assets/0-a.js"></script><script src="https://a-v2.sndcdn.com/assets/5-b.js" crossorigin></script>';
  const rest = [trackIs(), page('/comments', [])];
  const usedIds = (urls: readonly string[]) => urls.flatMap((url) => /client_id=(\w+)/.exec(url)?.[1] ?? []);

  it('comes from the state in the page', async () => {
    const run = await readAll(soundcloud, TRACK, [front(`${script}${state(id('a'))}`), ...rest]);
    expect(usedIds(run.session.urls)).toEqual([id('a'), id('a')]);
    expect(run.session.urls).toHaveLength(3);
  });

  it('comes from the start of the last script otherwise', async () => {
    const run = await readAll(soundcloud, TRACK, [front(`${script}${state('short')}`), { match: '5-b.js', status: 206, body: `x,client_id:"${id('b')}",y` }, ...rest]);
    expect(usedIds(run.session.urls)).toEqual([id('b'), id('b')]);
    expect(run.session.sent[1]?.headers).toEqual({ range: 'bytes=0-49999' });
  });

  const noAnswer: FakeExchange = { match: home.match, failure: new TransientFailure() };
  it.each<[string, FakeExchange]>([
    ['the page is refused', home],
    ['the page does not answer', noAnswer],
    ['neither holds it', front(script)],
  ])('is the public one where %s', async (_name, exchange) => {
    const run = await readAll(soundcloud, TRACK, [exchange, ...rest]);
    expect(usedIds(run.session.urls)).toEqual(['CkCiIyf14rHi27fhk7HxhPOzc85okfSJ', 'CkCiIyf14rHi27fhk7HxhPOzc85okfSJ']);
  });

  it.each([401, 403])('is renewed once after a %i', async (status) => {
    const run = await readAll(soundcloud, TRACK, [front(state(id('a')), { times: 1 }), front(state(id('b'))), { match: id('a'), status, body: {} }, ...rest]);
    expect(usedIds(run.session.urls)).toEqual([id('a'), id('b'), id('b')]);
  });

  it.each([[401, 'LOGIN_REQUIRED'], [403, 'BLOCKED']])('is not renewed twice: %i is %s', async (status, code) => {
    const session = readAll(soundcloud, TRACK, [front(state(id('a'))), trackIs(), { match: '/comments', status, body: {} }]);
    await expect(session).rejects.toMatchObject({ code });
  });

  it('is not to blame for a captcha', async () => {
    const wall = { match: 'api-widget', status: 403, body: { url: 'https://geo.captcha-delivery.com/captcha/?x' } };
    await expect(readAll(soundcloud, TRACK, [home, wall])).rejects.toMatchObject({ code: 'CAPTCHA' });
  });
});

describe('comments of a track', () => {
  it.each([
    [{}, '/tracks/11/comments?sort=newest&threaded=0&filter_replies=1&limit=200&offset=0'],
    [{ sort: 'old' as const }, '/tracks/11/comments?sort=oldest&threaded=0&filter_replies=1&limit=200&offset=0'],
    [{ replies: true, sort: 'top' as const }, '/tracks/11/comments?sort=newest&threaded=1&limit=200&offset=0'],
  ])('asked with %j', async (options, url) => {
    const run = await readAll(soundcloud, `${TRACK}/comments`, [home, trackIs(), page('/comments', [])], options);
    expect(listUrl(run)).toBe(url);
    expect(run.session.urls[1]).toBe(`https://api-widget.soundcloud.com/resolve?url=${encodeURIComponent(TRACK)}&format=json&client_id=CkCiIyf14rHi27fhk7HxhPOzc85okfSJ`);
    expect(run.total).toBe(8);
  });

  it('are read with every field', async () => {
    const { items } = await readAll(soundcloud, TRACK, [home, trackIs(), page('/comments', [comment(1, { body: 'a &amp; <b>\r\nc ' }), comment(2, { user: person(2, { full_name: '' }), body: '', timestamp: null })])]);
    expect(items[0]).toMatchObject({
      id: '1', kind: 'comment', parentId: null, text: 'a &amp; <b>\nc', createdAt: '2024-09-01T17:45:16.000Z', createdAtPrecision: 'second', likes: null, url: null, extra: { trackTimestampMs: 1000 },
      author: { name: 'Full 1', username: 'person-1', id: '1', url: 'https://soundcloud.com/person-1', avatarUrl: 'https://i1.sndcdn.com/1.jpg', verified: true },
    });
    expect(items[1]).toMatchObject({ text: null, author: { name: 'shown 2' }, extra: {} });
  });

  it('go on with the client id until next_href is null, or a page is empty', async () => {
    const next = `${API}/tracks/11/comments?client_id=old&offset=10&threaded=0&limit=10`;
    const all = await readAll(soundcloud, TRACK, [home, trackIs(), page('offset=0', [comment(1)], next), page('offset=10', [comment(2)])]);
    expect(all.items).toHaveLength(2);
    expect(all.session.urls.at(-1)).toBe(`${API}/tracks/11/comments?offset=10&threaded=0&limit=10&client_id=CkCiIyf14rHi27fhk7HxhPOzc85okfSJ`);
    const cut = await readAll(soundcloud, TRACK, [home, trackIs(), page('offset=0', [comment(1)], next), page('offset=10', [], `${API}/tracks/11/comments?offset=20`)]);
    expect(cut.session.urls).toHaveLength(4);
  });

  it('never follow an address elsewhere', async () => {
    await expect(readAll(soundcloud, TRACK, [home, trackIs(), page('/comments', [comment(1)], 'https://example.org/next')])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'next_href' });
  });

  it('find the parent of a reply by place and handle, over pages too', async () => {
    const replies = { replies: true };
    const first = [comment(1), comment(2, { body: '@Person-1: thanks' }), comment(3, { body: '@person-1 me too', timestamp: 2000 }), comment(4, { body: 'x @person-1' })];
    const second = [comment(5, { body: '@person-4' }), comment(6, { body: '@person-6 self' }), comment(7, { user: person(1) }), comment(8, { body: '@person-1 again' })];
    const run = await readAll(soundcloud, TRACK, [home, trackIs(), page('offset=0', first, `${API}/tracks/11/comments?offset=200`), page('offset=200', second)], replies);
    expect(run.items.map((item) => [item.id, item.parentId, item.kind])).toEqual([
      ['1', null, 'comment'], ['2', '1', 'reply'], ['3', null, 'comment'], ['4', null, 'comment'],
      ['5', '4', 'reply'], ['6', null, 'comment'], ['7', null, 'comment'], ['8', '1', 'reply'],
    ]);
    const flat = await readAll(soundcloud, TRACK, [home, trackIs(), page('offset=0', first)]);
    expect(flat.items.every((item) => item.parentId === null && item.kind === 'comment')).toBe(true);
  });

  it('can be turned off, missing, or none', async () => {
    await expect(readAll(soundcloud, TRACK, [home, trackIs({ commentable: false })])).rejects.toMatchObject({ code: 'COMMENTS_DISABLED' });
    await expect(readAll(soundcloud, TRACK, [home, { match: 'api-widget', status: 404, body: {} }])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readAll(soundcloud, TRACK, [home, userIs])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readAll(soundcloud, TRACK, [home, trackIs(), { match: '/comments', status: 429 }])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await readAll(soundcloud, TRACK, [home, trackIs(), page('/comments', [])])).toMatchObject({ items: [], total: 8 });
  });

  it('need no resolving where the address holds the id', async () => {
    const run = await readAll(soundcloud, 'https://api.soundcloud.com/tracks/123', [home, page('/tracks/123/comments', [comment(1)])]);
    expect(run.session.urls).toHaveLength(2);
    expect(run).toMatchObject({ total: null, items: [{ id: '1' }] });
  });

  it('are found behind a short link', async () => {
    const short: FakeExchange = { match: 'on.soundcloud.com/AbC', status: 302, headers: { location: `${TRACK}?si=1&utm_source=x` } };
    const run = await readAll(soundcloud, 'https://on.soundcloud.com/AbC', [home, short, trackIs(), page('/tracks/11/comments', [comment(1)])]);
    expect(run.session.urls.filter((url) => url.includes('api-widget'))[0]).toContain(encodeURIComponent(TRACK));
    const lost: FakeExchange = { match: 'on.soundcloud.com/AbC', status: 302, headers: { location: USER } };
    await expect(readAll(soundcloud, 'https://on.soundcloud.com/AbC', [home, lost])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('lists of people, tracks and likes', () => {
  it.each([
    [TRACK, { likes: true }, '/tracks/11/likers?limit=200', 'like', null],
    [TRACK, { shares: true }, '/tracks/11/reposters?limit=200', 'share', null],
    [USER, { followers: true }, '/users/22/followers?limit=200', 'follower', 30],
    [USER, { following: true }, '/users/22/followings?limit=200', 'following', 40],
  ])('%s with %j', async (url, options, path, kind, total) => {
    const run = await readAll(soundcloud, url, [home, url === USER ? userIs : trackIs(), page(path, [person(7), person(8, { description: '' })])], options);
    expect(listUrl(run)).toBe(path);
    expect(run.total).toBe(total);
    expect(run.items).toMatchObject([
      { id: '7', kind, text: 'about 7', createdAt: null, author: { id: '7', username: 'person-7', verified: true }, extra: { accountCreatedAt: '2014-01-01T00:00:00.000Z' } },
      { id: '8', kind, text: null },
    ]);
  });

  it('give the tracks of a user', async () => {
    const track = { id: 5, title: 'A &amp; title', description: 'd', permalink_url: 'https://soundcloud.com/x/y', created_at: '2026-02-03T23:10:18Z', likes_count: 3, comment_count: 4, user: person(7) };
    const run = await readAll(soundcloud, `${USER}/tracks`, [home, userIs, page('/users/22/tracks', [track])]);
    expect(listUrl(run)).toBe('/users/22/tracks?limit=20&linked_partitioning=1');
    expect(run.total).toBeNull();
    expect(run.items).toMatchObject([{
      id: '5', kind: 'post', title: null, text: 'A &amp; title', url: 'https://soundcloud.com/x/y', createdAt: '2026-02-03T23:10:18.000Z', likes: 3, replyCount: 4, author: { username: 'person-7' },
    }]);
  });

  it('give what a user likes, dated by the like', async () => {
    const liked = { id: 5, title: 'T', permalink_url: 'https://soundcloud.com/x/y', created_at: '2020-01-01T00:00:00Z', likes_count: 9, user: person(7) };
    const entries = [{ created_at: '2026-02-20T17:12:35Z', kind: 'like', track: liked }, { created_at: '2026-02-19T00:00:00Z', playlist: liked }, { created_at: '2026-02-18T00:00:00Z' }];
    const run = await readAll(soundcloud, 'https://api.soundcloud.com/users/9', [home, page('/users/9/likes', entries)], { likes: true });
    expect(listUrl(run)).toBe('/users/9/likes?limit=20&linked_partitioning=1');
    expect(run.items).toMatchObject([
      { id: '5', kind: 'like', text: 'T', createdAt: '2026-02-20T17:12:35.000Z', url: 'https://soundcloud.com/x/y', likes: null, author: { id: '7' } },
      { id: 'soundcloud:playlists:5', createdAt: '2026-02-19T00:00:00.000Z' },
    ]);
    expect(run.items).toHaveLength(2);
  });

  it('go on behind empty pages, and give up after ten in a row', async () => {
    const chain = (pages: readonly object[][]): FakeExchange[] =>
      pages.map((entries, index) => page(index === 0 ? 'tracks?limit' : `tracks?offset=${index}&`, entries, `${API}/users/22/tracks?offset=${index + 1}`));
    const track = (id: number) => ({ id, title: 't' });
    const nine = Array.from({ length: 9 }, () => []);
    const run = await readAll(soundcloud, USER, [home, userIs, ...chain([[track(1)], ...nine, [track(2)], ...nine, [], [track(3)]])]);
    expect(run.items.map((item) => item.id)).toEqual(['1', '2']);
    expect(run.session.urls).toHaveLength(2 + 1 + 9 + 1 + 10);
    expect(run.notes).toHaveLength(1);
  });

  it('send the token of the owner', async () => {
    const session = new FakeSession([home, page('/followers', [])], { cookies: { oauth_token: '2-abc' } });
    const [first] = soundcloud.start(chooseFor(soundcloud, 'https://api.soundcloud.com/users/9', { followers: true }), session.options);
    if (first) await soundcloud.fetchPage(first.cursor, session);
    expect(session.sent.at(-1)?.headers).toEqual({ authorization: 'OAuth 2-abc' });
  });

  it('are read whole from the simulator', async () => {
    const exchanges = [{ match: '', simulator: soundcloudSimulator({ comments: 450, listed: 250, outdatedCalls: 1 }) }];
    expect((await readAll(soundcloud, 'https://soundcloud.com/somebody/a-track', exchanges, { replies: true })).items.filter((item) => item.kind === 'reply')).toHaveLength(224);
    expect((await readAll(soundcloud, 'https://soundcloud.com/somebody/followers', exchanges)).items).toHaveLength(250);
  });
});
