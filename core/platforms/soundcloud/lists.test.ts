import { describe, expect, it } from 'vitest';
import soundcloud from '#core/platforms/soundcloud/index.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';
import { soundcloudSimulator } from '#core/platforms/soundcloud/simulator.ts';
import {
  API,
  TRACK,
  USER,
  comment,
  home,
  listUrl,
  page,
  person,
  trackIs,
  userIs,
} from '#core/platforms/soundcloud/simulator/wire-forms.ts';

describe('comments of a track', () => {
  it.each([
    [{}, '/tracks/11/comments?sort=newest&threaded=0&filter_replies=1&limit=200&offset=0'],
    [{ sort: 'old' as const }, '/tracks/11/comments?sort=oldest&threaded=0&filter_replies=1&limit=200&offset=0'],
    [{ replies: true, sort: 'top' as const }, '/tracks/11/comments?sort=newest&threaded=1&limit=200&offset=0'],
  ])('asked with %j', async (options, url) => {
    const run = await readAll(soundcloud, `${TRACK}/comments`, [home, trackIs(), page('/comments', [])], options);
    expect(listUrl(run)).toBe(url);
    expect(run.session.urls[1]).toBe(
      `https://api-widget.soundcloud.com/resolve?url=${encodeURIComponent(TRACK)}&format=json&client_id=CkCiIyf14rHi27fhk7HxhPOzc85okfSJ`,
    );
    expect(run.total).toBe(8);
  });

  it('are read with every field', async () => {
    const { items } = await readAll(soundcloud, TRACK, [
      home,
      trackIs(),
      page('/comments', [
        comment(1, { body: 'a &amp; <b>\r\nc ' }),
        comment(2, { user: person(2, { full_name: '' }), body: '', timestamp: null }),
      ]),
    ]);
    expect(items[0]).toMatchObject({
      id: '1',
      kind: 'comment',
      parentId: null,
      text: 'a &amp; <b>\nc',
      createdAt: '2024-09-01T17:45:16.000Z',
      createdAtPrecision: 'second',
      likes: null,
      url: null,
      extra: { trackTimestampMs: 1000 },
      author: {
        name: 'Full 1',
        username: 'person-1',
        id: '1',
        url: 'https://soundcloud.com/person-1',
        avatarUrl: 'https://i1.sndcdn.com/1.jpg',
        verified: true,
      },
    });
    expect(items[1]).toMatchObject({ text: null, author: { name: 'shown 2' }, extra: {} });
  });

  it('go on with the client id until next_href is null, or a page is empty', async () => {
    const next = `${API}/tracks/11/comments?client_id=old&offset=10&threaded=0&limit=10`;
    const all = await readAll(soundcloud, TRACK, [home, trackIs(), page('offset=0', [comment(1)], next), page('offset=10', [comment(2)])]);
    expect(all.items).toHaveLength(2);
    expect(all.session.urls.at(-1)).toBe(
      `${API}/tracks/11/comments?offset=10&threaded=0&limit=10&client_id=CkCiIyf14rHi27fhk7HxhPOzc85okfSJ`,
    );
    const cut = await readAll(soundcloud, TRACK, [
      home,
      trackIs(),
      page('offset=0', [comment(1)], next),
      page('offset=10', [], `${API}/tracks/11/comments?offset=20`),
    ]);
    expect(cut.session.urls).toHaveLength(4);
  });

  it('never follow an address elsewhere', async () => {
    await expect(
      readAll(soundcloud, TRACK, [home, trackIs(), page('/comments', [comment(1)], 'https://example.org/next')]),
    ).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'next_href' });
  });

  it('find the parent of a reply by place and handle, over pages too', async () => {
    const replies = { replies: true };
    const first = [
      comment(1),
      comment(2, { body: '@Person-1: thanks' }),
      comment(3, { body: '@person-1 me too', timestamp: 2000 }),
      comment(4, { body: 'x @person-1' }),
    ];
    const second = [
      comment(5, { body: '@person-4' }),
      comment(6, { body: '@person-6 self' }),
      comment(7, { user: person(1) }),
      comment(8, { body: '@person-1 again' }),
    ];
    const run = await readAll(
      soundcloud,
      TRACK,
      [home, trackIs(), page('offset=0', first, `${API}/tracks/11/comments?offset=200`), page('offset=200', second)],
      replies,
    );
    expect(run.items.map((item) => [item.id, item.parentId, item.kind])).toEqual([
      ['1', null, 'comment'],
      ['2', '1', 'reply'],
      ['3', null, 'comment'],
      ['4', null, 'comment'],
      ['5', '4', 'reply'],
      ['6', null, 'comment'],
      ['7', null, 'comment'],
      ['8', '1', 'reply'],
    ]);
    const flat = await readAll(soundcloud, TRACK, [home, trackIs(), page('offset=0', first)]);
    expect(flat.items.every((item) => item.parentId === null && item.kind === 'comment')).toBe(true);
  });

  it('can be turned off, missing, or none', async () => {
    await expect(readAll(soundcloud, TRACK, [home, trackIs({ commentable: false })])).rejects.toMatchObject({ code: 'COMMENTS_DISABLED' });
    await expect(readAll(soundcloud, TRACK, [home, { match: 'api-widget', status: 404, body: {} }])).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(readAll(soundcloud, TRACK, [home, userIs])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readAll(soundcloud, TRACK, [home, trackIs(), { match: '/comments', status: 429 }])).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    expect(await readAll(soundcloud, TRACK, [home, trackIs(), page('/comments', [])])).toMatchObject({ items: [], total: 8 });
  });

  it('need no resolving where the address holds the id', async () => {
    const run = await readAll(soundcloud, 'https://api.soundcloud.com/tracks/123', [home, page('/tracks/123/comments', [comment(1)])]);
    expect(run.session.urls).toHaveLength(2);
    expect(run).toMatchObject({ total: null, items: [{ id: '1' }] });
  });

  it('are found behind a short link', async () => {
    const short: FakeExchange = { match: 'on.soundcloud.com/AbC', status: 302, headers: { location: `${TRACK}?si=1&utm_source=x` } };
    const run = await readAll(soundcloud, 'https://on.soundcloud.com/AbC', [
      home,
      short,
      trackIs(),
      page('/tracks/11/comments', [comment(1)]),
    ]);
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
    const run = await readAll(
      soundcloud,
      url,
      [home, url === USER ? userIs : trackIs(), page(path, [person(7), person(8, { description: '' })])],
      options,
    );
    expect(listUrl(run)).toBe(path);
    expect(run.total).toBe(total);
    expect(run.items).toMatchObject([
      {
        id: '7',
        kind,
        text: 'about 7',
        createdAt: null,
        author: { id: '7', username: 'person-7', verified: true },
        extra: { accountCreatedAt: '2014-01-01T00:00:00.000Z' },
      },
      { id: '8', kind, text: null },
    ]);
  });

  it('give the tracks of a user', async () => {
    const track = {
      id: 5,
      title: 'A &amp; title',
      description: 'd',
      permalink_url: 'https://soundcloud.com/x/y',
      created_at: '2026-02-03T23:10:18Z',
      likes_count: 3,
      comment_count: 4,
      user: person(7),
    };
    const run = await readAll(soundcloud, `${USER}/tracks`, [home, userIs, page('/users/22/tracks', [track])]);
    expect(listUrl(run)).toBe('/users/22/tracks?limit=20&linked_partitioning=1');
    expect(run.total).toBeNull();
    expect(run.items).toMatchObject([
      {
        id: '5',
        kind: 'post',
        title: null,
        text: 'A &amp; title',
        url: 'https://soundcloud.com/x/y',
        createdAt: '2026-02-03T23:10:18.000Z',
        likes: 3,
        replyCount: 4,
        author: { username: 'person-7' },
      },
    ]);
  });

  it('come from the stream of a user where programs get no list of tracks', async () => {
    const play = (refusesTracks: boolean) => [{ match: '', simulator: soundcloudSimulator({ listed: 50, refusesTracks }) }];
    const open = await readAll(soundcloud, 'https://soundcloud.com/somebody', play(false));
    const shut = await readAll(soundcloud, 'https://soundcloud.com/somebody', play(true));
    expect(shut.items).toEqual(open.items);
    expect([shut.items.length, shut.doors, open.doors]).toEqual([50, ['api-v2, stream'], ['api-v2']]);
    expect([shut.notes.length, shut.gaps, open.notes]).toEqual([1, [], []]);
    expect([shut.total, open.total]).toEqual([50, 50]);
  });

  it.each([403, 401])('are refused where the stream is too, with %i', async (status) => {
    const refused: FakeExchange = { match: /users\/22\/tracks|stream\/users/, status };
    const code = status === 403 ? 'BLOCKED' : 'LOGIN_REQUIRED';
    await expect(readAll(soundcloud, USER, [home, userIs, refused])).rejects.toMatchObject({ code });
  });

  it('give what a user likes, dated by the like', async () => {
    const liked = {
      id: 5,
      title: 'T',
      permalink_url: 'https://soundcloud.com/x/y',
      created_at: '2020-01-01T00:00:00Z',
      likes_count: 9,
      user: person(7),
    };
    const entries = [
      { created_at: '2026-02-20T17:12:35Z', kind: 'like', track: liked },
      { created_at: '2026-02-19T00:00:00Z', playlist: liked },
      { created_at: '2026-02-18T00:00:00Z' },
    ];
    const run = await readAll(soundcloud, 'https://api.soundcloud.com/users/9', [home, page('/users/9/likes', entries)], { likes: true });
    expect(listUrl(run)).toBe('/users/9/likes?limit=20&linked_partitioning=1');
    expect(run.items).toMatchObject([
      {
        id: '5',
        kind: 'like',
        text: 'T',
        createdAt: '2026-02-20T17:12:35.000Z',
        url: 'https://soundcloud.com/x/y',
        likes: null,
        author: { id: '7' },
      },
      { id: 'soundcloud:playlists:5', createdAt: '2026-02-19T00:00:00.000Z' },
    ]);
    expect(run.items).toHaveLength(2);
  });

  it('go on behind empty pages, and give up after ten in a row', async () => {
    const chain = (pages: readonly object[][]): FakeExchange[] =>
      pages.map((entries, index) =>
        page(index === 0 ? 'tracks?limit' : `tracks?offset=${index}&`, entries, `${API}/users/22/tracks?offset=${index + 1}`),
      );
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
    expect(
      (await readAll(soundcloud, 'https://soundcloud.com/somebody/a-track', exchanges, { replies: true })).items.filter(
        (item) => item.kind === 'reply',
      ),
    ).toHaveLength(224);
    expect((await readAll(soundcloud, 'https://soundcloud.com/somebody/followers', exchanges)).items).toHaveLength(250);
  });
});
