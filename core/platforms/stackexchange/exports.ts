import { stackExchangeSimulator } from '#core/platforms/stackexchange/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://cooking.stackexchange.com/questions/1000/x', world: () => stackExchangeSimulator({}) },
  { url: 'https://cooking.stackexchange.com/users/77/x', world: () => stackExchangeSimulator({}) },
] satisfies readonly OwnExport[];
