import { gogSimulator } from '#core/platforms/gog/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.gog.com/en/game/purring_cats', world: () => gogSimulator({ mostPerPage: 10 }) },
  {
    url: 'https://www.gog.com/game/purring_cats',
    world: () => gogSimulator({ refusal: { status: 403, body: { message: 'Forbidden' } } }),
  },
] satisfies readonly OwnExport[];
