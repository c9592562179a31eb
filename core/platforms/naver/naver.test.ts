import { describe, expect, it } from 'vitest';
import naver from '#core/platforms/naver/index.ts';
import { withoutCallback } from '#core/platforms/naver/cbox.ts';
import { dayOf } from '#core/platforms/naver/place.ts';
import { ARTICLE, type NaverParams, naverSimulator, PAPER, PLACE, PRODUCT } from '#core/platforms/naver/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const NEWS = `https://n.news.naver.com/mnews/article/${PAPER}/${ARTICLE}`;
const MAP = `https://map.naver.com/p/entry/place/${PLACE}`;
const play = (params: NaverParams = {}, options: RunOptions = {}, url = NEWS, before: readonly FakeExchange[] = []) =>
  readAll(naver, url, [...before, { match: '', simulator: naverSimulator(params) }], options);

describe('addresses', () => {
  const article = ['article', { paper: '055', article: '0000887008' }];
  const place = ['place', { place: PLACE }];
  it.each([
    ['https://n.news.naver.com/article/055/0000887008?cds=news_edit', article],
    ['https://n.news.naver.com/article/comment/055/0000887008', article],
    ['https://news.naver.com/main/read.naver?mode=LSD&oid=055&aid=0000887008', article],
    ['https://m.news.naver.com/read.nhn?oid=055&aid=0000887008', article],
    ['https://m.sports.naver.com/wfootball/article/055/0000887008', article],
    ['https://sports.news.naver.com/news.nhn?oid=055&aid=0000887008', article],
    ['https://n.news.naver.com/article/055/887008', null],
    ['https://news.naver.com/section/100', null],
    ['https://comic.naver.com/challenge/detail?titleId=20853&no=1', ['episode', { title: '20853', episode: '1' }]],
    ['https://comic.naver.com/webtoon/list?titleId=20853', null],
    ['https://blog.naver.com/PostView.nhn?blogId=a-b_c&logNo=223000000001', ['post', { blog: 'a-b_c', post: '223000000001' }]],
    ['https://blog.naver.com/some_blog', null],
    ['https://map.naver.com/p/search/%EC%B9%B4%ED%8E%98/place/1234567890?c=15', place],
    ['https://m.place.naver.com/hairshop/1234567890', place],
    ['https://pcmap.place.naver.com/place/1234567890/review/visitor', place],
    ['https://map.naver.com/p/directions/-/-/-', null],
    ['https://m.smartstore.naver.com/a_shop/products/5000000001', ['product', { shop: 'smartstore', channel: 'a_shop', product: PRODUCT }]],
    ['https://shopping.naver.com/catalog/5000000001', null],
    ['https://cafe.naver.com/somecafe/123', null],
    ['https://naver.me/xPlace', ['short', { address: 'https://naver.me/xPlace' }]],
    ['https://n.news.naver.com.evil.example/article/055/0000887008', null],
  ])('%s', (url, claim) => expect(claimIn(naver, url)).toEqual(claim));
});

describe('the comment box', () => {
  it('is asked page after page, as the page of the article asks', async () => {
    const { items, total, doors, session } = await play({ mostPerPage: 10 });
    expect([items.length, total, doors]).toEqual([25, 25, ['comment box']]);
    expect(session.urls[1]).toBe(
      'https://apis.naver.com/commentBox/cbox/web_naver_list_jsonp.json?ticket=news&pool=cbox5&lang=ko&country=KR&objectId=news055%2C0000887008&pageSize=100&indexSize=10&listType=OBJECT&pageType=more&page=2&sort=NEW',
    );
    expect(session.sent[0]?.headers['referer']).toBe(NEWS);
    expect(session.sent).toHaveLength(3);
  });

  it('gives every field', async () => {
    const { items } = await play();
    expect(items[1]).toEqual(
      wholeItem({
        id: '2530331010',
        author: { name: 'na10****', id: 'id2530331010' },
        text: '댓글 1  둘',
        createdAt: '2026-01-20T11:59:00.000Z',
        createdAtPrecision: 'second',
        likes: 1,
        dislikes: 1,
        replyCount: 0,
        isPinned: true,
        isEdited: false,
      }),
    );
    expect(items[2]).toMatchObject({ author: { avatarUrl: 'https://profile.example/1.jpg' }, isEdited: true, isPinned: false });
    expect(items[3]?.media).toEqual([{ type: 'image', url: 'https://comment.example/1.png' }]);
    expect(items[4]?.extra).toEqual({ hiddenByCleanbot: true });
  });

  it('is asked for replies where there are some, and counts them', async () => {
    const { items, total, session } = await play({ comments: 4 }, { replies: true });
    expect(items.map(({ kind }) => kind).filter((kind) => kind === 'reply')).toHaveLength(4);
    expect(total).toBe(8);
    expect(session.urls.filter((url) => url.endsWith('&parentCommentNo=2530331000'))).toHaveLength(1);
    expect(items.find(({ kind }) => kind === 'reply')).toMatchObject({ id: '2530331001', parentId: '2530331000', replyCount: null });
  });

  it('is asked for favourites where those are wanted', async () => {
    const { items, session } = await play({}, { sort: 'top' });
    expect(session.urls[0]).toContain('sort=FAVORITE');
    expect(items[0]?.likes).toBe(24);
  });

  it.each([
    ['https://comic.naver.com/webtoon/detail?titleId=20853&no=1234', 'objectId=20853_1234'],
    ['https://blog.naver.com/some_blog/223000000001', 'objectId=20001234_201_223000000001&groupId=20001234'],
  ])('knows %s by its own name', async (url, object) => {
    const { items, session } = await play({}, {}, url);
    expect(items).toHaveLength(25);
    expect(session.urls.at(-1)).toContain(object);
  });

  it.each([
    [{ box: 'off' }, 'COMMENTS_DISABLED'],
    [{ box: 'refused' }, 'BLOCKED'],
  ] as const)('%o: %s', async (params, code) => {
    await expect(play(params, {}, 'https://comic.naver.com/webtoon/detail?titleId=20853&no=1234')).rejects.toMatchObject({ code });
  });

  it('has nothing where nobody has written', async () => {
    const { items, total } = await play({ comments: 0 });
    expect([items, total]).toEqual([[], 0]);
  });

  it('says so where the article is gone', async () => {
    const deleted = { match: '/mnews/', body: '<html><body>삭제된 기사입니다.</body></html>' };
    await expect(play({ comments: 0 }, {}, NEWS, [deleted])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps the replies to a comment that is gone', async () => {
    const gone = {
      commentList: [
        { commentNo: 5, parentCommentNo: 5, contents: '', deleted: true, visible: false, replyCount: 1 },
        { commentNo: 6, parentCommentNo: 6, contents: 'x', deleted: false, visible: true, replyCount: 0 },
      ],
      pageModel: { nextPage: 0 },
    };
    const reply = { commentList: [{ commentNo: 7, parentCommentNo: 5, contents: 'y' }], pageModel: { nextPage: 0 } };
    const said = (result: object) => `x(${JSON.stringify({ success: true, code: '1000', result })});`;
    const { items, gaps } = await play({}, { replies: true }, NEWS, [
      { match: 'parentCommentNo=5', body: said(reply) },
      { match: 'apis.naver.com', body: said(gone) },
    ]);
    expect(items.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['6', null],
      ['7', '5'],
    ]);
    expect(gaps).toEqual([{ cause: 'deleted', count: 1 }]);
  });

  it('is listened to in the page of the article where it refuses programs', async () => {
    const call = (page: number) =>
      `https://apis.naver.com/commentBox/cbox/web_naver_list_jsonp.json?ticket=news&pool=cbox5&objectId=news055%2C0000887008&pageSize=10&sort=NEW&page=${page}`;
    const asks = [1, 2, 3].map((page) => ({ url: call(page), headers: { referer: NEWS } }));
    const { items, total, doors } = await play({}, {}, NEWS, [
      { match: /pageSize=100/, status: 403 },
      { match: /\/mnews\//, body: '<html></html>', asks },
    ]);
    expect([items.length, total, doors]).toEqual([25, 25, ['comment box, in the browser']]);
  });

  it.each([
    ['_callback({"a":"(x)"});', '{"a":"(x)"}'],
    ['/**/jQuery1({});', '{}'],
    [' {"a":1}', ' {"a":1}'],
    ['(', ''],
  ])('takes the callback off %s', (script, json) => expect(withoutCallback(script)).toBe(json));
});

describe('places', () => {
  it('give the reviews in the state of their page', async () => {
    const { items, total, doors, session } = await play({}, {}, MAP);
    expect([items.length, total, doors]).toEqual([20, 20, ['page of the place']]);
    expect(session.urls[0]).toBe(`https://pcmap.place.naver.com/place/${PLACE}/review/visitor`);
    expect(items[1]).toEqual(
      wholeItem({
        id: '690000000000000000001001',
        kind: 'review',
        author: { name: '손님 1', id: 'a1', url: 'https://m.place.naver.com/my/o1', avatarUrl: 'https://pup.example/1.jpg' },
        text: '맛있어요 1\n또 올게요',
        createdAt: '2024-09-13T00:00:00.000Z',
        createdAtPrecision: 'day',
        media: [{ type: 'image', url: 'https://pup.example/r.jpg' }],
        extra: { keywords: ['음식이 맛있어요'], visitCount: 2, originType: '영수증' },
      }),
    );
    expect(items[0]).toMatchObject({ createdAt: '2025-09-13T03:15:00.000Z', createdAtPrecision: 'second', ratingScale: null });
    expect(items[2]?.ownerReply).toEqual({ text: '감사합니다', createdAt: '2024-09-14T00:00:00.000Z' });
    expect(items[5]?.text).toBe('');
    expect(items[9]).toMatchObject({ rating: 4.5, ratingScale: 5 });
  });

  it('say how many are missing where no browser brings the others', async () => {
    const { items, gaps } = await play({ reviews: 45 }, {}, MAP);
    expect(items).toHaveLength(20);
    expect(gaps).toMatchObject([{ cause: 'notServed', count: 25 }]);
  });

  it('give what their page asks for', async () => {
    const said = [{ data: { visitorReviews: { items: [{ id: 'r1', body: 'x', created: '1.2.금' }], total: 21 } } }, { data: { other: 1 } }];
    const asks = [{ url: 'https://pcmap-api.place.naver.com/graphql', json: [{ operationName: 'getVisitorReviews' }] }];
    const { items, gaps } = await play({ reviews: 21 }, {}, MAP, [
      { match: 'pcmap-api', body: said },
      { match: '/place/', simulator: naverSimulator({ reviews: 21 }), asks },
    ]);
    expect([items.length, items.at(-1)?.id, gaps]).toEqual([21, 'r1', []]);
  });

  it.each([
    [{ place: 'unknown' }, 'NOT_FOUND'],
    [{ place: 'too fast' }, 'RATE_LIMITED'],
    [{ place: 'captcha' }, 'CAPTCHA'],
  ] as const)('%o: %s', async (params, code) => {
    await expect(play(params, {}, MAP)).rejects.toMatchObject({ code });
  });

  it('are found behind short links, and nothing else is', async () => {
    expect((await play({}, {}, 'https://naver.me/xPlace')).items).toHaveLength(20);
    await expect(play({}, {}, 'https://naver.me/xNews')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['9.13.토', '2025-09-13T00:00:00.000Z'],
    ['1.2.금', '2026-01-02T00:00:00.000Z'],
    ['1.3.토', '2025-01-03T00:00:00.000Z'],
    ['2023.12.31.일', '2023-12-31T00:00:00.000Z'],
    ['23.2.30.목', null],
    ['어제', null],
  ])('reads the day %s', (words, day) => expect(dayOf(words, new Date('2026-01-01T20:00:00Z'))).toBe(day));
});

describe('products', () => {
  const PAGE = `https://smartstore.naver.com/a_shop/products/${PRODUCT}`;
  const ask = (page: number) => ({
    url: 'https://smartstore.naver.com/i/v1/contents/reviews/query-pages',
    method: 'POST' as const,
    json: { checkoutMerchantNo: 1, originProductNo: 2, page, pageSize: 20, reviewSearchSortType: 'REVIEW_CREATE_DATE_DESC' },
  });

  it('give what their page asks for', async () => {
    const { items, total, doors } = await play({}, {}, PAGE, [{ match: /products\/\d+$/, body: '<html></html>', asks: [ask(1), ask(2)] }]);
    expect([items.length, total, doors]).toEqual([30, 30, ['page of the product, in the browser']]);
    expect(items[0]).toEqual(
      wholeItem({
        id: '4000000000',
        kind: 'review',
        author: { name: 'ab0****' },
        text: '좋아요 0\n다시',
        createdAt: '2026-01-20T12:00:00.000Z',
        createdAtPrecision: 'second',
        rating: 1,
        ratingScale: 5,
        likes: 0,
        media: [{ type: 'image', url: 'https://phinf.example/1.jpg' }],
        isEdited: false,
        extra: { variant: '색상: 검정', repurchase: true, reviewType: 'NORMAL' },
      }),
    );
    expect(items[1]?.isEdited).toBe(true);
  });

  it.each([
    ['상품이 존재하지 않습니다', 'NOT_FOUND'],
    ['현재 서비스 접속이 불가합니다', 'RATE_LIMITED'],
    ['다른 말', 'PLATFORM_CHANGED'],
  ])('%s: %s', async (words, code) => {
    await expect(play({}, {}, PAGE, [{ match: PAGE, body: `<html>${words}</html>` }])).rejects.toMatchObject({ code });
  });
});
