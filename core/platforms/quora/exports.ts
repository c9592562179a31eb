import { quoraSimulator } from '#core/platforms/quora/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.quora.com/What-is-it', world: () => quoraSimulator({}) },
  { url: 'https://www.quora.com/What-is-it/answer/Some-Body-1', world: () => quoraSimulator({ comments: 35 }) },
  { url: 'https://www.quora.com/profile/Some-Body-1', world: () => quoraSimulator({}) },
] satisfies readonly OwnExport[];
