import { metacriticSimulator } from '#core/platforms/metacritic/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: 'https://www.metacritic.com/game/a-game/', world: () => metacriticSimulator({}) },
  { url: 'https://www.metacritic.com/movie/a-film/critic-reviews/', world: () => metacriticSimulator({}) },
] satisfies readonly OwnExport[];
