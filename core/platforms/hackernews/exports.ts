import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://news.ycombinator.com/item?id=1000000', world: () => hackerNewsSimulator({ comments: 40 }) },
  {
    url: 'https://news.ycombinator.com/item?id=1000000',
    world: () => hackerNewsSimulator({ comments: 40, doors: ['firebase'] }),
  },
] satisfies readonly OwnExport[];
