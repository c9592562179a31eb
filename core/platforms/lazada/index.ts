// Lazada and Daraz (one software, ten countries): the list of reviews that product pages ask for, without a login.
// Fragile: a slider, or any other page instead of JSON, for addresses that ask much; placeholder rows; dates that may be relative.
import { IncompleteAnswer, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Gap, type Page, type PastedUrl } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import { isWebPage } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { readAlibaba, refusalByCode } from '#core/platform-kit/families/alibaba/answer.ts';
import { ALIBABA_WALLS } from '#core/platform-kit/families/alibaba/walls.ts';
import { isHost } from '#core/platform-kit/host.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { countSchema, readWire } from '#core/platform-kit/wire.ts';
import { reviewItem, reviewSchema } from '#core/platforms/lazada/review.ts';
import { z } from 'zod';

type Kind = 'product' | 'short';

/** The sites, and the language that each writes dates in. */
const SITES: Readonly<Record<string, string>> = {
  'lazada.com.my': 'en',
  'lazada.sg': 'en',
  'lazada.co.th': 'th',
  'lazada.vn': 'vi',
  'lazada.co.id': 'id',
  'lazada.com.ph': 'en',
  'daraz.pk': 'en',
  'daraz.com.bd': 'en',
  'daraz.lk': 'en',
  'daraz.com.np': 'en',
};

const ITEM = /(?:^|-)i(\d+)(?:-s\d+)?\.html$/;

/** First labels of the hosts of short links and of links shared by the app. */
const SHORT = /^(?:s|c|pages|click)\./;
const ADDRESS_IN_PAGE = /https?:\/\/[\w.-]*\b(?:lazada|daraz)\.[a-z.]{2,6}\/(?:products\/)?[^\s"'<>\\?#:]*?\bi\d+(?:-s\d+)?\.html/;

type ListCursor = { readonly list: 'reviews'; readonly item: string; readonly site: string; readonly page: number };

const PER_PAGE = 20;
const BY_RELEVANCE = 0;
const BY_DATE = 1;
const ALL = 0;

const answerSchema = z.object({
  success: z.boolean().nullish(),
  model: z
    .object({
      items: rowsOf(reviewSchema).nullish(),
      paging: z.object({ totalItems: countSchema.nullish(), totalPages: countSchema.nullish() }).nullish(),
    })
    .nullish(),
});

type ShortCursor = { readonly list: 'short'; readonly address: string };

type Cursor = ListCursor | ShortCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'lazada',
  name: 'Lazada',
  homepage: 'https://www.lazada.com',
  description: 'Reviews of a product on Lazada or Daraz, in any of their countries.',
  category: 'shop',
  recorded: '2026-06',
  comparedWith: [{ client: 'an unnamed client', date: '2026-08' }],
  targets: [
    target(
      'product',
      REVIEWS,
      [
        'lazada.<country>/products/<name>-i<item>-s<variant>.html',
        'lazada.<country>/products/-i<item>.html',
        'daraz.<country>/products/<name>-i<item>.html',
      ],
      [
        'https://www.lazada.com.my/products/office-chair-i2345678901-s9876543210.html',
        'https://www.lazada.sg/products/pdp-i301234567-s1234567890.html?spm=a2o42.searchlist',
        'https://www.lazada.co.th/products/-i2345678901.html',
        'https://www.lazada.vn/products/i2345678901-s9876543210.html',
        'https://www.lazada.co.id/products/kursi-i2345678901.html',
        'https://www.lazada.com.ph/products/chair-i2345678901.html',
        'https://www.daraz.pk/products/chair-i123456789-s1234567890.html',
        'https://www.daraz.com.bd/products/chair-i123456789.html',
        'https://www.daraz.lk/products/chair-i123456789.html',
        'https://www.daraz.com.np/products/chair-i123456789.html',
      ],
    ),
    target(
      'short',
      REVIEWS,
      ['s.lazada.<country>/s.<code>', 'c.lazada.<country>/t/c.<code>', 'pages.lazada.<country>/...'],
      [
        'https://s.lazada.com.my/s.AbCdE',
        'https://c.lazada.co.th/t/c.AbCdE',
        'https://pages.lazada.sg/wow/i/sg/share?code=1',
        'https://s.daraz.pk/s.AbCdE',
      ],
    ),
  ],
  sorts: ['new'],
  hasOwnOrder: true,
  hosts: Object.keys(SITES).map((site) => `.${site}`),
  walls: ALIBABA_WALLS,
  cookies: {
    need: 'optional',
    domains: Object.keys(SITES).map((site) => `.${site}`),
    hint: 'Not needed. Where Lazada asks for its slider: move it on the site of your country in your own browser, then open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy x5sec.',
  },
  whenRefused: 'browser',
  pace: { perSecond: 1, concurrency: 1 },

  start({ params }) {
    const { address, item = '', site = '' } = params;
    return [{ cursor: address === undefined ? { list: 'reviews', item, site, page: 1 } : { list: 'short', address }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    return cursor.list === 'short' ? leadPage(cursor.address, session) : reviewsPage(cursor, session);
  },
});

/** The first page of the product that a short link leads to. @throws PlatformRefusal NOT_FOUND */
async function leadPage(address: string, session: Session): Promise<Page<Cursor>> {
  const place = await leadOfShortLink(
    session,
    address,
    (url) => {
      const found = placeAt(url);
      return found?.kind === 'product' ? found.params : null;
    },
    productAddressIn,
  );
  if (place === null)
    throw new PlatformRefusal('NOT_FOUND', 'This link leads to no product. Open it in a browser and paste the address that it shows.');
  return reviewsPage({ list: 'reviews', item: place['item'] ?? '', site: place['site'] ?? '', page: 1 }, session);
}

/** What an address names. A short link is one only as long as no number of a product stands in it. */
function placeAt(url: PastedUrl): NamedPlace<Kind> | null {
  const site = Object.keys(SITES).find((candidate) => isHost(url, candidate));
  if (site === undefined) return null;
  const inQuery = url.query.get('itemId') ?? '';
  const item = ITEM.exec(url.segments.at(-1) ?? '')?.[1] ?? (/^\d+$/.test(inQuery) ? inQuery : undefined);
  if (item !== undefined) return { kind: 'product', params: { item, site } };
  return SHORT.test(url.host) && url.segments.length > 0 ? { kind: 'short', params: { address: url.href } } : null;
}

/** The address of a product that a page leads on to; null where it names none. */
function productAddressIn(html: string): string | null {
  return ADDRESS_IN_PAGE.exec(html.replaceAll('\\/', '/'))?.[0] ?? null;
}

/**
 * A page of the reviews of a product.
 * @throws CommentdockError CAPTCHA, LOGIN_REQUIRED, BLOCKED, RATE_LIMITED, NETWORK, PLATFORM_CHANGED
 */
async function reviewsPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const { item, site, page } = cursor;
  const answer = await session.fetch({
    url: `https://my.${site}/pdp/review/getReviewList`,
    query: {
      itemId: item,
      pageSize: PER_PAGE,
      filter: ALL,
      sort: session.options.sort === 'new' ? BY_DATE : BY_RELEVANCE,
      pageNo: page,
    },
    headers: { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest', referer: `https://www.${site}/products/-i${item}.html` },
    accept: 'any',
  });
  const { items, paging } = modelOf(answer);
  const total = paging?.totalItems ?? null;
  const pages = paging?.totalPages ?? null;
  if (items.length === 0 && page === 1 && (total ?? 0) > 0 && pages !== 0)
    throw new IncompleteAnswer(`Lazada counts ${total} reviews and shows none.`);
  const rows = items.filter((row) => row.rating !== 0);
  const setting = { language: SITES[site] ?? 'en', fetchedAt: answer.fetchedAt };
  return {
    items: readRows(rows, 'model.items', (row) => reviewItem(row, setting)),
    next: items.length === 0 || (pages !== null && page >= pages) ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...(page === 1 ? { total } : {}),
    gaps: gapsOf(items.length - rows.length, items.length === 0 && page > 1 && pages !== null && page <= pages ? page : null),
    door: 'review list',
  };
}

function gapsOf(placeholders: number, emptyPage: number | null): readonly Gap[] {
  const gaps: Gap[] = [];
  if (placeholders > 0)
    gaps.push({ cause: 'notServed', count: placeholders, note: 'Rows without a rating stand in for reviews that are not shown.' });
  if (emptyPage !== null)
    gaps.push({ cause: 'notServed', count: 0, note: `Lazada shows nothing from page ${emptyPage} on, though it counts more.` });
  return gaps;
}

function modelOf(answer: Answer) {
  const read = readList(answer);
  if (read.code !== null && read.code !== 'SUCCESS') throw refusalByCode(read);
  const { success, model } = readWire(answerSchema, read.body, '');
  if (success === false) throw new PlatformChanged('success', 'Lazada refuses the call. An update of Commentdock may be needed.');
  if (model == null || (model.items == null && model.paging == null)) throw new PlatformChanged('model');
  return { items: model.items ?? [], paging: model.paging };
}

/** @throws PlatformRefusal BLOCKED where a page stands in the place of the list, as for those who ask too much */
function readList(answer: Answer) {
  try {
    return readAlibaba(answer);
  } catch (error) {
    if (!(error instanceof PlatformChanged) || answer.status !== 200 || !isWebPage(answer)) throw error;
    throw new PlatformRefusal(
      'BLOCKED',
      'Lazada answers with a web page in the place of the list, as it does where one asks too much. Wait some hours, or choose another route (options.vpn).',
    );
  }
}
