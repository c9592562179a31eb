// Apple App Store: the keyless customer-review feed (JSON, else XML), then the web catalog of apps.apple.com, which goes deeper
// and carries the developer's answers. Fragile: the feed goes dark for stretches, without saying so.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { AppStoreCursor, OpeningCursor } from '#core/platforms/appstore/cursor.ts';
import { nextOfCatalog, nextOfFeed, ratingsPage } from '#core/platforms/appstore/lists.ts';
import { openStorefront } from '#core/platforms/appstore/opening.ts';
import { appBehind, appOf, shortLinkOf } from '#core/platforms/appstore/url.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { isRedirect, refusalOf } from '#core/platform-api/refusal.ts';
import { countriesOf, openStorefronts } from '#core/platform-kit/storefronts.ts';
import type { Session } from '#core/platform-api/session.ts';

const DEFAULT_COUNTRY = 'us';

export default definePlatform<AppStoreCursor>({
  id: 'appstore',
  name: 'Apple App Store',
  homepage: 'https://apps.apple.com',
  description: 'Reviews of an app in one storefront or in several.',
  category: 'apps',
  recorded: '2026-10',
  comparedWith: [{ client: 'scrapfly-scrapers', date: '2026-08-20' }],
  withoutTotal: ['reviews'],
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
  written: { schemes: ['itms-apps:'] },
  options: ['countries'],
  sorts: ['new', 'top'],
  hosts: ['.apple.com', 'apple.co', 'appsto.re'],
  cookies: { need: 'none', domains: ['.apple.com'] },
  pace: { perSecond: 4, concurrency: 2 },

  start({ params }, options) {
    const { app = null, short = null, country = short === null ? DEFAULT_COUNTRY : null } = params;
    const wanted = options.countries.length > 0 ? countriesOf(options.countries) : country === null ? [] : [country];
    const order = options.sort === 'top' ? 'mosthelpful' : 'mostrecent';
    return [{ cursor: { door: 'opening', app, short, countries: wanted, order, found: false }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.door === 'opening') return openingPage(cursor, session);
    if (cursor.door === 'feed') return nextOfFeed(cursor, session);
    return cursor.door === 'catalog' ? nextOfCatalog(cursor, session) : ratingsPage(cursor, session);
  },
});

async function openingPage(cursor: OpeningCursor, session: Session): Promise<Page<AppStoreCursor>> {
  const { app, countries } =
    cursor.app === null ? await behindShortLink(cursor, session) : { app: cursor.app, countries: cursor.countries };
  const { order } = cursor;
  const { page, gaps } = await openStorefronts<AppStoreCursor>({
    countries,
    open: (country) => openStorefront({ app, country, order }, session),
    further: (country) => ({ ...cursor, app, short: null, countries: [country], found: true }),
  });
  if (page !== null) return page;
  if (cursor.found) return { items: [], gaps };
  throw new PlatformRefusal(
    'NOT_FOUND',
    `The App Store has no app ${app} in ${countries.join(', ')}. Check the address, or choose other storefronts (options.countries).`,
  );
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
