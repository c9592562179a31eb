import { openTableSimulator } from '#core/platforms/opentable/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.opentable.co.uk/r/the-cat-london', world: () => openTableSimulator({}) },
  { url: 'https://www.opentable.com/restaurant/profile/77/reserve', world: () => openTableSimulator({ state: 'object', reviews: 9 }) },
] satisfies readonly OwnExport[];
