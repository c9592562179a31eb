// Apple Podcasts: the keyless feed of customer reviews (JSON, else XML), then the web catalog of the site, whose key stands in its pages,
// then the few reviews of a page. Written from what public clients read, never proven on recorded answers. Fragile: the feed goes dark for
// stretches, without saying so; the catalog's key moves.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import type { Session } from '#core/platform-api/session.ts';
import type { FeedOrder } from '#core/platform-kit/families/apple/feed.ts';
import { countriesOf, openStorefronts } from '#core/platform-kit/storefronts.ts';
import { showAt } from '#core/platforms/apple_podcasts/address.ts';
import { type CatalogCursor, type FeedCursor, nextOfCatalog, nextOfFeed, openStorefront } from '#core/platforms/apple_podcasts/lists.ts';
import { SITE } from '#core/platforms/apple_podcasts/show-page.ts';

/** The storefronts still to be read. The first one that has the show is opened; `found`: another one has it. */
type OpeningCursor = {
  readonly door: 'opening';
  readonly show: string;
  readonly countries: readonly string[];
  readonly order: FeedOrder;
  readonly found: boolean;
};
type Cursor = OpeningCursor | FeedCursor | CatalogCursor;

const DEFAULT_COUNTRY = 'us';

export default definePlatform<Cursor>({
  id: 'apple_podcasts',
  name: 'Apple Podcasts',
  homepage: SITE,
  description: 'Reviews of a podcast in one storefront or in several.',
  category: 'audio',
  recorded: null,
  comparedWith: [{ client: 'app-store-scraper', date: '2020' }],
  withoutTotal: ['reviews'],
  targets: [
    {
      name: 'show',
      patterns: ['podcasts.apple.com/<country>/podcast/<name>/id<digits>', 'itunes.apple.com/<country>/podcast/<name>/id<digits>'],
      examples: [
        'https://podcasts.apple.com/us/podcast/the-daily/id1200361736',
        'https://podcasts.apple.com/de/podcast/the-daily/id1200361736?i=1000700000001&see-all=reviews',
        'https://podcasts.apple.com/podcast/id1200361736',
        'https://itunes.apple.com/gb/podcast/the-daily/id1200361736?mt=2',
      ],
      match: showAt,
      exports: { own: { type: 'reviews' } },
    },
  ],
  written: { schemes: ['itms-podcasts:', 'pcast:'] },
  options: ['countries'],
  sorts: ['new', 'top'],
  hosts: ['podcasts.apple.com', 'itunes.apple.com', 'amp-api.podcasts.apple.com'],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 2, concurrency: 1 },

  start({ params: { show = '', country = DEFAULT_COUNTRY } }, options) {
    const countries = options.countries.length > 0 ? countriesOf(options.countries) : [country];
    const order = options.sort === 'top' ? 'mosthelpful' : 'mostrecent';
    return [{ cursor: { door: 'opening', show, countries, order, found: false }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.door === 'opening') return openingPage(cursor, session);
    return cursor.door === 'feed' ? nextOfFeed(cursor, session) : nextOfCatalog(cursor, session);
  },
});

async function openingPage(cursor: OpeningCursor, session: Session): Promise<Page<Cursor>> {
  const { show, countries, order } = cursor;
  const { page, gaps } = await openStorefronts<Cursor>({
    thing: 'podcast',
    countries,
    open: (country) => openStorefront({ show, country, order }, session),
    further: (country) => ({ ...cursor, countries: [country], found: true }),
  });
  if (page !== null) return page;
  if (cursor.found) return { items: [], gaps };
  throw new PlatformRefusal(
    'NOT_FOUND',
    `Apple Podcasts has no show ${show} in ${countries.join(', ')}. Check the address, or choose other storefronts (options.countries).`,
  );
}
