import { appStoreSimulator } from '#core/platforms/appstore/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://apps.apple.com/us/app/example/id123456789', world: () => appStoreSimulator({ reviews: 160 }) },
  {
    url: 'https://itunes.apple.com/us/app/full-feed/id123456789',
    world: () => appStoreSimulator({ reviews: 520, catalogReviews: 20 }),
  },
] satisfies readonly OwnExport[];
