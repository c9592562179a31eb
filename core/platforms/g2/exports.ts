import { g2Simulator } from '#core/platforms/g2/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [{ url: 'https://www.g2.com/products/a-product/reviews', world: () => g2Simulator({}) }] satisfies readonly OwnExport[];
