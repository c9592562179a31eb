import { playStoreSimulator } from '#core/platforms/playstore/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: 'https://play.google.com/store/apps/details?id=com.example.app',
    world: () => playStoreSimulator({ reviews: 500 }),
  },
] satisfies readonly OwnExport[];
