import { tiktokSimulator, VIDEO } from '#core/platforms/tiktok/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.tiktok.com/@owner/video/${VIDEO}`, world: () => tiktokSimulator({}) },
  { url: `https://www.tiktok.com/@owner/video/${VIDEO}`, world: () => tiktokSimulator({ plain: false }) },
  { url: 'https://www.tiktok.com/@owner', world: () => tiktokSimulator({}) },
  { url: 'https://www.tiktok.com/@owner', world: () => tiktokSimulator({ plain: false, besideVideos: 'paused' }) },
  { url: 'https://www.tiktok.com/@owner', selector: 'followers', world: () => tiktokSimulator({}) },
] satisfies readonly OwnExport[];
