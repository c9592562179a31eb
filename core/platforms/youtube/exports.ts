import { youtubeSimulator } from '#core/platforms/youtube/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    world: () => youtubeSimulator({ comments: 60, repliesEvery: 2, repliesPerThread: 14 }),
  },
  {
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&pp=later',
    world: () => youtubeSimulator({ comments: 25, repliesEvery: 5, continuations: 'viewModel', knowsVisitors: true }),
  },
] satisfies readonly OwnExport[];
