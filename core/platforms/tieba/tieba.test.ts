import { describe, expect, it } from 'vitest';
import tieba from '#core/platforms/tieba/index.ts';
import { chineseTime } from '#core/platforms/tieba/items.ts';
import { THREAD, type TiebaParams, tiebaSimulator } from '#core/platforms/tieba/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const URL_OF_THREAD = `https://tieba.baidu.com/p/${THREAD}`;
const PORTRAITS = 'https://gss0.bdstatic.com/6LZ1dD3d1sgCo2Kml5_Y_D3/sys/portrait/item/';
const play = (params: TiebaParams = {}, options: RunOptions = {}, before: readonly FakeExchange[] = []) =>
  readAll(tieba, URL_OF_THREAD, [...before, { match: '', simulator: tiebaSimulator(params) }], options);

/** What the page of today asks for while it is scrolled. */
const asks = (pages: number, thread = THREAD) =>
  Array.from({ length: pages }, (_, page) => ({
    url: 'https://tieba.baidu.com/c/f/pb/page_pc',
    form: { pn: String(page + 1), kz: thread, subapp_type: 'pc' },
    method: 'POST' as const,
  }));
const heard = (params: TiebaParams, pages: number): FakeExchange => ({
  match: /\/p\/\d+$/,
  simulator: tiebaSimulator({ ...params, form: 'newer' }),
  asks: asks(pages),
});

describe('addresses', () => {
  it.each([
    [`${URL_OF_THREAD}?see_lz=1&pn=3`, true],
    [`${URL_OF_THREAD}?pid=150726496253&cid=150726735994#150726735994`, true],
    [`http://tieba.baidu.com/p/${THREAD}`, true],
    [`https://jump2.bdimg.com/p/${THREAD}?fr=frs`, true],
    [`https://tieba.baidu.com/p/${THREAD}/x`, false],
    ['https://tieba.baidu.com/f?kw=dota2', false],
    ['https://tieba.baidu.com/home/main?id=tb.1.abc', false],
    ['https://tieba.baidu.com/f/search/res?qw=x', false],
    [`https://nottieba.baidu.com/p/${THREAD}`, false],
  ])('%s', (url, isThread) => expect(claimIn(tieba, url)).toEqual(isThread ? ['thread', { thread: THREAD }] : null));
});

describe('the page of a thread', () => {
  it('gives floors from the second on, page after page', async () => {
    const { items, total, doors, session } = await play();
    expect([items.length, total, doors]).toEqual([14, 38, ['page of the thread']]);
    expect(session.urls).toEqual([1, 2, 3].map((page) => `${URL_OF_THREAD}?pn=${page}`));
  });

  it('gives every field', async () => {
    const { items } = await play();
    expect(items[1]).toEqual(
      wholeItem({
        id: '150726000200',
        author: {
          name: '作者1002',
          username: 'user_1635000002',
          id: '1635000002',
          url: 'https://tieba.baidu.com/home/main?id=tb.1.aa1002.x-y_z',
          avatarUrl: `${PORTRAITS}tb.1.aa1002.x-y_z`,
        },
        text: '第一行 150726000200\n第二行',
        createdAt: '2026-01-20T01:02:00.000Z',
        createdAtPrecision: 'minute',
        replyCount: 0,
        url: `${URL_OF_THREAD}?pid=150726000200&cid=0#150726000200`,
        isAuthorPost: false,
        extra: { location: '福建', floor: 3 },
      }),
    );
    expect(items[0]?.author.username).toBeNull();
    expect(items[2]).toMatchObject({
      text: '第一行 150726000300\n第二行',
      media: [{ type: 'image', url: 'http://tiebapic.example/1.jpg' }],
    });
    expect(items[3]?.isAuthorPost).toBe(true);
  });

  it('gives the replies in it, and lists those that are not', async () => {
    const { items, session } = await play({}, { replies: true });
    const replies = items.filter(({ kind }) => kind === 'reply');
    expect(replies).toHaveLength(24);
    expect(session.urls.filter((url) => url.includes('/p/comment'))).toEqual([
      'https://tieba.baidu.com/p/comment?tid=9119688421&pid=150726000500&pn=1',
      'https://tieba.baidu.com/p/comment?tid=9119688421&pid=150726000500&pn=2',
      'https://tieba.baidu.com/p/comment?tid=9119688421&pid=150726001000&pn=1',
      'https://tieba.baidu.com/p/comment?tid=9119688421&pid=150726001000&pn=2',
    ]);
    expect(replies[1]).toEqual(
      wholeItem({
        id: '150726000502',
        kind: 'reply',
        parentId: '150726000500',
        author: {
          name: '作者1000',
          username: 'user_1635000000',
          url: 'https://tieba.baidu.com/home/main?id=tb.1.aa1000.x-y_z',
          avatarUrl: `${PORTRAITS}tb.1.aa1000.x-y_z`,
        },
        text: '回复 谁 :答 150726000502',
        createdAt: '2026-01-20T01:07:00.000Z',
        createdAtPrecision: 'minute',
        url: `${URL_OF_THREAD}?pid=150726000500&cid=150726000502#150726000502`,
        isAuthorPost: true,
      }),
    );
    // The portrait of whoever began comes from the first page.
    expect(replies.filter(({ isAuthorPost }) => isAuthorPost === true).map(({ id }) => id)).toEqual(['150726000502', '150726001002']);
  });

  it('of the first floor alone has nothing', async () => {
    const { items, total } = await play({ floors: 0 });
    expect([items, total]).toEqual([[], 0]);
  });

  it('with a floor of a picture alone has no words for it', async () => {
    const picture: FakeExchange = {
      match: /\?pn=1$/,
      body: `<div class="l_post" data-field='{"author":{"user_id":1,"portrait":"tb.1.x"},"content":{"post_id":5,"post_no":2,"comment_num":0}}'><p></p><div class="d_post_content"><img class="BDE_Image" src="https://tiebapic.example/2.jpg"></div></div>`,
    };
    const { items } = await play({}, {}, [picture]);
    expect(items).toMatchObject([
      { id: '5', text: '', media: [{ type: 'image', url: 'https://tiebapic.example/2.jpg' }], isAuthorPost: null },
    ]);
  });

  it.each([
    ['2024-08-06 22:10', '2024-08-06T14:10:00.000Z'],
    ['2024-8-7\u00a000:01', '2024-08-06T16:01:00.000Z'],
    ['3楼', null],
  ])('reads the time %s', (words, time) => expect(chineseTime(words)).toBe(time));
});

describe('the page in a browser', () => {
  it('is listened to where the page has no floors', async () => {
    const { items, total, doors } = await play({ form: 'newer' }, {}, [heard({}, 3)]);
    expect([items.length, total, doors]).toEqual([14, 14, ['page of the thread, heard in the browser']]);
    expect(items[2]).toEqual(
      wholeItem({
        id: '150726000300',
        author: {
          name: '作者1003',
          username: 'user_1635000003',
          id: '1635000003',
          url: 'https://tieba.baidu.com/home/main?id=tb.1.aa1003.x-y_z',
          avatarUrl: `${PORTRAITS}tb.1.aa1003.x-y_z`,
        },
        text: '第一行 150726000300\n@谁',
        createdAt: '2026-01-20T01:03:07.000Z',
        createdAtPrecision: 'second',
        likes: 3,
        replyCount: 0,
        url: `${URL_OF_THREAD}?pid=150726000300&cid=0#150726000300`,
        media: [{ type: 'image', url: 'http://tiebapic.example/1.jpg' }],
        isAuthorPost: false,
        extra: { location: '福建', floor: 4 },
      }),
    );
  });

  it('is asked for replies, and knows who began', async () => {
    const { items } = await play({ form: 'newer' }, { replies: true }, [heard({}, 3)]);
    expect(items.filter(({ kind }) => kind === 'reply')).toHaveLength(24);
    expect(items.find(({ id }) => id === '150726000502')?.isAuthorPost).toBe(true);
  });

  it('says so where it stands still', async () => {
    const { items, gaps } = await play({ form: 'newer' }, {}, [heard({}, 2)]);
    expect([items.length, gaps.length, gaps[0]?.cause]).toEqual([11, 1, 'notServed']);
  });

  it('is read as it stands where it asks for nothing', async () => {
    const shut: FakeExchange = { match: /\?pn=1$/, status: 403, times: 1 };
    expect(await play({}, {}, [shut])).toMatchObject({ items: { length: 14 }, doors: ['page of the thread, in the browser'] });
    const drawn = await play({ form: 'drawn' });
    expect(drawn.items).toHaveLength(14);
    expect(drawn.items[0]).toMatchObject({ id: '150726000100', author: { name: '作者1001' }, createdAt: '2026-01-20T01:01:00.000Z' });
  });

  it('goes on where a later page is refused', async () => {
    const { items, doors } = await play({}, {}, [{ match: /\?pn=2$/, status: 403, times: 1 }]);
    expect([items.length, doors]).toEqual([14, ['page of the thread', 'page of the thread, in the browser']]);
  });

  it('brings replies that are refused to programs', async () => {
    const { items, doors } = await play({}, { replies: true }, [{ match: '/p/comment', status: 403, times: 1 }]);
    expect(items.filter(({ kind }) => kind === 'reply')).toHaveLength(24);
    expect(doors).toContain('list of replies, in the browser');
  });

  it.each([
    [4, 'NOT_FOUND'],
    [1, 'LOGIN_REQUIRED'],
    [300, 'PLATFORM_CHANGED'],
  ])('with error %i: %s', async (code, expected) => {
    const said = { match: 'page_pc', body: { error_code: code } };
    await expect(play({ form: 'newer' }, {}, [said, heard({}, 1)])).rejects.toMatchObject({ code: expected });
  });
});

describe('refusals', () => {
  it.each([
    ['check', 'CAPTCHA'],
    ['deleted', 'NOT_FOUND'],
    ['login', 'LOGIN_REQUIRED'],
    ['forbidden', 'BLOCKED'],
    ['gone', 'NOT_FOUND'],
  ] as const)('%s: %s', async (instead, code) => {
    await expect(play({ instead })).rejects.toMatchObject({ code });
  });

  it('of a page with neither floors nor a request for them', async () => {
    await expect(play({ form: 'newer' })).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});
