import { imdbSimulator, REVIEW } from '#core/platforms/imdb/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.imdb.com/title/tt7/', world: () => imdbSimulator({}) },
  { url: 'https://www.imdb.com/title/tt7/reviews/', world: () => imdbSimulator({ api: 'refuses the query' }) },
  { url: 'https://imdb.to/title', world: () => imdbSimulator({ reviews: 60 }) },
  { url: `https://www.imdb.com/review/${REVIEW}/`, world: () => imdbSimulator({}) },
] satisfies readonly OwnExport[];
