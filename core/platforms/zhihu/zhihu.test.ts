import { describe, expect, it } from 'vitest';
import zhihu from '#core/platforms/zhihu/index.ts';
import { ANSWER, PERSON, QUESTION, type ZhihuParams, zhihuSimulator } from '#core/platforms/zhihu/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const OF_QUESTION = `https://www.zhihu.com/question/${QUESTION}`;
const OF_ANSWER = `${OF_QUESTION}/answer/${ANSWER}`;
const OF_PERSON = `https://www.zhihu.com/people/${PERSON}`;
const API = 'https://www.zhihu.com/api/v4/';
const play = (
  url: string,
  params: ZhihuParams = {},
  options: RunOptions = {},
  { before = [], cookies = {} }: { before?: readonly FakeExchange[]; cookies?: Record<string, string> } = {},
) => readAll(zhihu, url, [...before, { match: '', simulator: zhihuSimulator(params) }], options, cookies);

describe('addresses', () => {
  it.each([
    [`${OF_QUESTION}/answers/updated?page=2`, ['question', { id: QUESTION }]],
    [OF_ANSWER, ['answer', { id: ANSWER, question: QUESTION }]],
    [`https://www.zhihu.com/answer/${ANSWER}#comment-1`, ['answer', { id: ANSWER }]],
    ['https://zhuanlan.zhihu.com/p/456770961?utm_id=0', ['article', { id: '456770961' }]],
    ['https://www.zhihu.com/pin/1580000000000000001', ['pin', { id: '1580000000000000001' }]],
    ['https://zhihu.com/zvideo/1580000000000000002', ['zvideo', { id: '1580000000000000002' }]],
    [`${OF_PERSON}/following`, ['person', { token: PERSON, as: 'people' }]],
    ['https://www.zhihu.com/org/some-house/posts', ['person', { token: 'some-house', as: 'org' }]],
    ['https://www.zhihu.com/topic/19550517', null],
    ['https://www.zhihu.com/hot', null],
    ['https://zhuanlan.zhihu.com/c_123456', null],
    ['https://daily.zhihu.com/story/9000000', null],
    ['https://www.zhihu.com/roundtable/some', null],
    [`https://notzhihu.com/question/${QUESTION}`, null],
  ])('%s', (url, claim) => expect(claimIn(zhihu, url)).toEqual(claim));
});

describe('answers of a question', () => {
  it('come from the API, asked in the page, as it says where it goes on', async () => {
    const { items, total, doors, session } = await play(OF_QUESTION);
    expect([items.length, total, doors]).toEqual([25, 25, ['API, in the page']]);
    expect(session.urls[0]).toBe(
      `${API}questions/${QUESTION}/answers?limit=20&offset=0&sort_by=created&include=data[*].content,url,voteup_count,comment_count,created_time,updated_time,author`,
    );
    expect(session.urls).toHaveLength(3);
    expect(session.urls.every((url) => url.startsWith('https:'))).toBe(true);
  });

  it('have every field', async () => {
    const { items } = await play(OF_QUESTION);
    expect(items[3]).toEqual(
      wholeItem({
        id: '124600003',
        author: {
          name: '读者1003',
          username: 'reader-1003',
          id: 'bce85223279ab8961e2da51fe1003',
          url: 'https://www.zhihu.com/people/reader-1003',
          avatarUrl: 'https://pic.example/3.jpg',
        },
        text: '回答 124600003\n第二行\n\n完',
        createdAt: '2026-01-20T11:57:00.000Z',
        createdAtPrecision: 'second',
        likes: 3,
        replyCount: 0,
        url: `${OF_QUESTION}/answer/124600003`,
        media: [{ type: 'image', url: 'https://pic.example/o.jpg' }],
        isEdited: false,
      }),
    );
    expect(items[1]?.isEdited).toBe(true);
    expect(items[2]).toMatchObject({ text: '回答 124600002\n第二行a^2\n\n完', media: [] });
    expect(items[4]?.author.url).toBe('https://www.zhihu.com/org/reader-1004');
    expect(items[5]?.author).toEqual({ name: '匿名用户', username: null, id: null, url: null, avatarUrl: null, verified: null });
  });

  it('come in the order of the site where that is wanted', async () => {
    const { items, session } = await play(OF_QUESTION, {}, { sort: 'top' });
    expect(session.urls[0]).toContain('sort_by=default');
    expect(items[0]?.likes).toBe(24);
  });

  it('are heard in the page where a fetch is refused', async () => {
    const feeds = [0, 1].map((page) => ({
      data: [{ target: { id: page + 1, content: `<p>x ${page}</p>`, created_time: 1_700_000_000, author: null } }],
      paging: { is_end: page === 1, totals: 2 },
    }));
    const asks = feeds.map((_, page) => `${API}questions/${QUESTION}/feeds?cursor=${page}&limit=5`);
    const { items, total, doors, notes, gaps } = await play(
      OF_QUESTION,
      { refusal: 'risk' },
      {},
      {
        before: [
          { match: 'cursor=0', body: feeds[0] },
          { match: 'cursor=1', body: feeds[1] },
          { match: OF_QUESTION, body: '<html></html>', asks },
        ],
      },
    );
    expect([items.map(({ id }) => id), total, doors, gaps]).toEqual([['1', '2'], 2, ['page, heard in the browser'], []]);
    expect(notes).toEqual([expect.stringContaining('risk control')]);
  });

  it('are those in the page where nothing else is given', async () => {
    const { items, total, doors, gaps } = await play(OF_QUESTION, { refusal: 'login', hasState: true });
    expect([items.length, total, doors]).toEqual([3, 25, ['state of the page']]);
    expect(items[1]).toMatchObject({ id: '124600001', likes: 1, author: { username: 'reader-1001' }, isEdited: true });
    expect(gaps).toMatchObject([{ cause: 'login', count: 22 }]);
  });
});

describe('comments', () => {
  it('of the first level come without replies', async () => {
    const { items, total, session } = await play(OF_ANSWER);
    expect([items.length, total]).toEqual([12, 27]);
    expect(session.urls[0]).toBe(`${API}comment_v5/answers/${ANSWER}/root_comment?order_by=ts&limit=20&offset=`);
    expect(session.urls).toHaveLength(2);
  });

  it('have every field', async () => {
    const { items } = await play(OF_ANSWER);
    expect(items[3]).toEqual(
      wholeItem({
        id: '10125990300',
        author: {
          name: '读者1003',
          username: 'reader-1003',
          id: 'bce85223279ab8961e2da51fe1003',
          url: 'https://www.zhihu.com/people/reader-1003',
          avatarUrl: 'https://pic.example/3.jpg',
        },
        text: '评论 10125990300 & 好',
        createdAt: '2026-01-20T11:59:30.000Z',
        createdAtPrecision: 'second',
        likes: 3,
        dislikes: 1,
        replyCount: 0,
        isPinned: false,
        isAuthorPost: true,
        extra: { location: '北京' },
      }),
    );
    expect(items[1]?.extra).toEqual({ location: '北京', collapsed: true });
    expect(items[2]).toMatchObject({ isPinned: true, isAuthorPost: null });
  });

  it('come with those that they brought, then with their own lists', async () => {
    const { items, session } = await play(OF_ANSWER, {}, { replies: true });
    expect(items).toHaveLength(27);
    const first = items.filter(({ parentId }) => parentId === '10125990000');
    expect(first.map(({ id, kind, extra }) => [id, kind, extra['replyToId']])).toEqual([
      ['10125990001', 'reply', undefined],
      ['10125990002', 'reply', '10125990001'],
      ['10125990003', 'reply', undefined],
      ['10125990004', 'reply', undefined],
      ['10125990005', 'reply', undefined],
    ]);
    expect(session.urls).toContain(`${API}comment_v5/comment/10125990000/child_comment?order_by=ts&limit=20&offset=`);
  });

  it('come from the older list where that of today is not answered', async () => {
    const { items, doors, session } = await play(OF_ANSWER, { lists: 'older' }, { replies: true });
    expect([items.length, doors]).toEqual([27, ['older API, in the page']]);
    expect(session.urls[1]).toBe(`${API}answers/${ANSWER}/comments?order=reverse&limit=20&offset=0&status=open`);
    expect(items.filter(({ kind }) => kind === 'reply')).toHaveLength(15);
    expect(items.find(({ id }) => id === '10125990400')).toMatchObject({ likes: 4, isAuthorPost: true, author: { name: '读者1004' } });
    expect((await play(OF_ANSWER, { lists: 'older' })).items).toHaveLength(12);
  });

  it('are heard in the page where a fetch is refused', async () => {
    const said = { data: [{ id: '7', content: 'x' }], paging: { is_end: true, totals: 1 }, counts: { total_counts: 1 } };
    const asks = [`${API}comment_v5/answers/${ANSWER}/root_comment?order_by=score&limit=10&offset=`];
    const { items, total, doors } = await play(
      OF_ANSWER,
      { refusal: 'forbidden' },
      {},
      {
        before: [
          { match: 'limit=10&offset=', body: said },
          { match: /\/answer\/\d+$/, body: '<html></html>', asks },
        ],
      },
    );
    expect([items.map(({ id }) => id), total, doors]).toEqual([['7'], 1, ['page, heard in the browser']]);
  });

  it('that are deleted are no items, and their children are', async () => {
    const data = [{ id: '1', content: '', is_delete: true, child_comment_count: 1, child_comments: [{ id: '2', content: 'y' }] }];
    const before = [{ match: 'root_comment', body: { data, paging: { is_end: true, totals: 2 } } }];
    const { items, gaps } = await play(OF_ANSWER, {}, { replies: true }, { before });
    expect(items.map(({ id, parentId }) => [id, parentId])).toEqual([['2', '1']]);
    expect(gaps).toEqual([{ cause: 'deleted', count: 1 }]);
  });

  it.each([
    ['https://zhuanlan.zhihu.com/p/456770961', 'articles/456770961'],
    ['https://www.zhihu.com/pin/1580000000000000001', 'pins/1580000000000000001'],
    ['https://www.zhihu.com/zvideo/1580000000000000002', 'zvideos/1580000000000000002'],
  ])('of %s', async (url, thing) => {
    const { items, session } = await play(url);
    expect(items).toHaveLength(12);
    expect(session.urls[0]).toContain(`comment_v5/${thing}/root_comment`);
  });

  it('may be closed', async () => {
    const before = [
      { match: 'root_comment', body: { data: [], paging: { is_end: true, totals: 0 }, comment_status: { type: 1, text: '评论已关闭' } } },
    ];
    await expect(play(OF_ANSWER, {}, {}, { before })).rejects.toMatchObject({ code: 'COMMENTS_DISABLED' });
  });

  it('may be none', async () => {
    const { items, total } = await play(OF_ANSWER, { comments: 0 });
    expect([items, total]).toEqual([[], 0]);
  });

  it('lead to no other site', async () => {
    const before = [
      { match: 'root_comment', body: { data: [{ id: '1', content: 'x' }], paging: { next: 'https://zhihu.com.evil.example/api/v4/x' } } },
    ];
    await expect(play(OF_ANSWER, {}, {}, { before })).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});

describe('a person', () => {
  it('has written answers', async () => {
    const { items, total } = await play(`${OF_PERSON}/answers`);
    expect([items.length, total]).toEqual([25, 25]);
    expect(items[0]).toMatchObject({ kind: 'post', title: '问题 124600000', url: `${OF_QUESTION}/answer/124600000` });
  });

  it.each([
    ['followers', 'followers', 'follower'],
    ['following', 'followees', 'following'],
  ] as const)('has %s', async (selector, path, kind) => {
    const { items, session } = await play(OF_PERSON, {}, { [selector]: true });
    expect(items).toHaveLength(25);
    expect(session.urls[0]).toBe(`${API}members/${PERSON}/${path}?limit=20&offset=0`);
    expect(items[2]).toEqual(
      wholeItem({
        id: 'fce85223279ab8961e2da51fe1002',
        kind,
        author: {
          name: '朋友1002',
          username: 'friend-1002',
          id: 'fce85223279ab8961e2da51fe1002',
          url: 'https://www.zhihu.com/people/friend-1002',
          avatarUrl: 'https://pic.example/f.jpg',
        },
        text: '一句话 1002',
        url: 'https://www.zhihu.com/people/friend-1002',
        extra: { followers: 20 },
      }),
    );
    expect(items[1]?.text).toBeNull();
  });
});

describe('refusals', () => {
  it.each([
    ['risk', {}, 'BLOCKED'],
    ['login', {}, 'LOGIN_REQUIRED'],
    ['forbidden', {}, 'LOGIN_REQUIRED'],
    ['forbidden', { z_c0: 'x' }, 'BLOCKED'],
    ['gone', {}, 'NOT_FOUND'],
    ['empty', {}, 'PLATFORM_CHANGED'],
  ] as const)('%s with %o: %s', async (refusal, cookies, code) => {
    for (const url of [OF_QUESTION, OF_ANSWER, OF_PERSON])
      await expect(play(url, { refusal }, {}, { cookies })).rejects.toMatchObject({ code });
  });
});
