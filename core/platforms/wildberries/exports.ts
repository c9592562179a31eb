import { NM, wildberriesSimulator } from '#core/platforms/wildberries/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: `https://www.wildberries.ru/catalog/${NM}/detail.aspx`,
    world: () => wildberriesSimulator({}),
  },
  {
    url: `https://www.wildberries.ru/catalog/${NM}/detail.aspx`,
    world: () => wildberriesSimulator({ inFile: 20, host: 2 }),
  },
  {
    url: `https://www.wildberries.ru/catalog/${NM}/detail.aspx`,
    world: () => wildberriesSimulator({ inFile: 20, cardRefuses: 403 }),
  },
] satisfies readonly OwnExport[];
