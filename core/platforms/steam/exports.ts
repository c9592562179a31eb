import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://store.steampowered.com/app/10/', world: () => steamSimulator({}) },
  {
    url: 'https://store.steampowered.com/app/10/',
    world: () => steamSimulator({ doors: ['service'], end: 'sameCursor' }),
  },
] satisfies readonly OwnExport[];
