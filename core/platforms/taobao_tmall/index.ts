// Taobao and Tmall: the list of reviews of the mobile pages, by the gateway (mtop); where that is refused, in the owner's session, the list of
// the item's page at Tmall's gateway, and what that page asks for by itself. Fragile: nearly everything wants a login and a slider today, and the newer lists are known from code alone.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page, type PastedUrl } from '#core/platform-api/define.ts';
import { ALIBABA_WALLS } from '#core/platform-kit/families/alibaba/walls.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { addressInPage, isOfTaobao, type Kind, placeAt, type Shop } from '#core/platforms/taobao_tmall/address.ts';
import { type BrowserCursor, browserPage } from '#core/platforms/taobao_tmall/browser.ts';
import { type ListCursor, listPage } from '#core/platforms/taobao_tmall/list.ts';
import type { Session } from '#core/platform-api/session.ts';

type ShortCursor = { readonly list: 'short'; readonly address: string };
type Cursor = ListCursor | BrowserCursor | ShortCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;
const WANTS_LOGIN = /^login\.|^passport\./;
const WANTS_SLIDER = /\/_____tmd_____\/|\/punish\b/;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'taobao_tmall',
  name: 'Taobao and Tmall',
  homepage: 'https://www.taobao.com',
  description: 'Reviews of an item.',
  category: 'shop',
  recorded: '2019-08',
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  targets: [
    target(
      'item',
      REVIEWS,
      [
        'item.taobao.com/item.htm?id=<item>',
        'detail.tmall.com/item.htm?id=<item>',
        'world.taobao.com/item/<item>.htm',
        'h5.m.taobao.com/awp/core/detail.htm?id=<item>',
      ],
      [
        'https://item.taobao.com/item.htm?id=521422451240&spm=a21n57.1',
        'https://detail.tmall.com/item.htm?id=521422451240',
        'https://detail.tmall.hk/hk/item.htm?id=521422451240',
        'https://h5.m.taobao.com/awp/core/detail.htm?id=521422451240',
        'https://main.m.taobao.com/detail/index.html?id=521422451240',
        'https://world.taobao.com/item/521422451240.htm',
      ],
    ),
    target('short', REVIEWS, ['m.tb.cn/h.<code>', 'e.tb.cn/h.<code>'], ['https://m.tb.cn/h.AbCdEf1', 'https://e.tb.cn/h.AbCdEf1?tk=x']),
  ],
  hosts: ['.taobao.com', '.tmall.com', '.tmall.hk', '.tb.cn'],
  walls: ALIBABA_WALLS,
  cookies: {
    need: 'optional',
    domains: ['.taobao.com', '.tmall.com', '.tmall.hk'],
    names: ['unb', 'cookie2'],
    login: 'https://login.taobao.com/',
    hint: 'Taobao shows reviews to people who are logged in, mostly. Log in at taobao.com and move the slider where one comes, open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy unb, cookie2, t, _tb_token_, sgcookie and x5sec.',
  },
  pace: { perSecond: 0.5, concurrency: 1 },

  start({ params }) {
    const { address } = params;
    return [{ cursor: address === undefined ? firstOf(params) : { list: 'short', address }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short') return leadPage(cursor.address, session);
    return cursor.list === 'browser' ? browserPage(cursor, session) : listPage(cursor, session);
  },
});

function firstOf({ item = '', shop }: NamedPlace<Kind>['params']): ListCursor {
  const of: Shop = shop === 'tmall' ? 'tmall' : 'taobao';
  return { list: 'reviews', item, shop: of, page: 1 };
}

/** The first page of the item that a short link leads to. @throws PlatformRefusal NOT_FOUND, CAPTCHA, LOGIN_REQUIRED */
async function leadPage(address: string, session: Session): Promise<Page<Cursor>> {
  const place = await leadOfShortLink(session, address, itemBehind, addressInPage);
  if (place === null)
    throw new PlatformRefusal('NOT_FOUND', 'This link leads to no item. Open it in a browser and paste the address that it shows.');
  return listPage(firstOf(place), session);
}

function itemBehind(url: PastedUrl): NamedPlace<Kind>['params'] | null {
  if (!isOfTaobao(url)) throw new PlatformRefusal('NOT_FOUND', `This link leads to ${url.host}, which is neither Taobao nor Tmall.`);
  if (WANTS_LOGIN.test(url.host)) throw new PlatformRefusal('LOGIN_REQUIRED');
  if (WANTS_SLIDER.test(url.path)) throw new PlatformRefusal('CAPTCHA');
  const place = placeAt(url);
  return place?.kind === 'item' ? place.params : null;
}
