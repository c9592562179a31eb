import { glassdoorSimulator } from '#core/platforms/glassdoor/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: 'https://www.glassdoor.com/Reviews/The-Shop-Reviews-E7853.htm',
    world: () => glassdoorSimulator({ german: 5 }),
  },
  {
    url: 'https://www.glassdoor.com/Reviews/The-Shop-Reviews-E7853.htm',
    world: () => glassdoorSimulator({ german: 15, countsPages: false }),
  },
] satisfies readonly OwnExport[];
