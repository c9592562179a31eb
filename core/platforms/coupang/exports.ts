import { coupangSimulator, PRODUCT } from '#core/platforms/coupang/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.coupang.com/vp/products/${PRODUCT}`, world: () => coupangSimulator({}) },
  {
    url: `https://www.tw.coupang.com/products/a-thing-${PRODUCT}`,
    world: () => coupangSimulator({ schema: 'newer' }),
  },
  { url: 'https://link.coupang.com/a/product', world: () => coupangSimulator({ hasApi: false, perStars: [8] }) },
] satisfies readonly OwnExport[];
