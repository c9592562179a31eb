import { aliExpressSimulator, PRODUCT } from '#core/platforms/aliexpress/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.aliexpress.com/item/${PRODUCT}.html`, world: () => aliExpressSimulator({}) },
  { url: 'https://a.aliexpress.com/_product', world: () => aliExpressSimulator({ hasSlider: true }) },
] satisfies readonly OwnExport[];
