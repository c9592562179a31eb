import { stackExchangeSimulator } from '#core/platforms/stackexchange/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: 'https://cooking.stackexchange.com/questions/1000/x', world: () => stackExchangeSimulator({}) },
  { url: 'https://cooking.stackexchange.com/users/77/x', world: () => stackExchangeSimulator({}) },
] satisfies readonly OwnExport[];
