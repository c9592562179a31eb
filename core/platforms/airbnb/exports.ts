import { airbnbSimulator, LISTING } from '#core/platforms/airbnb/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: `https://www.airbnb.com/rooms/${LISTING}`, world: () => airbnbSimulator({}) },
  { url: 'https://abnb.me/cosy', world: () => airbnbSimulator({ isOld: true }) },
] satisfies readonly OwnExport[];
