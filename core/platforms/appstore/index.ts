// Apple App Store: the keyless customer-review feed (JSON, else XML), then the web catalog of apps.apple.com, which goes deeper
// and carries the developer's answers. Fragile: the feed goes dark for stretches, without saying so.
import { z } from 'zod';
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform } from '#core/platforms/define.ts';
import type { Gap, Next, Page } from '#core/platforms/define.ts';
import { type CatalogPage, catalogRequest, readCatalog } from '#core/platforms/appstore/catalog.ts';
import { type FeedForm, type FeedOrder, type FeedPlace, feedRequest, MOST_FEED_PAGES, readFeed } from '#core/platforms/appstore/feed.ts';
import { appBehind, appOf, shortLinkOf } from '#core/platforms/appstore/url.ts';
import { isRedirect, refusalOf } from '#core/platforms/kit/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platforms/session.ts';

const DEFAULT_COUNTRY = 'us';
const lookupSchema = z.object({ resultCount: z.int() });

/** The storefronts still to be read. The first one that has the app is opened; `found`: one before had it. */
type OpeningCursor = {
  readonly door: 'opening';
  /** Null: only the short link's target tells. */
  readonly app: string | null;
  readonly short: string | null;
  /** Empty: the storefront that the short link's target names. */
  readonly countries: readonly string[];
  readonly order: FeedOrder;
  readonly found: boolean;
};
type FeedCursor = {
  readonly door: 'feed';
  readonly app: string;
  readonly country: string;
  readonly order: FeedOrder;
  readonly form: FeedForm;
  readonly page: number;
};
type CatalogCursor = {
  readonly door: 'catalog';
  readonly app: string;
  readonly country: string;
  readonly offset: number;
  /** Read on top of a full feed: much of it is known, and a refusal is no failure. */
  readonly afterFeed: boolean;
};
type AppStoreCursor = OpeningCursor | FeedCursor | CatalogCursor;

/** A storefront of an app, and the order asked for. */
interface Storefront {
  readonly app: string;
  readonly country: string;
  readonly order: FeedOrder;
}

/** A door that answered 200 in a known form, or what its answer means. */
type Door<T> = { readonly value: T } | { readonly refusal: CommentdockError; readonly status: number };

export default definePlatform<AppStoreCursor>({
  id: 'appstore',
  name: 'Apple App Store',
  homepage: 'https://apps.apple.com',
  description: 'Reviews of an app in one storefront or in several.',
  category: 'apps',
  tier: 'all',
  verified: true,
  targets: [
    {
      name: 'app',
      patterns: [
        'apps.apple.com/<country>/app/<name>/id<digits>',
        'itunes.apple.com/<country>/app/<name>/id<digits>',
        'itunes.apple.com/<country>/review?id=<digits>',
      ],
      examples: [
        'https://apps.apple.com/us/app/chatgpt/id6448311069',
        'https://apps.apple.com/jp/app/id1404176564?see-all=reviews',
        'https://apps.apple.com/app/id310633997',
        'https://itunes.apple.com/de/app/whatsapp-messenger/id310633997?mt=8',
        'https://itunes.apple.com/us/review?id=6448311069&type=Purple%20Software',
        'https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=310633997',
      ],
      match: appOf,
      exports: { own: { type: 'reviews' } },
    },
    {
      name: 'short link',
      patterns: ['apple.co/<code>', 'appsto.re/<country>/<code>.i'],
      examples: ['https://apple.co/3xAmPle', 'https://appsto.re/us/jQDDW.i'],
      match: shortLinkOf,
      exports: { own: { type: 'reviews' } },
    },
  ],
  options: ['countries'],
  sorts: ['new', 'top'],
  cookies: { need: 'none', domains: ['.apple.com'] },
  transport: 'http',
  pace: { perSecond: 4, concurrency: 2 },

  start({ params }, options) {
    const { app = null, short = null, country = short === null ? DEFAULT_COUNTRY : null } = params;
    const wanted =
      options.countries.length > 0 ? [...new Set(options.countries.map((code) => code.toLowerCase()))] : country === null ? [] : [country];
    const order = options.sort === 'top' ? 'mosthelpful' : 'mostrecent';
    return [{ cursor: { door: 'opening', app, short, countries: wanted, order, found: false }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.door === 'opening') return openStorefronts(cursor, session);
    if (cursor.door === 'feed') return feedPage(readFeed(await session.fetch(feedRequest(cursor)), cursor), cursor);
    return cursor.afterFeed
      ? catalogAfterFeed(cursor, session)
      : catalogPage(readCatalog(await session.fetch(catalogRequest(cursor)), cursor), cursor);
  },
});

/** Opens the first storefront that has the app; the others follow as a list of equal right. */
async function openStorefronts(cursor: OpeningCursor, session: Session): Promise<Page<AppStoreCursor>> {
  const { app, countries } =
    cursor.app === null ? await behindShortLink(cursor, session) : { app: cursor.app, countries: cursor.countries };
  const gaps: Gap[] = [];
  for (const [index, country] of countries.entries()) {
    const page = await openStorefront({ app, country, order: cursor.order }, session);
    const left = countries.slice(index + 1);
    if (page === null) {
      gaps.push({ cause: 'notServed', count: 0, note: `The app is not in the storefront "${country}".` });
    } else {
      const others: Next<AppStoreCursor>[] =
        left.length === 0 ? [] : [{ cursor: { ...cursor, app, countries: left, found: true }, role: 'list' }];
      return { ...page, next: [...(page.next ?? []), ...others], gaps: [...gaps, ...(page.gaps ?? [])] };
    }
  }
  if (!cursor.found)
    throw new PlatformRefusal(
      'NOT_FOUND',
      `The App Store has no app ${app} in ${countries.join(', ')}. Check the address, or choose other storefronts (options.countries).`,
    );
  return { items: [], gaps };
}

async function behindShortLink(cursor: OpeningCursor, session: Session): Promise<{ app: string; countries: readonly string[] }> {
  const answer = await session.fetch({ url: cursor.short ?? '', redirect: 'manual', accept: 'any' });
  if (!isRedirect(answer.status) && answer.status !== 200) throw refusalOf(answer);
  const { app, country = DEFAULT_COUNTRY } = appBehind(answer.headers['location'] ?? '') ?? {};
  if (app === undefined)
    throw new PlatformRefusal(
      'NOT_FOUND',
      'The short link does not lead to an app. Open it in a browser and paste the address that it shows.',
    );
  return { app, countries: cursor.countries.length === 0 ? [country] : cursor.countries };
}

/** The first page of the first door that has reviews; no items where the app has none; null where there is no such app. */
async function openStorefront(store: Storefront, session: Session): Promise<Page<AppStoreCursor> | null> {
  /** What the last door said that did not answer 404: nothing to say against it (null), or an error. */
  let lastWord: CommentdockError | null | undefined;
  const keep = (door: Door<unknown>): void => {
    if ('value' in door) lastWord = null;
    else if (door.status !== 404) lastWord = door.refusal;
  };
  for (const form of ['json', 'xml'] as const) {
    const place: FeedPlace = { ...store, form, page: 1 };
    const feed = await knock(session, feedRequest(place), (answer) => readFeed(answer, place));
    keep(feed);
    if ('value' in feed && feed.value.length > 0) return feedPage(feed.value, place);
    if ('value' in feed) break;
  }
  const place = { app: store.app, country: store.country, offset: 0 };
  const catalog = await knock(session, catalogRequest(place), (answer) => readCatalog(answer, place));
  keep(catalog);
  if ('value' in catalog && catalog.value.items.length > 0)
    return catalogPage(catalog.value, { door: 'catalog', ...place, afterFeed: false });
  const lookup = await knock(session, lookupRequest(store), (answer) => answer.json(lookupSchema).resultCount);
  if ('value' in lookup) return lookup.value === 0 ? null : withoutReviews(lastWord);
  keep(lookup);
  if (lastWord instanceof CommentdockError) throw lastWord;
  return lastWord === undefined ? null : withoutReviews(lastWord);
}

/** The app exists. Where a door refused on the way here, the ledger says so. */
function withoutReviews(lastWord: CommentdockError | null | undefined): Page<AppStoreCursor> {
  const gaps: Gap[] = lastWord ? [{ cause: 'blocked', count: 0, note: `No door gave reviews: ${lastWord.code}, ${lastWord.message}` }] : [];
  return { items: [], gaps, door: 'look-up' };
}

/** One request to a door that may be shut. A wire that breaks is no answer: that error is thrown. */
async function knock<T>(session: Session, request: PlatformRequest, read: (answer: Answer) => T): Promise<Door<T>> {
  const answer = await session.fetch({ ...request, accept: 'any' });
  if (answer.status !== 200) return { refusal: refusalOf(answer), status: answer.status };
  try {
    return { value: read(answer) };
  } catch (error) {
    if (error instanceof PlatformChanged) return { refusal: error, status: answer.status };
    throw error;
  }
}

function lookupRequest({ app, country }: Storefront): PlatformRequest {
  return { url: 'https://itunes.apple.com/lookup', query: { id: app, country } };
}

function feedPage(items: Page['items'], { app, country, order, form, page }: FeedPlace): Page<AppStoreCursor> {
  const following: Next<AppStoreCursor> =
    page < MOST_FEED_PAGES
      ? { cursor: { door: 'feed', app, country, order, form, page: page + 1 }, role: 'page' }
      : { cursor: { door: 'catalog', app, country, offset: 0, afterFeed: true }, role: 'page' };
  return {
    items,
    next: items.length === 0 ? [] : [following],
    ...(order === 'mostrecent' ? { dateOrder: 'newestFirst' as const } : {}),
    door: `feed ${form}`,
  };
}

function catalogPage({ items, nextOffset }: CatalogPage, cursor: CatalogCursor): Page<AppStoreCursor> {
  return {
    items,
    next: nextOffset === null ? [] : [{ cursor: { ...cursor, offset: nextOffset }, role: 'page' }],
    ...(cursor.afterFeed ? { mayRepeat: true } : {}),
    door: 'web catalog',
  };
}

async function catalogAfterFeed(cursor: CatalogCursor, session: Session): Promise<Page<AppStoreCursor>> {
  const door = await knock(session, catalogRequest(cursor), (answer) => readCatalog(answer, cursor));
  if ('value' in door) return catalogPage(door.value, cursor);
  const note = `The feed ends after ${MOST_FEED_PAGES} pages, and older reviews were refused: ${door.refusal.code}.`;
  return { items: [], gaps: [{ cause: 'notServed', count: 0, note }] };
}
