import { ITEM, lazadaSimulator } from '#core/platforms/lazada/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.lazada.com.my/products/chair-i${ITEM}-s1.html`, world: () => lazadaSimulator({}) },
  { url: 'https://s.lazada.com.my/s.page', world: () => lazadaSimulator({ reviews: 25 }) },
] satisfies readonly OwnExport[];
