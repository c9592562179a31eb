import { ITEM, taobaoSimulator } from '#core/platforms/taobao_tmall/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://item.taobao.com/item.htm?id=${ITEM}`, world: () => taobaoSimulator({}) },
  { url: 'https://m.tb.cn/h.item', world: () => taobaoSimulator({ mostPages: 2 }) },
] satisfies readonly OwnExport[];
