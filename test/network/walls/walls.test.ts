import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { REDIRECT_SIGNS, WALL_ADDRESSES } from '#core/network/walls/address-signs.ts';
import { bodySignsWith } from '#core/network/walls/body-signs.ts';
import { COOKIE_SIGNS, HEADER_SIGNS } from '#core/network/walls/header-signs.ts';
import { wallAt } from '#core/network/walls/recognise.ts';
import { wallRefusal } from '#core/network/walls/refusal.ts';
import { WALL_CODES, type WallKind } from '#core/platform-api/wall-sign.ts';
import { CHALLENGE_PAGE } from '#test/world/fault.ts';
import { ALL_PLATFORMS, ANY_SITE, ASKERS, askersOf, EVERY_SITE, isOfSite, platformOf } from '#test/network/walls/askers.ts';
import { PLAIN_PAGES } from '#test/network/walls/plain-pages.ts';
import { wallOf } from '#test/network/walls/suspect.ts';
import {
  BLOCK_PAGES,
  CHALLENGE_PAGES,
  CONSENT_AND_LOGIN_PAGES,
  JSON_OF_WALMART,
  JSON_WALLS,
  PLATFORM_JSON,
  PLATFORM_PAGES,
} from '#test/network/walls/wall-pages.ts';

/** With any status, on the hosts of its site alone. */
const SECURITY_MEASURE = '<html><head><title>Security Measure</title></head><body><p>Please verify yourself to continue.</p></body></html>';
const WALL_PAGES = [...CHALLENGE_PAGES, ...BLOCK_PAGES, ...CONSENT_AND_LOGIN_PAGES];
const JSON_TYPE = 'application/json';

/** What every platform that can meet this wall is told of the answer. */
function toldOf(wall: string, text: string, shape: Parameters<typeof wallOf>[1]): readonly (string | null)[] {
  return [...new Set(askersOf(wall).map((asker) => wallOf(text, shape, asker)))];
}

describe('walls by their body', () => {
  it.each(WALL_PAGES)('%s, status %i (%#)', (wall, status, html) => {
    expect(toldOf(wall, html, { status })).toEqual([wall]);
    // Whatever else is looked for.
    expect(wallOf(html, { status }, EVERY_SITE)).toBe(wall);
  });

  it.each(WALL_PAGES.filter(([wall]) => isOfSite(wall)))('%s is not looked for elsewhere, status %i (%#)', (wall, status, html) => {
    expect(wallOf(html, { status }, ANY_SITE)).not.toBe(wall);
  });

  it.each(JSON_WALLS)('%s in JSON, status %i (%#)', (wall, status, json) => {
    expect(toldOf(wall, json, { status, type: JSON_TYPE })).toEqual([wall]);
  });

  it('that a vendor has at one site alone', () => {
    const [wall, status, json] = JSON_OF_WALMART;
    expect(wallOf(json, { status, type: JSON_TYPE }, platformOf('walmart'))).toBe(wall);
    expect(wallOf(json, { status, type: JSON_TYPE }, ANY_SITE)).toBeNull();
  });

  it.each(PLATFORM_JSON)('%s in JSON of its own, status %i (%#)', (wall, status, url, json) => {
    const asker = platformOf(nameOf(wall).toLowerCase());
    expect(wallOf(json, { status, url, type: 'application/json; charset=utf-8' }, asker)).toBe(wall);
    expect(wallOf(json, { status, type: JSON_TYPE }, asker)).toBeNull();
    expect(wallOf(json, { status: 200, url, type: JSON_TYPE }, asker)).toBeNull();
    expect(wallOf(json, { status, url, type: JSON_TYPE }, ANY_SITE)).toBeNull();
  });

  it.each(PLATFORM_PAGES)('%s on pages of its own, status %i, %s', (wall, status, url, html) => {
    const [asker] = askersOf(wall);
    expect(wallOf(html, { status, url }, asker)).toBe(wall);
    expect(wallOf(html, { status }, asker)).toBeNull();
    expect(wallOf(html, { status: 200, url }, asker)).toBeNull();
    expect(wallOf(html, { status, url }, ANY_SITE)).toBeNull();
  });

  it('every sign has an example', () => {
    const bodies = [
      SECURITY_MEASURE,
      ...PLATFORM_PAGES.map((each) => each[3]),
      ...WALL_PAGES.map(([, , body]) => body),
      JSON_OF_WALMART[2],
      ...JSON_WALLS.map(([, , body]) => body),
      ...PLATFORM_JSON.map((each) => each[3]),
    ];
    const unseen = bodySignsWith(EVERY_SITE.walls.bodies).filter(
      ({ mark, in: place }) => !bodies.some((body) => mark.test(place === 'title' ? titleOf(body) : plain(body)) || mark.test(body)),
    );
    expect(unseen).toEqual([]);
  });

  it('of a long page by its title, where the page says little', () => {
    const script = `<script>${'a(1);'.repeat(30_000)}</script>`;
    const page = `<html><head>${script}<title>Captcha Interception</title></head><body><p>Sorry, we have detected unusual traffic.</p></body></html>`;
    const shop = platformOf('lazada');
    expect(toldOf('challenge Alibaba', page, {})).toEqual(['challenge Alibaba']);
    expect(wallOf(page.replace('</p>', `</p><p>${'A review of a captcha. '.repeat(100)}</p>`), {}, shop)).toBeNull();
    expect(wallOf(page.replace('Captcha Interception', 'A book about captchas'), {}, shop)).toBeNull();
    expect(wallOf(page + script.repeat(4), {}, shop)).toBeNull();
  });

  it('plain text too, with a refusing status', () => {
    expect(wallOf('error code: 1020', { status: 403, type: 'text/plain; charset=UTF-8' })).toBe('block Cloudflare');
    expect(wallOf('error code: 1020', { status: 200, type: 'text/plain; charset=UTF-8' })).toBeNull();
  });
});

describe('walls by their head', () => {
  it.each([
    ['challenge Cloudflare', 403, { 'cf-mitigated': 'challenge' }],
    ['challenge AWS WAF', 405, { 'x-amzn-waf-action': 'captcha' }],
    ['challenge Vercel', 429, { 'x-vercel-mitigated': 'challenge' }],
    ['block Vercel', 403, { 'x-vercel-mitigated': 'deny' }],
    ['challenge Kasada', 429, { 'x-kpsdk-ct': '02abc' }],
    ['challenge DataDome', 403, { 'x-datadome': 'protected' }],
    ['challenge DataDome', 403, { 'x-dd-b': '1' }],
    ['block Sucuri', 403, { 'x-sucuri-block': 'BNP005' }],
    ['challenge Alibaba', 200, { bxpunish: '1' }],
    ['challenge DataDome', 403, { 'set-cookie': 'datadome=abc; Max-Age=31536000; Domain=.example.org' }],
    ['block Imperva', 403, { 'set-cookie': 'visid_incap_12=x; expires=Thu, 01 Jan 2026 00:00:00 GMT, incap_ses_1_12=y' }],
    ['block Akamai', 403, { 'set-cookie': 'sid=1, ak_bmsc=x' }],
    ['block Sucuri', 403, { 'set-cookie': 'sucuri_cloudproxy_uuid_0123=x' }],
    ['block HUMAN', 403, { 'set-cookie': '_px3=x' }],
    ['challenge Kasada', 429, { 'set-cookie': 'KP_UIDz=x' }],
  ])('%s, status %i %j', (wall, status, headers) => {
    expect(toldOf(wall, '', { status, headers })).toEqual([wall]);
    expect(wallOf('', { status, headers }, EVERY_SITE)).toBe(wall);
  });

  it.each([
    [
      "Cloudflare's ordinary headers",
      200,
      { 'cf-ray': '9a', server: 'cloudflare', 'cf-cache-status': 'DYNAMIC', 'set-cookie': '__cf_bm=x' },
    ],
    [
      "Cloudflare's ordinary headers on a refusal of the site itself",
      403,
      { 'cf-ray': '9a', server: 'cloudflare', 'set-cookie': '__cf_bm=x' },
    ],
    ["DataDome's ordinary headers", 200, { 'x-datadome': 'protected', 'set-cookie': 'datadome=abc' }],
    ["Kasada's ordinary headers", 200, { 'x-kpsdk-ct': '02abc' }],
    ["Akamai's ordinary cookies", 200, { 'set-cookie': 'ak_bmsc=x, bm_sz=y, _abck=z' }],
    ["Imperva's ordinary headers", 200, { 'x-iinfo': '1-2', 'x-cdn': 'Imperva', 'set-cookie': 'visid_incap_1=x' }],
    ['a header without a value', 403, { 'x-dd-b': '' }],
    ['a cookie named in a value', 403, { 'set-cookie': 'from=datadome' }],
  ])('not by %s', (_, status, headers) => {
    expect(wallOf('', { status, headers }, EVERY_SITE)).toBeNull();
  });

  it('by a title only where it belongs', () => {
    expect(wallOf(SECURITY_MEASURE, { url: 'https://www.ebay.co.uk/itm/1' }, platformOf('ebay'))).toBe('challenge eBay');
    expect(wallOf(SECURITY_MEASURE, { url: 'https://shop.example/security-measure' }, platformOf('ebay'))).toBeNull();
  });

  it.each([
    ['block LinkedIn', 999, 'https://www.linkedin.com/in/x'],
    ['block LinkedIn', 999, 'https://lnkd.in/x'],
    ['block Bilibili', 412, 'https://api.bilibili.com/x'],
    ['block Wildberries', 498, 'https://www.wildberries.ru/x'],
    ['block Walmart', 418, 'https://www.walmart.com/ip/1'],
    ['block Walmart', 520, 'https://www.walmart.com/ip/1'],
    ['block Flipkart', 529, 'https://www.flipkart.com/x'],
    ['challenge Xiaohongshu', 461, 'https://edith.xiaohongshu.com/api/sns/web/v2/comment/page'],
    ['challenge Xiaohongshu', 471, 'https://webapi.rednote.com/api/sns/web/v2/comment/page'],
    ['block Airbnb', 420, 'https://www.airbnb.co.uk/api/v3/x'],
  ])('%s, status %i of %s, and of no other site', (wall, status, url) => {
    const [asker] = askersOf(wall);
    expect(wallOf('', { status, url }, asker)).toBe(wall);
    expect(wallOf('', { status }, asker)).toBeNull();
    expect(wallOf('', { status, url: url.replace(/^https:\/\/(?:\w+\.)?/, 'https://not') }, asker)).toBeNull();
    expect(wallOf('', { status, url }, ANY_SITE)).toBeNull();
  });
});

/** Where a request was led, and by whom. */
const REDIRECTS: readonly (readonly [wall: string | null, from: string, to: string])[] = [
  ['challenge Google', 'https://www.google.com/search?q=x', 'https://www.google.co.uk/sorry/index?continue=x'],
  ['challenge DataDome', 'https://www.yelp.com/biz/x', 'https://geo.captcha-delivery.com/captcha/'],
  ['challenge Radware', 'https://www.example.org/', 'https://validate.perfdrive.com/?ssa=x'],
  ['challenge Amazon', 'https://www.amazon.de/dp/x', 'https://www.amazon.de/errors/validateCaptcha?x'],
  ['challenge Alibaba', 'https://my.lazada.sg/pdp/review', 'https://my.lazada.sg/_____tmd_____/punish?x5secdata=x'],
  ['challenge Walmart', 'https://www.walmart.com/reviews/1', 'https://www.walmart.com/blocked?url=x'],
  ['challenge LinkedIn', 'https://www.linkedin.com/posts/x', 'https://www.linkedin.com/checkpoint/challenge/x'],
  ['challenge Shopee', 'https://shopee.co.id/x', 'https://shopee.co.id/verify/captcha?x'],
  ['challenge Shopee', 'https://shopee.co.id/x', 'https://shopee.co.id/api/v4/anti_fraud/captcha'],
  ['block Shopee', 'https://shopee.co.id/x', 'https://shopee.co.id/verify/traffic/error?type=4'],
  ['challenge Baidu', 'https://tieba.baidu.com/p/1', 'https://wappass.baidu.com/static/captcha/tuxing.html?x'],
  ['challenge Zhihu', 'https://www.zhihu.com/question/1', 'https://www.zhihu.com/account/unhuman?type=x'],
  ['challenge Xiaohongshu', 'https://www.xiaohongshu.com/explore/x', 'https://www.xiaohongshu.com/website-login/captcha?x'],
  ['challenge VK', 'https://vk.com/wall-1_2', 'https://vk.com/challenge.html?hash429=x'],
  ['challenge eBay', 'https://www.ebay.com/itm/1', 'https://www.ebay.com/splashui/captcha?ap=1'],
  ['block eBay', 'https://www.ebay.com/itm/1', 'https://www.ebay.com/splashui/challenge?ap=1'],
  ['challenge Yandex', 'https://market.example.org/x', 'https://market.example.org/showcaptcha?x'],
  ['challenge Anubis', 'https://lemmy.example.org/api', 'https://lemmy.example.org/.within.website/x/cmd/anubis/api/pass-challenge'],
  ['block Mercado Libre', 'https://articulo.mercadolibre.com.ar/x', 'https://www.mercadolibre.com.ar/gz/account-verification?go=x'],
  ['consent Google', 'https://www.google.de/maps/place/x', 'https://consent.google.de/ml?continue=x'],
  ['consent YouTube', 'https://www.youtube.com/watch?v=x', 'https://consent.youtube.com/m?continue=x'],
  ['consent Yahoo', 'https://news.yahoo.com/x', 'https://guce.yahoo.com/consent?brandType=eu'],
  ['consent Yahoo', 'https://news.yahoo.com/x', 'https://consent.yahoo.com/v2/collectConsent?sessionId=x'],
  ['consent Tumblr', 'https://x.tumblr.com/post/1', 'https://www.tumblr.com/privacy/consent?redirect=x'],
  ['consent Meta', 'https://www.facebook.com/x/posts/1', 'https://www.facebook.com/privacy/consent/?flow=user_cookie_choice_v2'],
  ['consent Meta', 'https://www.instagram.com/p/x', 'https://www.instagram.com/consent/?flow=user_cookie_choice_v2'],
  ['consent the site', 'https://www.example.org/x', 'https://consent.example.org/?return=x'],
  ['login LinkedIn', 'https://www.linkedin.com/posts/x', 'https://www.linkedin.com/authwall?trk=x'],
  ['login Instagram', 'https://www.instagram.com/p/x', 'https://www.instagram.com/accounts/login/?next=x'],
  ['login Instagram', 'https://www.instagram.com/p/x', 'https://www.instagram.com/challenge/?next=x'],
  ['login Facebook', 'https://www.facebook.com/x', 'https://www.facebook.com/login.php?next=x'],
  ['login Facebook', 'https://www.facebook.com/x', 'https://www.facebook.com/checkpoint/?next'],
  ['login Amazon', 'https://www.amazon.com/product-reviews/x', 'https://www.amazon.com/ap/signin?openid=x'],
  ['login Google', 'https://docs.google.com/x', 'https://accounts.google.com/ServiceLogin?continue=x'],
  ['login eBay', 'https://www.ebay.de/fdbk/x', 'https://signin.ebay.de/ws/eBayISAPI.dll'],
  ['login Trustpilot', 'https://www.trustpilot.com/review/x?page=11', 'https://www.trustpilot.com/users/connect?redirect=x'],
  ['login Naver', 'https://n.news.naver.com/mnews/article/1/2', 'https://nid.naver.com/nidlogin.login?url=x'],
  ['login Baidu', 'https://tieba.baidu.com/p/1', 'https://passport.baidu.com/v2/?login'],
  ['login Zhihu', 'https://www.zhihu.com/people/x', 'https://www.zhihu.com/signin?next=x'],
  ['login Weibo', 'https://weibo.com/1/x', 'https://passport.weibo.com/visitor/visitor?entry=x'],
  ['login Glassdoor', 'https://www.glassdoor.com/Reviews/x', 'https://www.glassdoor.com/profile/login_input.htm'],
  ['age Reddit', 'https://www.reddit.com/r/x.json', 'https://www.reddit.com/over18?dest=x'],
  ['login the site', 'https://www.example.org/x', 'https://www.example.org/login?next=x'],
  ['login the site', 'https://x.com/u/likes', 'https://x.com/i/flow/login?redirect_after_login=x'],
  ['login the site', 'https://social.example.org/x', 'https://social.example.org/auth/sign_in'],
  ['login the site', 'https://www.example.org/x', 'https://login.example.org/start'],
  [null, 'https://www.example.org/x', 'https://www.example.org/y'],
  [null, 'https://www.google.com/search', 'https://www.notgoogle.com/sorry/index'],
  [null, 'https://www.example.org/login', 'https://www.example.org/login/'],
  [null, 'https://login.example.org/?act=token', 'https://login.example.org/token'],
  [null, 'https://www.reddit.com/r/x/s/y', 'https://www.reddit.com/r/x/comments/1/how_to_login/'],
  [null, 'https://www.example.org/@blogin', 'https://www.example.org/users/blogin'],
  [null, 'https://appsto.re/x', 'https://apps.apple.com/us/app/captcha/id1'],
  [null, 'https://www.example.org/consent', 'https://www.example.org/articles/consent-is-asked'],
];

describe('walls by where a redirect leads', () => {
  it.each(REDIRECTS)('%s: %s -> %s', (wall, from, to) => {
    for (const asker of [...askersOf(wall), EVERY_SITE]) {
      const met = wallAt(new URL(to), new URL(from), asker);
      expect(met === null ? null : `${met.kind} ${met.by}`).toBe(wall);
    }
  });

  it.each(REDIRECTS.filter(([wall]) => wall !== null && isOfSite(wall)))('%s is not looked for elsewhere: %s -> %s', (wall, from, to) => {
    const met = wallAt(new URL(to), new URL(from), ANY_SITE);
    expect(met?.by).not.toBe(nameOf(wall ?? ''));
  });

  it('every sign has an example', () => {
    const targets = REDIRECTS.flatMap(([wall, , to]) => (wall === null ? [] : [new URL(to)]));
    const unseen = [...WALL_ADDRESSES, ...REDIRECT_SIGNS, ...EVERY_SITE.walls.addresses].filter(
      ({ host, path }) => !targets.some((target) => (host?.test(target.hostname) ?? true) && (path?.test(target.pathname) ?? true)),
    );
    expect(unseen).toEqual([]);
  });
});

describe('pages that are none', () => {
  it.each(PLAIN_PAGES)('%s, status %i (%#)', (_, status, html) => {
    expect(wallOf(html, { status }, EVERY_SITE)).toBeNull();
  });

  it("a long page that has a wall's marks somewhere", () => {
    expect(wallOf(`${CHALLENGE_PAGE}${'<p>text</p>'.repeat(10_000)}`, {}, EVERY_SITE)).toBeNull();
  });

  it('JSON with comments that quote walls', () => {
    const quotes = WALL_PAGES.map(([, , body]) => body);
    const texts = [
      ...quotes,
      ...JSON_WALLS.map(([, , body]) => body),
      'https://geo.captcha-delivery.com/captcha/',
      'Access denied',
      'log in',
    ];
    for (const text of texts) {
      for (const status of [200, 404])
        expect(wallOf(JSON.stringify({ comments: [{ text }] }), { status, type: JSON_TYPE }, EVERY_SITE)).toBeNull();
    }
  });

  it('pages with comments that quote walls, as sites escape them', () => {
    const escaped = (text: string): string =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
    const filler = `<p>${'A comment of some length about a thing. '.repeat(60)}</p>`;
    for (const [, , body] of WALL_PAGES) {
      const page = `<html><head><title>Thread</title></head><body><h1>Thread</h1>${filler}<p>${escaped(body)}</p></body></html>`;
      expect(wallOf(page, {}, EVERY_SITE), body).toBeNull();
    }
  });
});

describe('the refusal that a wall is', () => {
  it.each(Object.entries(WALL_CODES))('%s is %s, and says what to do', (kind, code) => {
    const refusal = wallRefusal('www.example.org', { kind: kind as WallKind, by: 'Vendor' });
    expect(refusal).toBeInstanceOf(PlatformRefusal);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(/^www\.example\.org .*\(Vendor\)/);
    expect(refusal.message).toMatch(/your own browser|options\.vpn/);
    expect(wallRefusal('www.example.org', { kind: kind as WallKind, by: 'the site' }).message).not.toContain('(the site)');
  });

  it('every sign names whose it is and where that is written', () => {
    const { addresses, bodies, headers, statuses } = EVERY_SITE.walls;
    const ofVendors = [...HEADER_SIGNS, ...COOKIE_SIGNS, ...WALL_ADDRESSES, ...REDIRECT_SIGNS];
    for (const sign of [...ofVendors, ...bodySignsWith(bodies), ...addresses, ...headers, ...statuses]) {
      expect(sign.by).not.toBe('');
      expect(sign.source.length).toBeGreaterThan(5);
    }
  });
});

describe('walls of single sites', () => {
  it('are known to the platforms that can meet them, and told apart from those of vendors', () => {
    const named = ALL_PLATFORMS.flatMap(({ id, walls = {} }) =>
      Object.values(walls)
        .flat()
        .map(({ by }) => [by, id] as const),
    );
    const { PerimeterX, ...ofSites } = Object.fromEntries(
      Map.groupBy(named, ([by]) => by)
        .entries()
        .map(([by, rows]) => [by, [...new Set(rows.map(([, id]) => id))].toSorted()]),
    );
    expect(ofSites).toEqual(ASKERS);
    expect(PerimeterX).toEqual(['walmart']);
  });
});

/** Whose it is: `block Mercado Libre`. */
function nameOf(wall: string): string {
  return wall.slice(wall.indexOf(' ') + 1);
}

function titleOf(html: string): string {
  return /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
}

function plain(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&#32;/g, ' ')
    .replace(/&#35;/g, '#')
    .replace(/&#46;/g, '.')
    .replace(/\s+/g, ' ')
    .trim();
}
