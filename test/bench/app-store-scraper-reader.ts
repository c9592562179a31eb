/**
 * app-store-scraper reading the reviews of an app, storefront after storefront and page after page as its interface is made. Its own HTTP
 * goes through the world's proxy by the variables of the environment. It reads everything twice, and the second time counts. A process of its own; prints one JSON line (see reading.ts), and
 * with `--all` the reviews instead.
 *
 *   node test/bench/app-store-scraper-reader.ts APP COUNTRY,COUNTRY... [--all]        with HTTPS_PROXY and NODE_EXTRA_CA_CERTS set
 */
import store, { type AppStoreReview } from 'app-store-scraper';
import { printReading } from '#test/bench/reading.ts';

/** It refuses to ask for a further one. */
const MOST_PAGES = 10;

const [app = '', countries = 'us', what] = process.argv.slice(2);
await readAll();
const startedAtMs = performance.now();
const reviews = await readAll();
if (what === '--all') process.stdout.write(`${JSON.stringify(reviews)}\n`);
else printReading(reviews.length, startedAtMs);

async function readAll(): Promise<AppStoreReview[]> {
  const reviews: AppStoreReview[] = [];
  for (const country of countries.split(',')) {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const found = await store.reviews({ id: app, country, page, sort: store.sort.RECENT });
      if (found.length === 0) break;
      reviews.push(...found);
    }
  }
  return reviews;
}
