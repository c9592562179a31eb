import { PLACE_PATH, tripadvisorSimulator } from '#core/platforms/tripadvisor/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.tripadvisor.com${PLACE_PATH}`, world: () => tripadvisorSimulator({}) },
  { url: 'https://tripadvisor.app.link/place', world: () => tripadvisorSimulator({ shape: 'locations' }) },
] satisfies readonly OwnExport[];
