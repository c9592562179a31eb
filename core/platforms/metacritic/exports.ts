import { metacriticSimulator } from '#core/platforms/metacritic/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.metacritic.com/game/a-game/', world: () => metacriticSimulator({}) },
  { url: 'https://www.metacritic.com/movie/a-film/critic-reviews/', world: () => metacriticSimulator({}) },
] satisfies readonly OwnExport[];
