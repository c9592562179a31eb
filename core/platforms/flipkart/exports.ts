import { flipkartSimulator, ITEM, PID } from '#core/platforms/flipkart/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: `https://www.flipkart.com/a-phone/p/${ITEM}?pid=${PID}`,
    world: () => flipkartSimulator({}),
  },
  { url: 'https://fkrt.it/phone', world: () => flipkartSimulator({ reviews: 48, mostPages: 2, hasBar: false }) },
  { url: 'https://dl.flipkart.com/s/phone', world: () => flipkartSimulator({ site: 'shell' }) },
] satisfies readonly OwnExport[];
