import { ebaySimulator, ITEM } from '#core/platforms/ebay/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.ebay.co.uk/itm/${ITEM}`, world: () => ebaySimulator({}) },
  { url: 'https://ebay.us/store', world: () => ebaySimulator({}) },
  { url: 'https://www.ebay.com/p/240123456', world: () => ebaySimulator({}) },
] satisfies readonly OwnExport[];
