import { ITEM, walmartSimulator } from '#core/platforms/walmart/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: `https://www.walmart.com/ip/${ITEM}`, world: () => walmartSimulator({}) },
  { url: 'https://walmrt.us/thing', world: () => walmartSimulator({ statesTexts: false, reviews: 25 }) },
] satisfies readonly OwnExport[];
