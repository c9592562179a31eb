import { tokopediaSimulator } from '#core/platforms/tokopedia/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.tokopedia.com/a-shop/a-product-1234567890', world: () => tokopediaSimulator({}) },
  { url: 'https://www.tokopedia.com/a-shop/review', world: () => tokopediaSimulator({}) },
] satisfies readonly OwnExport[];
