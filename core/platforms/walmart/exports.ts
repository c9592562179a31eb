import { ITEM, walmartSimulator } from '#core/platforms/walmart/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.walmart.com/ip/${ITEM}`, world: () => walmartSimulator({}) },
  { url: 'https://walmrt.us/thing', world: () => walmartSimulator({ statesTexts: false, reviews: 25 }) },
] satisfies readonly OwnExport[];
