import { describe, expect, it } from 'vitest';
import type { AppStoreReview } from 'app-store-scraper';
import type { GooglePlayReview } from 'google-play-scraper';
import appstore from '#core/platforms/appstore/index.ts';
import type { Json, PlatformDefinition } from '#core/platform-api/define.ts';
import playstore from '#core/platforms/playstore/index.ts';
import { runMeasured } from '#test/bench/measured-process.ts';
import { APP_STORE_FIELDS, compareFields, GOOGLE_PLAY_FIELDS } from '#test/bench/store-fields.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { appStoreSimulator } from '#core/platforms/appstore/simulator.ts';
import { playStoreSimulator } from '#core/platforms/playstore/simulator.ts';
import { startWorld } from '#test/world/world.ts';
import type { Simulator } from '#test/world/simulator.ts';

/** What a peer reads of the simulated store, through the world's proxy, as it was published. */
async function readByPeer(script: string, args: readonly string[], simulator: Simulator): Promise<unknown> {
  await using world = await startWorld({ simulators: [simulator] });
  const env = { ...world.env, NODE_USE_ENV_PROXY: '1' };
  const { output } = await runMeasured({ args: [`test/bench/${script}`, ...args, '--all'], env });
  return JSON.parse(output);
}

const readByUs = async <C extends Json>(platform: PlatformDefinition<C>, url: string, simulator: Simulator, options: RunOptions = {}) =>
  (await readAll(platform, url, [{ match: '', simulator }], options)).items;

describe('the simulated stores, read by others', () => {
  it('app-store-scraper reads the same reviews as we', async () => {
    const simulator = appStoreSimulator({ reviews: 120, countries: ['us', 'jp'] });
    const theirs = (await readByPeer('app-store-scraper-reader.ts', ['123456789', 'us,jp'], simulator)) as AppStoreReview[];
    const ours = await readByUs(appstore, 'https://apps.apple.com/us/app/x/id123456789', simulator, { countries: ['us', 'jp'] });
    expect(ours.map(({ id }) => id)).toEqual(theirs.map(({ id }) => id));
    expect(compareFields(APP_STORE_FIELDS, theirs, ours)).toEqual({
      lacking: 0,
      differing: [],
      beyond: ['author.id', 'likes', 'ratingScale', 'extra.voteCount', 'extra.country'],
    });
  });

  it('google-play-scraper reads the same reviews as we', async () => {
    const simulator = playStoreSimulator({ reviews: 400, stated: 400 });
    const theirs = (await readByPeer('google-play-scraper-reader.ts', ['com.example.app', '1000'], simulator)) as GooglePlayReview[];
    const ours = await readByUs(playstore, 'https://play.google.com/store/apps/details?id=com.example.app', simulator);
    expect(ours.map(({ id }) => id)).toEqual(theirs.map(({ id }) => id));
    expect(compareFields(GOOGLE_PLAY_FIELDS, theirs, ours)).toEqual({ lacking: 0, differing: [], beyond: ['author.id', 'ratingScale'] });
  });
});
