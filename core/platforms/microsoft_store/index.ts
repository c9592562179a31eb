// Microsoft Store: the call of its web pages for reviews, keyless, else what such a page receives in the browser; the public catalog knows
// which products there are. How the call is sorted is not known: the order is the store's own.
import { type CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform } from '#core/platform-api/define.ts';
import type { Next, Page, TargetParams } from '#core/platform-api/define.ts';
import { knock } from '#core/platform-kit/knock.ts';
import { matcherOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { countriesOf, openStorefronts } from '#core/platform-kit/storefronts.ts';
import { placeAt } from '#core/platforms/microsoft_store/address.ts';
import {
  type CallPage,
  callRequest,
  isNoBrowser,
  lookUp,
  readCall,
  scrollPage,
  type Store,
} from '#core/platforms/microsoft_store/doors.ts';
import type { Session } from '#core/platform-api/session.ts';

type ShortCursor = { readonly door: 'short'; readonly name: string; readonly countries: readonly string[] };
/** The stores still to be read. `found`: one before had the product. */
type OpeningCursor = {
  readonly door: 'opening';
  readonly product: string;
  readonly hl: string;
  readonly countries: readonly string[];
  readonly isOnly: boolean;
  readonly found: boolean;
};
type CallCursor = Store & { readonly door: 'call'; readonly page: number };
type BrowserCursor = Store & { readonly door: 'browser'; readonly skip: number };
type Cursor = ShortCursor | OpeningCursor | CallCursor | BrowserCursor;

const REVIEWS = { type: 'reviews' } as const;
const LANGUAGE = 'en-us';
const COUNTRY = 'us';

const matching = matcherOf(placeAt);

export default definePlatform<Cursor>({
  id: 'microsoft_store',
  name: 'Microsoft Store',
  homepage: 'https://apps.microsoft.com',
  description: 'Reviews of an app or a game in the store of one country or of several.',
  category: 'apps',
  tier: 'all',
  verified: true,
  comparedWith: [],
  targets: [
    {
      name: 'product',
      patterns: [
        'apps.microsoft.com/detail/<product id>',
        'apps.microsoft.com/store/detail/<name>/<product id>',
        'microsoft.com/<locale>/p/<name>/<product id>',
        'microsoft.com/store/productId/<product id>',
        'xbox.com/<locale>/games/store/<name>/<product id>',
        'ms-windows-store://pdp/?ProductId=<product id>',
      ],
      examples: [
        'https://apps.microsoft.com/detail/9wzdncrfj3tj?hl=en-us&gl=US',
        'https://apps.microsoft.com/store/detail/an-app/XP8BT8DW290MPQ',
        'https://www.microsoft.com/de-de/p/an-app/9wzdncrfj3tj?activetab=pivot:overviewtab',
        'https://www.microsoft.com/store/apps/9WZDNCRFJ3TJ',
        'https://www.microsoft.com/store/productId/9WZDNCRFJ3TJ',
        'https://www.xbox.com/en-GB/games/store/a-game/9NBLGGH537BL',
        'ms-windows-store://pdp/?ProductId=9WZDNCRFJ3TJ',
        'ms-windows-store://review/?ProductId=9WZDNCRFJ3TJ',
      ],
      match: matching('product'),
      exports: { own: REVIEWS },
    },
    {
      name: 'short',
      patterns: ['aka.ms/<name>'],
      examples: ['https://aka.ms/an-app'],
      match: matching('short'),
      exports: { own: REVIEWS },
    },
  ],
  options: ['countries'],
  ignores: SELECTORS,
  hosts: ['.microsoft.com', '.xbox.com', 'aka.ms'],
  cookies: { need: 'none', domains: ['.microsoft.com'] },
  transport: 'http',
  pace: { perSecond: 2, concurrency: 2 },

  start({ target, params }, options) {
    const countries = countriesOf(options.countries);
    if (target === 'short') return [{ cursor: { door: 'short', name: params['name'] ?? '', countries }, role: 'page' }];
    return [{ cursor: openingOf(params, countries), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.door === 'call') return callPage(readCall(await session.fetch(callRequest(cursor, cursor.page)), cursor), cursor);
    if (cursor.door === 'browser') return browserPage(cursor, session);
    return openingPage(cursor.door === 'short' ? await behindShortLink(cursor, session) : cursor, session);
  },
});

function openingOf({ product = '', hl = LANGUAGE, gl = COUNTRY }: TargetParams, wanted: readonly string[]): OpeningCursor {
  const countries = wanted.length > 0 ? wanted : [gl];
  return { door: 'opening', product, hl, countries, isOnly: countries.length === 1, found: false };
}

/** @throws PlatformRefusal NOT_FOUND where it leads elsewhere */
async function behindShortLink({ name, countries }: ShortCursor, session: Session): Promise<OpeningCursor> {
  const params = await leadOfShortLink(session, `https://aka.ms/${name}`, (url) => placeAt(url)?.params ?? null);
  if (params?.['product'] === undefined) throw new PlatformRefusal('NOT_FOUND', 'This link leads to no product of the Microsoft Store.');
  return openingOf(params, countries);
}

/** @throws PlatformRefusal NOT_FOUND where no store has the product */
async function openingPage(cursor: OpeningCursor, session: Session): Promise<Page<Cursor>> {
  const { product, hl, countries, isOnly } = cursor;
  const { page, gaps } = await openStorefronts<Cursor>({
    countries,
    open: (gl) => openStore({ product, hl, gl }, isOnly, session),
    further: (country) => ({ ...cursor, countries: [country], found: true }),
  });
  if (page !== null) return page;
  if (cursor.found) return { items: [], gaps };
  const detail = `The Microsoft Store has no product ${product} in ${countries.join(', ')}. Check the address, or choose other countries (options.countries).`;
  throw new PlatformRefusal('NOT_FOUND', detail);
}

/** The first page of the first door that is open; null where the store does not have the product. */
async function openStore(store: Store, isOnly: boolean, session: Session): Promise<Page<Cursor> | null> {
  const call = await knock(session, callRequest(store, 1), (answer) => readCall(answer, store));
  const { exists, ratings } = await lookUp(session, store);
  const isGone = exists === false || (exists === null && 'status' in call && call.status === 404);
  const isEmpty = !('value' in call) || call.value.items.length === 0;
  if (isGone && isEmpty) return null;
  const stated = ratings === null ? {} : { notes: [`The store of "${store.gl}" counts ${ratings} ratings, with and without words.`] };
  const total = isOnly ? { total: ratings } : {};
  const page =
    'value' in call
      ? callPage(call.value, { ...store, door: 'call', page: 1 })
      : await afterShutCall({ ...store, door: 'browser', skip: 0 }, call.refusal, session);
  return { ...page, ...stated, ...total };
}

function callPage({ items, goesOn }: CallPage, cursor: CallCursor): Page<Cursor> {
  const next: Next<Cursor>[] = goesOn ? [{ cursor: { ...cursor, page: cursor.page + 1 }, role: 'page' }] : [];
  return { items, next, door: 'reviews call' };
}

/** @throws `shut`, what the call said, where there is no browser, or its page receives nothing */
async function afterShutCall(cursor: BrowserCursor, shut: CommentdockError, session: Session): Promise<Page<Cursor>> {
  try {
    const page = await browserPage(cursor, session);
    if (page.items.length > 0 || (page.next ?? []).length > 0) return page;
  } catch (error) {
    if (!isNoBrowser(error)) throw error;
  }
  throw shut;
}

async function browserPage(cursor: BrowserCursor, session: Session): Promise<Page<Cursor>> {
  const { items, taken, ended } = await scrollPage(session, cursor, cursor.skip);
  return {
    items,
    next: ended ? [] : [{ cursor: { ...cursor, skip: cursor.skip + taken }, role: 'page' }],
    mayRepeat: true,
    door: 'page, in the browser',
  };
}
