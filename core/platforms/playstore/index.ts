// Google Play: the review call of the store's own page (`batchexecute`, procedure UsvDTd), keyless. Fragile: fields have
// positions instead of names, and an unknown app looks like one without reviews.
import { PlatformRefusal } from '#core/contract/error.ts';
import { SELECTORS, type Sort } from '#core/contract/options.ts';
import { definePlatform, type Page, type TargetParams } from '#core/platform-api/define.ts';
import { GOOGLE_WALLS } from '#core/platform-kit/google.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { countriesOf, openStorefronts } from '#core/platform-kit/storefronts.ts';
import { appOf, shortLinkOf, WRITTEN } from '#core/platforms/playstore/address.ts';
import { askReviews } from '#core/platforms/playstore/call.ts';
import type { OpeningCursor, PlayCursor, Store } from '#core/platforms/playstore/cursor.ts';
import { detailsRequest } from '#core/platforms/playstore/details.ts';
import { firstOf, NEWEST, nextPage, restPage, reviewsPage } from '#core/platforms/playstore/lists.ts';
import type { Session } from '#core/platform-api/session.ts';

const DEFAULT_LANGUAGE = 'en';
const DEFAULT_COUNTRY = 'us';
const SORT_CODES: Readonly<Partial<Record<Sort, number>>> = { new: NEWEST, top: 1, best: 3 };

export default definePlatform<PlayCursor>({
  id: 'playstore',
  name: 'Google Play',
  homepage: 'https://play.google.com',
  description: "Reviews of an app in one language, with the developer's answers.",
  category: 'apps',
  recorded: '2026-07',
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  withoutTotal: ['reviews'],
  targets: [
    {
      name: 'app',
      patterns: [
        'play.google.com/store/apps/details?id=<package>',
        'play.google.com/store/games/details?id=<package>',
        'play.google.com/work/apps/details?id=<package>',
        'market://details?id=<package>',
      ],
      examples: [
        'https://play.google.com/store/apps/details?id=com.google.android.apps.translate',
        'https://play.google.com/store/apps/details/Google_Translate?id=com.google.android.apps.translate&hl=de&gl=AT',
        'https://play.google.com/store/games/details?id=com.supercell.clashofclans',
        'https://play.google.com/work/apps/details?id=com.google.android.gm',
        'https://play.app.goo.gl/?link=https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Dcom.google.android.gm',
        'market://details?id=com.google.android.apps.translate',
        'intent://details?id=com.google.android.apps.translate#Intent;scheme=market;package=com.android.vending;end',
      ],
      match: appOf,
      exports: { own: { type: 'reviews' } },
    },
    {
      name: 'short link',
      patterns: ['g.co/play/<code>'],
      examples: ['https://g.co/play/translate'],
      match: shortLinkOf,
      exports: { own: { type: 'reviews' } },
    },
  ],
  written: WRITTEN,
  options: ['countries'],
  sorts: ['new', 'top', 'best'],
  ignores: SELECTORS,
  hosts: ['play.google.com', 'play.app.goo.gl', 'g.co'],
  walls: GOOGLE_WALLS,
  cookies: { need: 'none', domains: ['.play.google.com'] },
  pace: { perSecond: 4, concurrency: 2 },

  start({ params }, options) {
    const { app = null, short = null, hl = null, gl = null } = params;
    const sort = SORT_CODES[options.sort ?? 'new'] ?? NEWEST;
    const countries = countriesOf(options.countries);
    return [{ cursor: { list: 'opening', app, short, hl, gl, countries, sort, found: false }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'opening') return openingPage(cursor, session);
    return cursor.list === 'reviews' ? nextPage(cursor, session) : restPage(cursor, session);
  },
});

async function openingPage(cursor: OpeningCursor, session: Session): Promise<Page<PlayCursor>> {
  const {
    app = '',
    hl = DEFAULT_LANGUAGE,
    gl = DEFAULT_COUNTRY,
  } = cursor.app === null ? await behind(cursor.short, session) : knownOf(cursor);
  const { countries, sort } = cursor;
  const { page, gaps } = await openStorefronts<PlayCursor>({
    countries: countries.length === 0 ? [gl] : countries,
    open: (gl) => openStore({ app, hl, gl, country: countries.length === 0 ? null : gl, isFurther: cursor.found }, sort, session),
    further: (country) => ({ ...cursor, app, short: null, hl, countries: [country], found: true }),
  });
  if (page !== null) return page;
  if (cursor.found) return { items: [], gaps };
  const stores = countries.length === 0 ? `the store "${gl}"` : `the stores of ${countries.join(', ')}`;
  throw new PlatformRefusal(
    'NOT_FOUND',
    `Google Play has no app ${app} in ${stores}. Check the address, or choose another country (options.countries).`,
  );
}

function knownOf({ app, hl, gl }: OpeningCursor): TargetParams {
  return { app: app ?? '', ...(hl === null ? {} : { hl }), ...(gl === null ? {} : { gl }) };
}

async function behind(short: string | null, session: Session): Promise<TargetParams> {
  const params = await leadOfShortLink(session, short ?? '', appOf);
  if (params !== null) return params;
  throw new PlatformRefusal(
    'NOT_FOUND',
    'The short link does not lead to an app. Open it in a browser and paste the address that it shows.',
  );
}

/** The first page of an app's list; null where the store has no such app. */
async function openStore(store: Store, sort: number, session: Session): Promise<Page<PlayCursor> | null> {
  const cursor = firstOf(store, { sort, score: null }, session.options.limit);
  const found = await askReviews(cursor, session);
  return found.reviews.length === 0 ? emptyPage(store, session) : reviewsPage(found, cursor, session);
}

/** No review at all: the details page tells an app that nobody reviewed from one that does not exist. */
async function emptyPage(store: Store, session: Session): Promise<Page<PlayCursor> | null> {
  const { status } = await session.fetch(detailsRequest(store));
  if (status === 404) return null;
  const isKnown = status >= 200 && status < 300;
  return { items: [], door: 'review call', notes: isKnown ? [] : [`Whether the app exists could not be checked (status ${status}).`] };
}
