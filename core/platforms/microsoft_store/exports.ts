import { microsoftStoreSimulator } from '#core/platforms/microsoft_store/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  {
    url: 'https://apps.microsoft.com/detail/9wzdncrfj3tj?hl=en-us&gl=US',
    world: () => microsoftStoreSimulator({}),
  },
] satisfies readonly OwnExport[];
