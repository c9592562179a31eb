import { dailymotionSimulator } from '#core/platforms/dailymotion/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.dailymotion.com/video/x8abcde', world: () => dailymotionSimulator({}) },
  {
    url: 'https://www.dailymotion.com/somebody',
    selector: 'followers',
    world: () => dailymotionSimulator({ followers: 130 }),
  },
] satisfies readonly OwnExport[];
