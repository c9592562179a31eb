import { describe, expect, it } from 'vitest';
import reddit from '#core/platforms/reddit/index.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';
import { behind, below, more, t1, thread } from '#core/platforms/reddit/simulator/wire-forms.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';

const POST = 'https://www.reddit.com/r/s/comments/p1/title/';
const COMMENT = `${POST}a/`;
/** Where a visitor without a login begins. */
const VISIT = 'https://old.reddit.com/';
const ids = (items: readonly { readonly id: string }[]) => items.map((item) => item.id);
const page = async (url: string, exchanges: ConstructorParameters<typeof FakeSession>[0], options: object = {}) => {
  const session = new FakeSession(exchanges, { options });
  const [first] = reddit.start(chooseFor(reddit, url), session.options);
  if (!first) throw new Error('no first cursor');
  return reddit.fetchPage(first.cursor, session);
};

describe('a thread', () => {
  it('asks for 500 comments in the wanted order', async () => {
    const best = await readAll(reddit, POST, [thread([])]);
    expect(best.session.urls).toEqual([VISIT, 'https://www.reddit.com/comments/p1.json?limit=500&sort=confidence&raw_json=1']);
    expect(best).toMatchObject({ total: 7, items: [], doors: ['json'] });
    for (const sort of ['top', 'new', 'old', 'controversial'] as const) {
      const run = await readAll(reddit, POST, [thread([])], { sort });
      expect(run.session.urls[1]).toContain(`&sort=${sort}&`);
    }
  });

  it('has the first picture of its post', async () => {
    const url = 'https://i.redd.it/simulated.png';
    const pictureOf = async (post: object) => (await page(POST, [thread([], post)])).about?.picture;
    expect(await pictureOf({ url })).toBe(url);
    expect(await pictureOf({ url: 'https://elsewhere.example/simulated.png' })).toBeNull();
  });

  it('reads the tree in the order of the document', async () => {
    const tree = [t1('a', {}, [t1('b', { parent_id: 't1_a' }, [t1('c', { parent_id: 't1_b' })]), t1('d', { parent_id: 't1_a' })]), t1('e')];
    const { items } = await readAll(reddit, POST, [thread(tree)], { replies: true });
    expect(items.map((item) => [item.id, item.parentId, item.kind])).toEqual([
      ['a', null, 'comment'],
      ['b', 'a', 'reply'],
      ['c', 'b', 'reply'],
      ['d', 'a', 'reply'],
      ['e', null, 'comment'],
    ]);
    expect(items[0]).toMatchObject({
      text: 'text a',
      createdAt: '2024-05-01T12:00:00.000Z',
      likes: 5,
      replyCount: null,
      isPinned: false,
      isEdited: false,
      isAuthorPost: false,
      media: [],
      url: 'https://www.reddit.com/r/s/comments/p1/title/a/',
      author: { name: 'user_a', username: 'user_a', id: 't2_a', url: 'https://www.reddit.com/user/user_a', avatarUrl: null },
    });
    expect(ids((await readAll(reddit, POST, [thread(tree)])).items)).toEqual(['a', 'e']);
  });

  it('fetches stubs as one queue, first in first out', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `m${index}`);
    const run = await readAll(
      reddit,
      POST,
      [
        thread([t1('a', {}, [more('t1_a', ['b']), t1('q', { parent_id: 't1_a' }, [more('t1_q', [])])]), more('t3_p1', many, 160)]),
        behind(['b'], [t1('b', { parent_id: 't1_a' }), more('t1_b', ['x'])]),
        below('q', [t1('q', { parent_id: 't1_a' }, [t1('r', { parent_id: 't1_q' })])]),
        behind(
          many.slice(0, 100),
          many.slice(0, 100).map((id) => t1(id)),
        ),
        behind(
          many.slice(100),
          many.slice(100).map((id) => t1(id)),
        ),
        behind(['x'], [t1('x', { parent_id: 't1_b' })]),
      ],
      { replies: true, sort: 'top' },
    );
    expect(run.gaps).toEqual([]);
    const calls = run.session.sent
      .slice(2)
      .map((request) => new URLSearchParams(request.body).get('children')?.split(',')[0] ?? new URL(request.url).pathname);
    expect(calls).toEqual(['b', '/comments/p1/_/q.json', 'm0', 'm100', 'x']);
    expect(run.session.sent[2]).toMatchObject({
      method: 'POST',
      url: 'https://www.reddit.com/api/morechildren.json',
      body: 'api_type=json&link_id=t3_p1&children=b&sort=top&limit_children=false&raw_json=1',
    });
    expect(run.session.urls[3]).toBe('https://www.reddit.com/comments/p1/_/q.json?limit=500&sort=top&raw_json=1');
    expect(run.items.find((item) => item.id === 'r')).toMatchObject({ parentId: 'q', kind: 'reply' });
    expect(run.items.find((item) => item.id === 'x')).toMatchObject({ parentId: 'b' });
    expect(run.items).toHaveLength(2 + 1 + 1 + 150 + 1);
  });

  it('says what each stub may bring', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `m${index}`);
    const tree = [more('t3_p1', many, 160)];
    expect((await page(POST, [thread(tree)], { replies: true })).next?.map((next) => [next.role, next.expect])).toEqual([
      ['replies', 110],
      ['replies', 60],
    ]);
    expect((await page(POST, [thread(tree)])).next?.map((next) => next.expect)).toEqual([100, 50]);
  });

  it('fetches without replies only what stands directly below the post', async () => {
    const run = await readAll(reddit, POST, [
      thread([t1('a', {}, [more('t1_a', ['b'])]), more('t3_p1', ['c', 'd'], 4)]),
      behind(['c', 'd'], [t1('c'), t1('e', { parent_id: 't1_c' }), more('t1_c', ['f']), more('t3_p1', ['g']), t1('d')]),
      behind(['g'], [t1('g')]),
    ]);
    expect(ids(run.items)).toEqual(['a', 'c', 'd', 'g']);
    expect(run.session.urls).toHaveLength(4);
  });

  it('passes over a stub without ids directly below the post', async () => {
    expect((await page(POST, [thread([more('t3_p1', [])])], { replies: true })).next).toEqual([]);
  });

  it('counts what never comes back', async () => {
    const run = await readAll(
      reddit,
      POST,
      [thread([more('t3_p1', ['a', 'b', 'c'])]), behind(['a', 'b', 'c'], [t1('a'), more('t1_a', ['c'])]), behind(['c'], [])],
      { replies: true },
    );
    expect(run.gaps).toEqual([
      { cause: 'notServed', count: 1 },
      { cause: 'notServed', count: 1 },
    ]);
  });

  it('goes on behind a stub that fails', async () => {
    const run = await readAll(
      reddit,
      POST,
      [
        thread([more('t3_p1', ['a']), more('t3_p1', ['b']), t1('q', {}, [more('t1_q', [])]), more('t3_p1', ['c'])]),
        { match: ({ body }) => body.includes('children=a&'), status: 500 },
        { match: ({ body }) => body.includes('children=b&'), body: { json: { errors: [['BAD', 'not now', 'children']] } } },
        below('q', []),
        behind(['c'], [t1('c')]),
      ],
      { replies: true },
    );
    expect(ids(run.items)).toEqual(['q', 'c']);
    expect(run.gaps).toHaveLength(3);
    expect(run.gaps[1]?.note).toContain('not now');
  });

  it('reads a whole simulated thread', async () => {
    const url = 'https://www.reddit.com/r/simulated/comments/simpost/x/';
    for (const strings of ['plain', 'escaped'] as const) {
      const run = await readAll(reddit, url, [{ match: '', simulator: redditSimulator({ comments: 300, strings }) }], { replies: true });
      expect(new Set(ids(run.items)).size).toBe(300);
      expect(run.gaps).toEqual([]);
      expect(run.items[0]?.text).toBe('Comment 0 & > more');
    }
  });
});

describe('a link to one comment', () => {
  it('gives what hangs below it', async () => {
    const tree = [
      t1('z', {}, [
        t1('a', { parent_id: 't1_z' }, [
          t1('b', { parent_id: 't1_a' }, [t1('c', { parent_id: 't1_b' })]),
          more('t1_a', ['d']),
          more('t1_a', []),
        ]),
      ]),
    ];
    const exchanges = [below('a', tree), behind(['d'], [t1('d', { parent_id: 't1_a' }), t1('e', { parent_id: 't1_d' })])];
    const run = await readAll(reddit, COMMENT, exchanges, { replies: true, limit: 4 });
    expect(run.items.map((item) => [item.id, item.parentId, item.kind])).toEqual([
      ['b', null, 'comment'],
      ['c', 'b', 'reply'],
      ['d', null, 'comment'],
      ['e', 'd', 'reply'],
    ]);
    expect(run.total).toBeNull();
    expect(run.session.urls[1]).toBe('https://www.reddit.com/comments/p1/_/a.json?limit=500&sort=confidence&raw_json=1');
    expect(ids((await readAll(reddit, COMMENT, exchanges, { limit: 2 })).items)).toEqual(['b', 'd']);
  });

  it('is NOT_FOUND where it is not in the answer', async () => {
    await expect(readAll(reddit, COMMENT, [below('a', [t1('z')])])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the fields of a comment', () => {
  const only = async (data: object, post: object = {}) => {
    const [item] = (await readAll(reddit, POST, [thread([t1('a', data)], post)])).items;
    return item;
  };

  it.each([
    ['score hidden', { score_hidden: true }, { likes: null }],
    ['edited', { edited: 1714564900 }, { isEdited: true }],
    ['edited long ago', { edited: true }, { isEdited: true }],
    ['pinned', { stickied: true }, { isPinned: true }],
    ['by the submitter', { is_submitter: true }, { isAuthorPost: true }],
    [
      'deleted',
      { author: '[deleted]', author_fullname: undefined, body: '[removed]' },
      { text: '[removed]', author: { name: '[deleted]', username: null, id: null, url: null }, isAuthorPost: false },
    ],
    ['without permalink', { permalink: undefined }, { url: 'https://www.reddit.com/r/s/comments/p1/title/a/' }],
    ['Markdown as typed', { body: '> a\n\n**b** &amp; c  d' }, { text: '> a\n\n**b** &amp; c  d' }],
  ])('%s', async (_name, data, wanted) => expect(await only(data)).toMatchObject(wanted));

  it('compares authors where the platform does not say', async () => {
    const old = { is_submitter: undefined };
    expect((await only({ ...old, author: 'op' }))?.isAuthorPost).toBe(true);
    expect((await only({ ...old, author: 'other' }))?.isAuthorPost).toBe(false);
    expect((await only({ ...old, author: '[deleted]' }))?.isAuthorPost).toBe(false);
    expect((await only({ ...old, author: '[deleted]' }, { author: '[deleted]' }))?.isAuthorPost).toBeNull();
    expect((await only({ ...old, author: 'op' }, { author: undefined }))?.isAuthorPost).toBeNull();
  });

  it('decodes once where the answer ignored raw_json', async () => {
    const escaped = { body_html: '&lt;div class="md"&gt;', body: '&gt; a &amp;amp; b &quot;' };
    expect((await only(escaped))?.text).toBe('> a &amp; b &quot;');
    expect((await only({ body: '&gt; a' }, { selftext_html: '&lt;!-- SC_OFF --&gt;' }))?.text).toBe('> a');
    expect((await only({ body: '&gt; a', body_html: '<p>&lt;' }))?.text).toBe('&gt; a');
  });

  it('takes pictures in the order delivered', async () => {
    const item = await only({
      media_metadata: {
        'giphy|x': { status: 'valid', e: 'AnimatedImage', s: { gif: 'https://g.example/x.gif', mp4: 'https://g.example/x.mp4' } },
        b: { status: 'valid', s: { u: 'https://i.example/b.png?a=1&amp;b=2' } },
        c: { status: 'valid', s: { mp4: 'https://v.example/c.mp4' } },
        d: { status: 'failed', s: { u: 'https://i.example/d.png' } },
        e: { status: 'valid' },
      },
    });
    expect(item?.media).toEqual([
      { type: 'image', url: 'https://g.example/x.gif' },
      { type: 'image', url: 'https://i.example/b.png?a=1&amp;b=2' },
      { type: 'video', url: 'https://v.example/c.mp4' },
    ]);
  });
});
