import { ITEM, mercadoLibreSimulator } from '#core/platforms/mercadolibre/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  {
    url: `https://www.mercadolivre.com.br/noindex/catalog/reviews/${ITEM}`,
    world: () => mercadoLibreSimulator({}),
  },
  { url: 'https://meli.la/item', world: () => mercadoLibreSimulator({ perStars: [302, 0, 1, 0, 16] }) },
] satisfies readonly OwnExport[];
