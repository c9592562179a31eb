import { PRODUCT, trendyolSimulator } from '#core/platforms/trendyol/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.trendyol.com/a/cat-bed-p-${PRODUCT}`, world: () => trendyolSimulator({}) },
  {
    url: `https://www.trendyol.com/de/a/cat-bed-p-${PRODUCT}/yorumlar`,
    world: () => trendyolSimulator({ refusal: { status: 403, body: 'Forbidden' } }),
  },
  { url: 'https://ty.gl/product', world: () => trendyolSimulator({ reviews: 25 }) },
] satisfies readonly OwnExport[];
