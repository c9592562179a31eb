import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/',
    world: () => redditSimulator({ comments: 300, delivered: 10 }),
  },
] satisfies readonly OwnExport[];
