/**
 * google-play-scraper reading the reviews of an app, one request after the other as its interface is made. Its own HTTP goes through the
 * world's proxy by Node's own reading of the environment. It reads everything twice, and the second time counts. A process of its own; prints one JSON line (see reading.ts), and with `--all`
 * the reviews instead.
 *
 *   node test/bench/google-play-scraper-reader.ts APP COUNT [--all]      with HTTPS_PROXY, NODE_USE_ENV_PROXY=1, NODE_EXTRA_CA_CERTS set
 */
import store from 'google-play-scraper';
import { printReading } from '#test/bench/reading.ts';

const [appId = '', count = '150', what] = process.argv.slice(2);
const wish = { appId, sort: store.sort.NEWEST, num: Number(count) };
await store.reviews(wish);
const startedAtMs = performance.now();
const { data } = await store.reviews(wish);
if (what === '--all') process.stdout.write(`${JSON.stringify(data)}\n`);
else printReading(data.length, startedAtMs);
