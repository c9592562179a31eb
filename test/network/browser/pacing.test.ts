import { describe, expect, it } from 'vitest';
import { openEngineStore } from '#core/store/store.ts';
import { BROWSER_TEST_MS, LACKING, startBrowserWorld } from '#test/network/browser/browser-world.ts';
import { openPage } from '#test/network/page.ts';
import { ownFolder } from '#test/own.ts';
import { mostIn } from '#test/pace/histogram.ts';
import { SIGNED_HOST, signedSiteSimulator } from '#test/world/simulators/signed-site.ts';
import { inFolder } from '#test/store/in-folder.ts';

const ORIGIN = `https://${SIGNED_HOST}`;
const POST = { url: `${ORIGIN}/post/1`, ready: { global: 'site.signer.ready' } };
const COMMENTS = { url: `${ORIGIN}/api/comments?post=1`, page: POST };
const PER_SECOND = 3;
const ASKED_EACH_WAY = 6;
/** From the permission to the arrival: a page has to be opened, or reached over two processes. */
const JITTER_MS = 700;

describe.skipIf(LACKING !== null)('one budget for plain HTTP and the browser', { timeout: BROWSER_TEST_MS }, () => {
  it('over two starts of the program: no window is exceeded', async () => {
    await using place = await startBrowserWorld([signedSiteSimulator({ comments: 35 })]);
    const dataDir = ownFolder('pacing');
    for (let start = 0; start < 2; start += 1) {
      const store = openEngineStore(inFolder(dataDir));
      try {
        await using page = await openPage({
          config: { ...place.config, pace: 'on' },
          hosts: store.hosts,
          platform: { pace: { perSecond: PER_SECOND, concurrency: 4 }, cookies: { need: 'optional', domains: ['.signed.example'] } },
        });
        const other = page.another();
        const both = Array.from({ length: ASKED_EACH_WAY }, () => [
          page.session.inPage(COMMENTS),
          other.session.fetch({ url: `${ORIGIN}/api/comments?post=2`, accept: 'any' }),
        ]);
        await Promise.all(both.flat());
      } finally {
        store.close();
      }
    }
    // Scripts and styles of a page are its own affair: they come with the page that we asked for.
    const asked = place.world.requests.filter(({ path }) => /^\/(?:post|api)\//.test(path)).map(({ atMs }) => atMs);
    expect(asked).toHaveLength(2 * (2 * ASKED_EACH_WAY + 1));
    for (const seconds of [2, 5, 10]) expect(mostIn(asked, seconds * 1_000 - JITTER_MS)).toBeLessThanOrEqual(seconds * PER_SECOND);
  });
});
