import { AV, bilibiliSimulator } from '#core/platforms/bilibili/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.bilibili.com/bangumi/play/ep123', world: () => bilibiliSimulator({ key: 'none' }) },
  { url: `https://www.bilibili.com/video/av${AV}`, world: () => bilibiliSimulator({}) },
  { url: 'https://www.bilibili.com/opus/11', world: () => bilibiliSimulator({ doors: ['page'], key: 'none' }) },
  { url: 'https://space.bilibili.com/9', selector: 'followers', world: () => bilibiliSimulator({}) },
  {
    url: 'https://space.bilibili.com/9',
    selector: 'following',
    world: () => bilibiliSimulator({ wantsDevice: true }),
  },
  { url: 'https://live.bilibili.com/123', selector: 'live', world: () => bilibiliSimulator({}) },
] satisfies readonly OwnExport[];
