import { BUSINESS, yelpSimulator } from '#core/platforms/yelp/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: `https://www.yelp.com/biz/${BUSINESS}`, world: () => yelpSimulator({}) },
  { url: 'https://yelp.to/AbCd', world: () => yelpSimulator({ says: 'little', walled: ['biz'] }) },
] satisfies readonly OwnExport[];
