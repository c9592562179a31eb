import { airbnbSimulator, LISTING } from '#core/platforms/airbnb/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.airbnb.com/rooms/${LISTING}`, world: () => airbnbSimulator({}) },
  { url: 'https://abnb.me/cosy', world: () => airbnbSimulator({ isOld: true }) },
] satisfies readonly OwnExport[];
