import { bestBuySimulator, SKU } from '#core/platforms/bestbuy/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.bestbuy.com/site/a-thing/${SKU}.p`, world: () => bestBuySimulator({ shifts: true }) },
  {
    url: 'https://www.bestbuy.com/product/a-thing/J3ZYG2JC26',
    world: () => bestBuySimulator({ gate: 'without address' }),
  },
] satisfies readonly OwnExport[];
