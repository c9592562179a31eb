import { BUSINESS, yelpSimulator } from '#core/platforms/yelp/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.yelp.com/biz/${BUSINESS}`, world: () => yelpSimulator({}) },
  { url: 'https://yelp.to/AbCd', world: () => yelpSimulator({ says: 'little', walled: ['biz'] }) },
] satisfies readonly OwnExport[];
