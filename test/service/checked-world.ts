import type { SimulatedExport } from '#test/world/simulated-export.ts';
import type { Simulator } from '#test/world/simulator.ts';

/** What simulators call what the first example of their platform names: `[in the example, at the simulator]`. */
const NAMES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  aliexpress: [['1005006717259012', '1005001234567890']],
  appstore: [['6448311069', '123456789']],
  bluesky: [
    ['jbgruber.bsky.social', 'owner.example'],
    ['3kbi55xm6u62v', 'root'],
  ],
  discourse: [
    ['meta.discourse.org', 'discourse.example'],
    ['78612', '1000'],
  ],
  g2: [['slack', 'a-product']],
  github: [
    ['PyGithub/PyGithub', 'cats/purr'],
    ['/28', '/7'],
  ],
  gitlab: [
    ['gitlab-org%2Fgitlab', 'cats%2Fpurr'],
    ['gitlab-org/gitlab', 'cats/purr'],
    ['/issues/1', '/issues/7'],
  ],
  gog: [['cyberpunk_2077', 'purring_cats']],
  mastodon: [
    ['mastodon.social', 'social.example'],
    ['austinkocher', 'owner'],
    ['109294719267373593', '1000'],
  ],
  opentable: [['omakaseed-new-york', 'the-cat-london']],
  peertube: [['framatube.org', 'peertube.example']],
  pixelfed: [
    ['pixelfed.social', 'pixelfed.example'],
    ['1234567890123456', '1000'],
    ['dansup', 'owner'],
  ],
  playstore: [['com.google.android.apps.translate', 'com.example.app']],
  soundcloud: [
    ['user-722618400', 'somebody'],
    ['a-real-playa', 'a-track'],
  ],
  stackexchange: [
    ['stackoverflow', 'cooking'],
    ['19059580', '1000'],
  ],
  steam: [['573170', '10']],
  substack: [['karozieminski', 'owner']],
  telegram: [['topwar_official', 'owner_channel']],
  tokopedia: [
    ['liger-official', 'a-shop'],
    ['product-459906903', 'a-product-1234567890'],
  ],
  tumblr: [['mooserific', 'owner']],
  wikipedia: [
    ['Talk:Wikipedia', 'Talk:Cats'],
    ['Talk%3AWikipedia', 'Talk%3ACats'],
  ],
  xiaohongshu: [['AB2ngtDge1SBYqsH8NXPJ25gSUhp6t8636t7_R6HlT7dI', 'ABsimulatedTokenOfTheNote']],
};

/** A simulator of each platform, which answers for the examples of its platform. */
export function exampleWorld(exports: readonly SimulatedExport[]): readonly Simulator[] {
  const first = new Map<string, SimulatedExport>();
  for (const each of exports) if (!first.has(each.platform)) first.set(each.platform, each);
  return [...first.values()].map(({ platform, world }) => underNames(world(), NAMES[platform] ?? []));
}

function underNames(simulator: Simulator, names: readonly (readonly [string, string])[]): Simulator {
  const named = (text: string): string => names.reduce((renamed, [given, own]) => renamed.replaceAll(given, own), text);
  return (request) => simulator({ ...request, url: new URL(named(request.url.href)), body: named(request.body) });
}
