import { ITEM, mercadoLibreSimulator } from '#core/platforms/mercadolibre/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: `https://www.mercadolivre.com.br/noindex/catalog/reviews/${ITEM}`,
    world: () => mercadoLibreSimulator({}),
  },
  { url: 'https://meli.la/item', world: () => mercadoLibreSimulator({ perStars: [302, 0, 1, 0, 16] }) },
] satisfies readonly OwnExport[];
