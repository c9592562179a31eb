import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import shopee from '#core/platforms/shopee/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { PRODUCT, SHOP, SHOP_NAME, shopeeSimulator, type ShopeeParams } from '#core/platforms/shopee/simulator.ts';

const SITE = 'https://shopee.co.id';
const PASTED = `${SITE}/Kursi-i.${SHOP}.${PRODUCT}`;
const OPEN = { cookies: { SPC_ST: 'x' } };
const WALLED = { status: 403, body: { is_login: false, action_type: 2, error: 90309999, tracking_id: 'x' } };

const play = (params: ShopeeParams = {}): FakeExchange => ({ match: '', simulator: shopeeSimulator(params) });
const read = (exchanges: FakeExchange[], url = PASTED, options: RunOptions = {}, { cookies }: { cookies?: Record<string, string> } = {}) =>
  readAll(shopee, url, exchanges, options, cookies);
const asked = (offset: number, star = 0, site = SITE): string =>
  `${site}/api/v2/item/get_ratings?itemid=${PRODUCT}&shopid=${SHOP}&limit=6&offset=${offset}&filter=0&flag=1&type=${star}`;
const ratings = (rows: object[] | null, rest: object = { item_rating_summary: { rating_total: rows?.length } }): FakeExchange => ({
  match: 'get_ratings',
  body: { error: 0, data: { ratings: rows, has_more: false, ...rest } },
});
const only = async (row: object, url = PASTED) => (await read([ratings([{ cmtid: 1, ...row }])], url)).items[0];

describe('shopee: URLs', () => {
  it.each([
    ['https://shopee.co.id/Kursi-kantor-i.12.34?sp_atk=1', 'product', { host: 'shopee.co.id', shop: '12', item: '34' }],
    ['https://shopee.vn/Gh%E1%BA%BF-100%-i.12.34', 'product', { host: 'shopee.vn', shop: '12', item: '34' }],
    ['https://shopee.sg/-i.12.34', 'product', { host: 'shopee.sg', shop: '12', item: '34' }],
    ['https://m.shopee.com.my/product/12/34/', 'product', { host: 'shopee.com.my', shop: '12', item: '34' }],
    ['https://shopee.co.th/opaanlp/12/34', 'product', { host: 'shopee.co.th', shop: '12', item: '34' }],
    ['https://shopee.ph/universal-link/product/12/34', 'product', { host: 'shopee.ph', shop: '12', item: '34' }],
    ['https://shopee.tw/?shopid=12&itemid=34', 'product', { host: 'shopee.tw', shop: '12', item: '34' }],
    ['https://xiapi.xiapibuy.com/product/12/34', 'product', { host: 'xiapi.xiapibuy.com', shop: '12', item: '34' }],
    [
      'https://s.shopee.co.id/an_redir?origin_link=https%3A%2F%2Fshopee.co.id%2Fproduct%2F12%2F34&affiliate_id=1',
      'product',
      { host: 'shopee.co.id', shop: '12', item: '34' },
    ],
    ['https://shopee.com.br/a_shop.official', 'shop', { host: 'shopee.com.br', name: 'a_shop.official' }],
    ['https://shopee.cl/shop/12', 'shop', { host: 'shopee.cl', shop: '12' }],
    ['https://shopee.sg/buyer/56/rating?shop_id=12', 'shop', { host: 'shopee.sg', shop: '12', user: '56' }],
    ['https://shope.ee/AbC', 'short', { address: 'https://shope.ee/AbC' }],
    ['https://s.shopee.vn/AbC', 'short', { address: 'https://s.shopee.vn/AbC' }],
    ['https://th.shp.ee/AbC', 'short', { address: 'https://th.shp.ee/AbC' }],
  ])('takes %s', (url, target, params) => {
    const chosen = chooseFor(shopee, url);
    expect(chosen).toMatchObject({ target, type: 'reviews' });
    expect(chosen.params).toEqual(params);
  });

  it.each([
    'https://shopee.co.id/',
    'https://shopee.co.id/search?keyword=kursi',
    'https://shopee.co.id/Kursi-cat.11043145',
    'https://shopee.co.id/buyer/login',
    'https://shopee.co.id/a_shop/more',
    'https://s.shopee.co.id/an_redir?origin_link=https%3A%2F%2Fevil.example%2Fproduct%2F12%2F34',
    'https://s.shopee.co.id/an_redir?origin_link=mailto%3Aa%40shop.example',
    'https://site.example/?redir=market%3A%2F%2Fdetails%3Fid%3Da.b',
    'https://seller.shopee.co.id/portal',
    'https://shope.ee/',
    'https://shopee.co.id.evil.org/product/12/34',
    'https://notshopee.co.id/product/12/34',
    'https://shopee.fr/product/12/34',
  ])('refuses %s', (url) => {
    expect(shopee.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('shopee: ratings of a product', () => {
  it('are read six at a time until a page is empty', async () => {
    const run = await read([play()]);
    expect(run.session.urls).toEqual([0, 6, 12, 18, 20].map((offset) => asked(offset)));
    expect(run.session.sent[0]?.headers).toEqual({
      accept: 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-api-source': 'pc',
      referer: `${SITE}/product/${SHOP}/${PRODUCT}`,
    });
    expect([run.items.length, run.total, run.gaps, run.doors]).toEqual([20, 20, [], ['ratings']]);
  });

  it('go on after a short page, and end where there is no more', async () => {
    const short = { ...ratings([{ cmtid: 1 }], { has_more: true, item_rating_summary: { rating_total: 9 } }), match: 'offset=0' };
    const run = await read([short, { ...ratings([{ cmtid: 2 }]), match: 'offset=1' }]);
    expect([run.items.length, run.total, run.session.urls]).toEqual([2, 9, [asked(0), asked(1)]]);
    expect((await read([short, { ...ratings(null), match: 'offset=1' }])).items).toHaveLength(1);
  });

  it('are read on by stars where the list of all ends too early', async () => {
    const run = await read([play({ ratings: 40, cap: 20 })]);
    expect(run.items).toHaveLength(40);
    const byStars = run.session.urls.slice(5);
    expect(byStars.slice(0, 2)).toEqual([asked(4, 1), asked(8, 1)]);
    expect(byStars.at(-1)).toBe(asked(8, 5));
    expect(run.total).toBe(40);
  });

  it('are those of the host of the URL, with pictures of its country', async () => {
    const url = `https://m.shopee.com.br/product/${SHOP}/${PRODUCT}`;
    const run = await read([ratings([{ cmtid: 1, author_portrait: 'abc', images: ['def'] }])], url);
    expect(run.session.urls).toEqual([asked(0, 0, 'https://shopee.com.br')]);
    expect(run.items[0]).toMatchObject({
      author: { avatarUrl: 'https://down-br.img.susercontent.com/file/abc' },
      media: [{ type: 'image', url: 'https://down-br.img.susercontent.com/file/def' }],
    });
  });

  it('may be none', async () => {
    const run = await read([ratings([], { item_rating_summary: { rating_total: 0, rating_count: [0, 0, 0, 0, 0] } })]);
    expect([run.items, run.total, run.session.urls.length]).toEqual([[], 0, 1]);
  });

  it('have every field', async () => {
    const item = await only({
      cmtid: 2109142621,
      author_username: 's*****n',
      author_portrait: '',
      userid: 105577953,
      anonymous: true,
      comment: ' a  b &amp; c <3\r\nd ',
      comment_tr: 'translated',
      ctime: 1583305904,
      mtime: 1583999999,
      rating: 1,
      rating_star: 4,
      like_count: 2,
      images: ['abc'],
      videos: [{ url: 'https://v.example/1.mp4', cover: 'x' }],
      ItemRatingReply: { comment: 'Thanks', ctime: 1583309999 },
      product_items: [{ itemid: 7, name: 'Shirt', model_name: 'Red' }],
      tags: [{ tag_description: 'Good' }],
      template_tags: ['Fast'],
      detailed_rating: { product_quality: 5, seller_service: 4, delivery_service: null },
      region: 'TH',
      sip_info: { is_oversea: true, origin_region: 'CN' },
      is_repeated_purchase: true,
      is_hidden: true,
    });
    expect(itemSchema.parse(item)).toMatchObject({
      id: '2109142621',
      kind: 'review',
      author: { username: 's*****n', name: null, id: '105577953', avatarUrl: null },
      text: 'a  b & c <3\nd',
      createdAt: '2020-03-04T07:11:44.000Z',
      createdAtPrecision: 'second',
      rating: 4,
      ratingScale: 5,
      likes: 2,
      media: [
        { type: 'image', url: 'https://down-id.img.susercontent.com/file/abc' },
        { type: 'video', url: 'https://v.example/1.mp4' },
      ],
      ownerReply: { text: 'Thanks', createdAt: '2020-03-04T08:19:59.000Z' },
      isEdited: null,
      title: null,
      url: null,
    });
    expect(item?.extra).toEqual({
      variant: 'Red',
      product: 'Shirt',
      productId: '7',
      anonymous: true,
      tags: ['Good', 'Fast'],
      translatedText: 'translated',
      detailedRating: { productQuality: 5, sellerService: 4, deliveryService: null },
      location: 'TH',
      fromRegion: 'CN',
      isRepeatedPurchase: true,
      isHidden: true,
    });
  });

  it.each([[null], [{ comment: null, ctime: null }], [undefined]])('have no reply where there is %o', async (reply) => {
    const item = await only({ comment: '', like_count: null, images: null, tags: null, ItemRatingReply: reply });
    expect(itemSchema.parse(item)).toMatchObject({ text: null, likes: null, media: [], ownerReply: null, createdAt: null });
    expect(item?.extra).toEqual({});
  });
});

describe('shopee: ratings of a shop', () => {
  it('are found by its name', async () => {
    const run = await read([play()], `${SITE}/${SHOP_NAME}`);
    expect(run.session.urls.slice(0, 3)).toEqual([
      `${SITE}/api/v4/shop/get_shop_base?need_cancel_rate=true&username=${SHOP_NAME}`,
      `${SITE}/api/v4/seller_operation/get_shop_ratings_new?limit=6&offset=0&shopid=${SHOP}&type=0&userid=133367000`,
      `${SITE}/api/v4/seller_operation/get_shop_ratings_new?limit=6&offset=6&shopid=${SHOP}&type=0&userid=133367000`,
    ]);
    expect([run.items.length, run.doors]).toEqual([20, ['shop ratings']]);
    expect(run.items[0]?.extra).toMatchObject({ product: 'Kursi', productId: PRODUCT });
    await expect(read([play()], `${SITE}/nobody`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are asked for by its number', async () => {
    const run = await read([play({ ratings: 3 })], `${SITE}/shop/${SHOP}`);
    expect(run.session.urls[0]).toBe(`${SITE}/api/v4/seller_operation/get_shop_ratings_new?limit=6&offset=0&shopid=${SHOP}&type=0`);
    await expect(read([{ match: '', body: { error: 0, data: {} } }], `${SITE}/shop/1`)).rejects.toMatchObject({ path: 'data.items' });
  });
});

describe('shopee: refusals', () => {
  it.each([
    ['the traffic wall', WALLED, 'BLOCKED'],
    ['the traffic wall with 200', { body: { error: 90309998 } }, 'BLOCKED'],
    ['a redirect to the traffic page', { status: 302, headers: { location: '/verify/traffic/error?type=4' } }, 'BLOCKED'],
    ['a redirect to a captcha', { status: 302, headers: { location: '/verify/captcha?x=1' } }, 'CAPTCHA'],
    ['a redirect to another captcha', { status: 302, headers: { location: '/api/v4/anti_fraud/captcha' } }, 'CAPTCHA'],
    ['a redirect to the login', { status: 302, headers: { location: '/buyer/login?next=x' } }, 'LOGIN_REQUIRED'],
    ['403 that names the captcha', { status: 403, body: { error: 90309999, url: '/verify/captcha' } }, 'CAPTCHA'],
    ['403', { status: 403, body: 'no' }, 'BLOCKED'],
    ['a page', { body: '<!DOCTYPE html><html>Shopee</html>' }, 'BLOCKED'],
    ['error 4', { body: { data: null, error: 4 } }, 'NOT_FOUND'],
    ['404', { status: 404 }, 'NOT_FOUND'],
    ['error 19', { body: { data: null, error: 19 } }, 'PLATFORM_CHANGED'],
    ['error 100', { body: { data: null, error: 100, error_msg: 'bad' } }, 'PLATFORM_CHANGED'],
    ['no data', { body: { error: 0, data: null } }, 'PLATFORM_CHANGED'],
    ['ratings that are counted and not there', ratings(null, { item_rating_summary: { rating_total: 7 } }), 'PLATFORM_CHANGED'],
    ['neither ratings nor a count', ratings(null, {}), 'PLATFORM_CHANGED'],
    ['429', { status: 429 }, 'RATE_LIMITED'],
    ['503', { status: 503 }, 'NETWORK'],
  ])('%s', async (_what, answer, code) => {
    await expect(
      read([
        { ...answer, match: 'api/v2' },
        { match: '', body: '<html></html>' },
      ]),
    ).rejects.toMatchObject({ code });
  });

  it('names what changed', async () => {
    await expect(only({ rating_star: 'five' })).rejects.toMatchObject({ path: 'data.ratings.0.rating_star' });
  });
});

describe('shopee: from inside a page', () => {
  it('is where the call is repeated with the cookies of the owner, and the rest of the run goes', async () => {
    const run = await read([{ match: 'api/v2', times: 1, ...WALLED }, play()], PASTED, {}, OPEN);
    expect([run.items.length, run.doors]).toEqual([20, ['ratings, in the browser']]);
    expect(run.session.urls.slice(0, 3)).toEqual([asked(0), asked(0), asked(6)]);
  });

  it('is not entered without cookies', async () => {
    const session = new FakeSession([{ match: '', ...WALLED }]);
    const [first] = shopee.start(chooseFor(shopee, PASTED), session.options);
    await expect(shopee.fetchPage(first!.cursor, session)).rejects.toMatchObject({ code: 'BLOCKED' });
    expect(session.urls).toHaveLength(1);
  });

  it('may be refused too', async () => {
    await expect(read([{ match: '', ...WALLED }], PASTED, {}, OPEN)).rejects.toMatchObject({ code: 'BLOCKED' });
  });
});

describe('shopee: short links', () => {
  it('lead to a product', async () => {
    const run = await read([play()], 'https://shope.ee/product', { limit: 6 });
    expect(run.session.urls).toEqual(['https://shope.ee/product', asked(0)]);
  });

  it('lead to a shop', async () => {
    expect((await read([play()], 'https://s.shopee.co.id/shop')).items).toHaveLength(20);
  });

  it.each([
    ['away', 'NOT_FOUND'],
    ['nothing', 'NOT_FOUND'],
    ['login', 'LOGIN_REQUIRED'],
  ])('lead elsewhere: %s', async (code, error) => {
    const session = new FakeSession([play()]);
    const [first] = shopee.start(chooseFor(shopee, `https://shope.ee/${code}`), session.options);
    await expect(shopee.fetchPage(first!.cursor, session)).rejects.toMatchObject({ code: error });
    expect(session.urls).toEqual([`https://shope.ee/${code}`]);
  });
});
