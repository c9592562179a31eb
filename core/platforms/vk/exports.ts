import { vkSimulator } from '#core/platforms/vk/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://vk.com/wall500_7', world: () => vkSimulator({ comments: 120 }) },
  { url: 'https://vk.com/video1_2', world: () => vkSimulator({}) },
  { url: 'https://vk.com/somename', world: () => vkSimulator({}) },
  { url: 'https://vk.com/somename', selector: 'following', world: () => vkSimulator({ listed: 450 }) },
  { url: 'https://vk.com/wall500_7', selector: 'likes', world: () => vkSimulator({ listed: 1500 }) },
] satisfies readonly OwnExport[];
