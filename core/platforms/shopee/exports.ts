import { PRODUCT, SHOP, SHOP_NAME, shopeeSimulator } from '#core/platforms/shopee/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: `https://shopee.co.id/product/${SHOP}/${PRODUCT}`,
    world: () => shopeeSimulator({ ratings: 26, cap: 14 }),
  },
  { url: `https://shopee.co.id/${SHOP_NAME}`, world: () => shopeeSimulator({ ratings: 8 }) },
] satisfies readonly OwnExport[];
