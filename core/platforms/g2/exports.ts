import { g2Simulator } from '#core/platforms/g2/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [{ url: 'https://www.g2.com/products/a-product/reviews', world: () => g2Simulator({}) }] satisfies readonly OwnExport[];
