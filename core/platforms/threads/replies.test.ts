import { describe, expect, it } from 'vitest';
import threads from '#core/platforms/threads/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { CODE, codeAt, FRESH, OWNER, threadsSimulator, type ThreadsParams } from '#core/platforms/threads/simulator.ts';

const POST = `https://www.threads.com/@owner/post/${CODE}`;
const world = (params: ThreadsParams): FakeExchange[] => [{ match: /./, simulator: threadsSimulator(params) }];
const read = (params: ThreadsParams = {}, options: RunOptions = {}, cookies: Record<string, string> = {}) =>
  readAll(threads, POST, world(params), options, cookies);
const calls = (sent: readonly { readonly url: string; readonly body: string }[]) =>
  sent.filter(({ url }) => url.endsWith('/graphql/query')).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
/** The page of a post with these threads below it. */
const pageOf = (
  nodes: readonly object[],
  info: object = { has_next_page: false, end_cursor: null },
  focal: object = {},
): FakeExchange[] => {
  const post = { pk: '1', code: CODE, user: { pk: OWNER.pk, username: 'owner' }, text_post_app_info: { direct_reply_count: 9 }, ...focal };
  const edges = [{ thread_items: [{ post }] }, ...nodes].map((node) => ({ node }));
  const data = { data: { data: { edges, page_info: info } } };
  return [{ match: POST, body: `<html><script type="application/json" data-sjs>${JSON.stringify(data)}</script></html>` }];
};
const thread = (...posts: readonly object[]) => ({ thread_items: posts.map((post) => ({ post })) });

describe('threads: replies', () => {
  it('are read from the page, then by its calls, to the end', async () => {
    const { items, total, doors, gaps, session } = await read();
    expect([items.length, total, gaps]).toEqual([20, 20, []]);
    expect(doors).toEqual(['page of the post', 'web page calls']);
    expect(session.urls).toEqual([POST, ...Array.from({ length: 3 }, () => 'https://www.threads.com/graphql/query')]);
    expect(session.sent[0]?.headers).toMatchObject({ 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' });
    const [first] = calls(session.sent);
    expect(first).toMatchObject({
      av: '0',
      lsd: 'lsd-2',
      doc_id: '36633640579617733',
      fb_api_req_friendly_name: 'BarcelonaPostPageDirectQuery',
      server_timestamps: 'true',
    });
    expect(JSON.parse(first?.['variables'] ?? '')).toEqual({
      after: 'cursor-6',
      before: null,
      first: 10,
      last: null,
      postID: '3877274894497645456',
      sort_order: 'TOP',
      __relay_internal__pv__BarcelonaIsLoggedInrelayprovider: false,
      __relay_internal__pv__BarcelonaIsCrawlerrelayprovider: false,
      __relay_internal__pv__BarcelonaHasMusicrelayprovider: true,
    });
    expect(session.sent[1]?.headers).toMatchObject({
      'x-ig-app-id': '238260118697367',
      'x-fb-lsd': 'lsd-2',
      'x-root-field-name': 'xdt_api__v1__text_feed__media_id__replies__connection',
      'x-logged-out-threads-migrated-request': 'true',
      referer: POST,
    });
  });

  it('have every field', async () => {
    const { items } = await read({ replies: 6 });
    expect(items[3]).toMatchObject({
      id: '3877275000000000003',
      parentId: null,
      kind: 'comment',
      author: {
        name: null,
        username: 'user.3',
        id: '7003',
        url: 'https://www.threads.com/@user.3',
        avatarUrl: 'https://cdn.example/u3.jpg',
        verified: false,
      },
      text: 'Words 3 🎉\nand more',
      createdAt: '2026-04-17T12:00:35.000Z',
      createdAtPrecision: 'second',
      likes: 3,
      replyCount: 0,
      url: `https://www.threads.com/@user.3/post/${codeAt(3)}`,
      media: [{ type: 'image', url: 'https://cdn.example/3.jpg' }],
      isPinned: false,
      isEdited: false,
      isAuthorPost: false,
      extra: { reposts: 1, quotes: 0, likedByAuthor: false },
    });
    expect(items[4]).toMatchObject({ isAuthorPost: true, author: { id: OWNER.pk } });
  });

  it('hang below each other, with those of a page of their own', async () => {
    const { items, session } = await read({ replies: 5 }, { replies: true });
    const parents = new Map(items.map(({ id, parentId }) => [id, parentId]));
    expect(items.filter(({ parentId }) => parentId === null)).toHaveLength(5);
    expect(parents.get('3877275000000000100')).toBe('3877275000000000000');
    expect(parents.get('3877275000000001100')).toBe('3877275000000000100');
    expect(items.find(({ id }) => id === '3877275000000001100')).toMatchObject({ kind: 'reply', isAuthorPost: false });
    expect(items).toHaveLength(5 + 3 + 4);
    expect(session.urls).toEqual(
      [POST, codeAt(100), codeAt(104)].map((code) => (code === POST ? POST : `https://www.threads.com/@owner/post/${code}`)),
    );
  });

  it('are the first of each chain without the option, and no other page is asked for', async () => {
    const { items, session } = await read({ replies: 5 });
    expect(items.every(({ parentId, kind }) => parentId === null && kind === 'comment')).toBe(true);
    expect(session.urls).toEqual([POST]);
  });

  it('end for visitors where the page gives no cursor, and the ledger says why', async () => {
    const { items, gaps, session } = await read({ forVisitors: 'pages' });
    expect(items).toHaveLength(6);
    expect(gaps).toMatchObject([{ cause: 'login', count: 14 }]);
    expect(session.urls).toEqual([POST]);
    const known = await read({ forVisitors: 'pages' }, {}, { sessionid: '42%3Aabc' });
    expect(known.gaps).toMatchObject([{ cause: 'notServed', count: 14 }]);
  });

  it('end where the last cursor was asked with', async () => {
    const { items, gaps } = await read({ end: 'sameCursor' });
    expect([items.length, gaps]).toEqual([20, []]);
  });

  it('come newest first by a call, and in the order of the page where that is refused', async () => {
    const newest = await read({ replies: 5 }, { sort: 'new' });
    expect(newest.items.map(({ author }) => author.username)).toEqual(['owner', 'user.3', 'user.2', 'user.1', 'user.0']);
    expect(JSON.parse(calls(newest.session.sent)[0]?.['variables'] ?? '')).toMatchObject({ sort_order: 'RECENT', after: null });
    const refused = await read({ replies: 5, calls: 'shell' }, { sort: 'new' });
    expect(refused.items[0]?.author.username).toBe('user.0');
    expect(refused.notes).toHaveLength(1);
  });

  it('send the id that a script of the page names where the built-in one is stale', async () => {
    const { items, session } = await read({ calls: 'stale' });
    expect(items).toHaveLength(20);
    expect(new Set(calls(session.sent).map(({ doc_id: id }) => id))).toEqual(new Set(['36633640579617733', FRESH]));
  });

  it('tell a session from a visitor', async () => {
    const { session } = await read({}, {}, { sessionid: '42%3Aabc', ds_user_id: '42', csrftoken: 'given' });
    expect(calls(session.sent)[0]).toMatchObject({ av: '42' });
    expect(session.sent[1]?.headers).toMatchObject({ 'x-csrftoken': 'given' });
    expect(session.sent[1]?.headers).not.toHaveProperty('x-logged-out-threads-migrated-request');
  });

  it('are taken from the fullest script, and the rest of the thread of the post is none', async () => {
    const reply = { pk: '3', code: 'C3', user: { pk: '9', username: 'a' }, caption: { text: 'x' } };
    const full = pageOf([thread(reply)], undefined, {})[0]?.body as string;
    const parent = { pk: '7', code: 'C7' };
    const own = { pk: '8', code: 'C8' };
    const withOthers = full.replace(
      '{"thread_items":[',
      `{"thread_items":[{"post":${JSON.stringify(parent)}},{"post":${JSON.stringify(own)}},`,
    );
    const small = `<script type="application/json" data-sjs>{"edges":[{"node":{"thread_items":[{"post":{"pk":"5","code":"C5"}}]}}]}</script>`;
    const { items } = await readAll(threads, POST, [{ match: POST, body: small + withOthers }]);
    expect(items.map(({ id }) => id)).toEqual(['3']);
  });

  it.each<[string, object, object]>([
    ['hidden likes', { like_count: 3, like_and_view_counts_disabled: true }, { likes: null }],
    ['no likes', {}, { likes: null, text: null, url: 'https://www.threads.com/t/C3', author: { username: null, id: null } }],
    ['no date', { pk: '3877275033178129446' }, { createdAtPrecision: 'hour', createdAt: '2026-04-17T12:00:23.819Z' }],
    [
      'no caption',
      { text_post_app_info: { text_fragments: { fragments: [{ plaintext: 'Hi ' }, { plaintext: '@ann' }] } } },
      { text: 'Hi @ann' },
    ],
    [
      'a link that is shown cut off',
      {
        caption: { text: 'See example.org/a…' },
        text_post_app_info: {
          text_fragments: {
            fragments: [{ plaintext: 'See ' }, { plaintext: 'example.org/a…', link_fragment: { uri: 'https://example.org/a/long' } }],
          },
        },
      },
      { text: 'See https://example.org/a/long' },
    ],
    [
      'words that end in dots',
      { caption: { text: 'Well...' }, text_post_app_info: { text_fragments: { fragments: [{ plaintext: 'Well...' }] } } },
      { text: 'Well...' },
    ],
    [
      'a video',
      { video_versions: [{ url: 'https://cdn.example/v.mp4' }, { url: 'https://cdn.example/w.mp4' }] },
      { media: [{ type: 'video', url: 'https://cdn.example/v.mp4' }] },
    ],
    [
      'several pictures',
      {
        carousel_media: [
          { image_versions2: { candidates: [{ url: 'https://cdn.example/1.jpg' }] } },
          { video_versions: [{ url: 'https://cdn.example/2.mp4' }] },
        ],
      },
      {
        media: [
          { type: 'image', url: 'https://cdn.example/1.jpg' },
          { type: 'video', url: 'https://cdn.example/2.mp4' },
        ],
      },
    ],
    [
      'a moving picture',
      { giphy_media_info: { images: { fixed_height: { url: 'https://g.example/1.gif' } } } },
      { media: [{ type: 'image', url: 'https://g.example/1.gif' }] },
    ],
    ['a voice', { audio: { audio_src: 'https://cdn.example/a.m4a' } }, { media: [{ type: 'audio', url: 'https://cdn.example/a.m4a' }] }],
    [
      'a link and a quotation',
      {
        text_post_app_info: {
          link_preview_attachment: { url: 'https://l.threads.com/?u=https%3A%2F%2Fexample.org%2Fa&e=x' },
          share_info: { quoted_post: { code: 'Q1' } },
        },
      },
      { extra: { link: 'https://example.org/a', quotedPost: 'https://www.threads.com/t/Q1' } },
    ],
    [
      'an edit and a pin',
      { caption_is_edited: true, text_post_app_info: { pinned_post_info: { is_pinned_to_parent_post: true } } },
      { isEdited: true, isPinned: true },
    ],
  ])('may have %s', async (_, fields, expected) => {
    const { items } = await readAll(threads, POST, pageOf([thread({ pk: '3', code: 'C3', ...fields })]));
    expect(items[0]).toMatchObject(expected);
  });

  it('that are not there any more are counted, and what answers them stays', async () => {
    const gone = { pk: '4', code: 'C4', text_post_app_info: { is_post_unavailable: true } };
    const answer = { pk: '5', code: 'C5' };
    const stub = { is_post_unavailable: true };
    const nodes = [thread({ pk: '3', code: 'C3' }, gone, answer), thread(stub)];
    const whole = await readAll(threads, POST, pageOf(nodes), { replies: true });
    expect(whole.items.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['3', null],
      ['5', '3'],
    ]);
    expect(whole.gaps).toMatchObject([{ cause: 'deleted', count: 2 }]);
    const direct = await readAll(threads, POST, pageOf(nodes));
    expect([direct.items.length, direct.gaps[0]?.count]).toEqual([1, 1]);
  });

  it('of a reply are a gap where they are counted and do not come', async () => {
    const answered = (pk: string, count: number, code?: string) => ({
      pk,
      user: { pk: '9', username: 'guest' },
      text_post_app_info: { direct_reply_count: count },
      ...(code === undefined ? {} : { code }),
    });
    const [reply] = pageOf([thread({ pk: '4', code: 'C4' })], undefined, answered('3', 3, 'C3'));
    const exchanges = [
      ...pageOf([thread(answered('3', 3, 'C3')), thread(answered('5', 2))]),
      { ...reply, match: '/post/C3' } as FakeExchange,
    ];
    const { items, gaps } = await readAll(threads, POST, exchanges, { replies: true });
    expect(items.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['3', null],
      ['5', null],
      ['4', '3'],
    ]);
    expect(gaps).toEqual([
      { cause: 'notServed', count: 2, note: expect.any(String) },
      { cause: 'login', count: 2, note: expect.any(String) },
    ]);
    expect((await readAll(threads, POST, exchanges)).gaps).toEqual([]);
  });

  it('are read in the form of 2023', async () => {
    const focal = { pk: '1', code: CODE, user: { pk: OWNER.pk }, text_post_app_info: { direct_reply_count: 1 } };
    const data = {
      data: { containing_thread: thread(focal), reply_threads: [thread({ pk: '2', code: 'C2' })], downwards_thread_will_continue: true },
    };
    const body = `<script type="application/json" data-sjs>${JSON.stringify(data)}</script>`;
    const { items, gaps } = await readAll(threads, POST, [{ match: POST, body }]);
    expect([items.length, gaps[0]?.cause]).toEqual([1, 'login']);
  });

  it('are none of a post without any', async () => {
    const { items, total } = await read({ replies: 0 });
    expect([items.length, total]).toEqual([0, 0]);
  });
});

describe('threads: refusals of a post', () => {
  const outcome = (exchanges: readonly FakeExchange[], options: RunOptions = {}) =>
    readAll(threads, POST, exchanges, options).then(
      ({ items }) => `${items.length} items`,
      (error: { code: string }) => error.code,
    );

  it.each<[string, FakeExchange[], string]>([
    ['404', [{ match: POST, status: 404 }], 'NOT_FOUND'],
    [
      'a way to the start',
      [
        { match: '/post/', status: 302, headers: { location: '/?error=invalid_post' } },
        { match: /./, body: '<html></html>' },
      ],
      'NOT_FOUND',
    ],
    [
      'a way to the login',
      [
        { match: '/post/', status: 302, headers: { location: '/login?next=x' } },
        { match: /./, body: '<html></html>' },
      ],
      'LOGIN_REQUIRED',
    ],
    [
      'a page without threads',
      [{ match: POST, body: '<html><script type="application/json" data-sjs>{}</script></html>' }],
      'LOGIN_REQUIRED',
    ],
    ['a post that is not there any more', pageOf([], undefined, { is_post_unavailable: true }), 'NOT_FOUND'],
    ['429', [{ match: POST, status: 429 }], 'RATE_LIMITED'],
    ['trouble', [{ match: POST, status: 503 }], 'NETWORK'],
    ['another form', pageOf(['3', '4', '5'].map((pk) => thread({ pk, like_count: 'many' }))), 'PLATFORM_CHANGED'],
    ['a reply without a number', pageOf([thread({ code: 'C3' })]), 'PLATFORM_CHANGED'],
  ])('%s', async (_, exchanges, code) => {
    expect(await outcome(exchanges)).toBe(code);
  });

  const later = (answer: Partial<FakeExchange>): FakeExchange[] => [
    { match: '/graphql/query', ...answer },
    ...pageOf([thread({ pk: '3', code: 'C3' })], { has_next_page: true, end_cursor: 'next' }),
  ];

  it.each<[string, Partial<FakeExchange>, string]>([
    ['nothing', { body: { data: null } }, 'NOT_FOUND'],
    ['an error of the server', { body: { data: null, errors: [{ code: 1675030, message: 'execution error' }] } }, 'PLATFORM_CHANGED'],
    ['too many calls', { body: { data: null, errors: [{ code: 1675004 }] } }, 'RATE_LIMITED'],
    ['a pause', { status: 401, body: { message: 'Please wait a few minutes before you try again.' } }, 'RATE_LIMITED'],
    ['a checkpoint', { status: 400, body: { message: 'checkpoint_required' } }, 'LOGIN_REQUIRED'],
    ['a web page', { body: '<html></html>' }, 'PLATFORM_CHANGED'],
    ['429', { status: 429, body: '' }, 'RATE_LIMITED'],
  ])('a later page: %s', async (_, answer, code) => {
    expect(await outcome(later(answer))).toBe(code);
  });
});
