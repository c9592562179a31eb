import { microsoftStoreSimulator } from '#core/platforms/microsoft_store/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: 'https://apps.microsoft.com/detail/9wzdncrfj3tj?hl=en-us&gl=US',
    world: () => microsoftStoreSimulator({}),
  },
] satisfies readonly OwnExport[];
