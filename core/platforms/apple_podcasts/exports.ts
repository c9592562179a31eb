import { applePodcastsSimulator } from '#core/platforms/apple_podcasts/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

const SHOW = 'https://podcasts.apple.com/us/podcast/purring-cats/id1200361736';

export default [
  { url: SHOW, world: () => applePodcastsSimulator({ reviews: 120 }) },
  {
    url: 'https://itunes.apple.com/us/podcast/dark-feed/id1200361736',
    world: () => applePodcastsSimulator({ reviews: 50, isFeedDark: true, key: 'script' }),
  },
] satisfies readonly OwnExport[];
