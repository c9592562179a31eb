import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { placeAt } from '#core/platforms/itch_io/address.ts';
import itchIo from '#core/platforms/itch_io/index.ts';
import { type ItchIoParams, itchIoSimulator } from '#core/platforms/itch_io/simulator.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const GAME = 'https://cattrigger.itch.io/alchemy-and-cake';
const play = (params: ItchIoParams = {}, options: RunOptions = {}, url = GAME) =>
  readAll(itchIo, url, [{ match: '', simulator: itchIoSimulator(params) }], options, {});

describe('addresses', () => {
  const game = { kind: 'game', params: { url: GAME } };
  it.each([
    ['cattrigger.itch.io/alchemy-and-cake', game],
    ['CatTrigger.itch.io/alchemy-and-cake/?x=1#comments', game],
    ['cattrigger.itch.io/alchemy-and-cake/comments?before=155', game],
    ['cattrigger.itch.io/alchemy-and-cake/comments/12', game],
    ['a.itch.io/b/devlog/12/some-words', { kind: 'devlog', params: { url: 'https://a.itch.io/b/devlog/12/some-words' } }],
    ['itch.io/post/8020256', { kind: 'post', params: { post: '8020256' } }],
    ['cattrigger.itch.io', null],
    ['cattrigger.itch.io/alchemy-and-cake/rate', null],
    ['cattrigger.itch.io/alchemy-and-cake/community', null],
    ['cattrigger.itch.io/alchemy-and-cake/devlog', null],
    ['cattrigger.itch.io/-/follow', null],
    ['itch.io/t/12/some-words', null],
    ['itch.io/board/12/cats', null],
    ['itch.io/jam/cats/rate/12', null],
    ['itch.io/profile/cat', null],
    ['api.itch.io/games', null],
    ['a.b.itch.io/game', null],
    ['notitch.io/post/12', null],
    ['cat.itch.io.evil.example/game', null],
  ])('%s', (address, place) => expect(placeAt(parsePastedUrl(`https://${address}`))).toEqual(place));
});

describe('comments', () => {
  it('come page after page, the top of each thread alone', async () => {
    const { items, total, session, doors } = await play();
    expect(session.urls).toEqual([GAME, `${GAME}/comments?before=21`]);
    // Of sixty threads eight begin with a deleted post, which counts.
    expect([items.length, total, doors]).toEqual([52, 59 + 7 + 8 + 2 * 17, ['page']]);
    expect(items.every(({ kind, parentId }) => kind === 'comment' && parentId === null)).toBe(true);
    expect(items[2]).toEqual(
      wholeItem({
        id: '7999800',
        kind: 'comment',
        author: { name: 'Cat 2 & co', username: 'cat-2', id: '100002', url: 'https://itch.io/profile/cat-2' },
        text: 'Post 7999800 purrs.\n\nOne\ntwo\n\nthree\nfour',
        createdAt: '2026-06-30T08:00:07.000Z',
        createdAtPrecision: 'second',
        likes: 0,
        dislikes: 0,
        url: 'https://itch.io/post/7999800',
        media: [{ type: 'image', url: 'https://img.itch.example/shot.png' }],
        isEdited: false,
        isAuthorPost: false,
        extra: { embeds: ['https://www.youtube.com/embed/abc'] },
      }),
    );
    expect(items[3]).toMatchObject({ likes: 3, dislikes: 1, author: { avatarUrl: 'https://img.itch.example/3/25x25%23/a.png' } });
    expect(items[5]).toMatchObject({ isEdited: true });
  });

  it('with replies are threads, also what a page leaves out', async () => {
    const { items, session, total } = await play({ threads: 7 }, { replies: true });
    expect(session.urls).toEqual([GAME, 'https://itch.io/post/7999903', 'https://cattrigger.itch.io/alchemy-and-cake/comments/7999903']);
    expect(total).toBeNull();
    const parents = new Map(items.map(({ id, parentId }) => [id, parentId]));
    const wanted = ['8000001', '8000002', '7999901', '7999904', '7999906', '7999401'];
    expect(wanted.map((id) => parents.get(id))).toEqual(['8000000', '8000001', '7999900', '7999903', '7999905', '7999400']);
    expect(parents.has('7999400')).toBe(false);
    expect(items.find(({ id }) => id === '8000001')).toMatchObject({ kind: 'reply', isAuthorPost: true, author: { id: '4211218' } });
  });

  it('that a page leaves out and are refused stand in the ledger', async () => {
    const { items, gaps } = await play({ threads: 7, postStatus: 404 }, { replies: true });
    expect([items.some(({ id }) => id === '7999904'), gaps.length]).toEqual([false, 1]);
  });

  it('of a devlog come from its own page', async () => {
    const url = `${GAME}/devlog/550123/demo-is-now-live`;
    const { items, session } = await play({ threads: 4 }, {}, url);
    expect([items.length, session.urls]).toEqual([4, [url]]);
  });

  it.each([
    [false, ['7999900']],
    [true, [0, 1, 2, 3, 4, 5, 6].map((level) => String(7_999_900 + level))],
  ])('of the thread of a post, with replies: %s', async (replies, ids) => {
    const { items } = await play({}, { replies }, 'https://itch.io/post/7999900');
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids);
  });

  it('nobody has written are none', async () => {
    expect((await play({ threads: 0 })).items).toEqual([]);
  });
});

describe('refusals', () => {
  it.each([
    [{ page: 'community' }, 'COMMENTS_DISABLED'],
    [{ page: 'none' }, 'COMMENTS_DISABLED'],
    [{ page: 'restricted' }, 'PRIVATE'],
    [{ page: 'other' }, 'PLATFORM_CHANGED'],
    [{ status: 429 }, 'RATE_LIMITED'],
    [{ status: 403 }, 'BLOCKED'],
  ] as const)('%o', async (params, code) => {
    await expect(play(params)).rejects.toMatchObject({ code });
  });

  it('names the community that a game has instead', async () => {
    await expect(play({ page: 'community' })).rejects.toThrow('community');
  });

  it('a game or a post that is gone is not found', async () => {
    await expect(play({}, {}, 'https://cattrigger.itch.io/nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(play({}, {}, 'https://itch.io/post/1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
