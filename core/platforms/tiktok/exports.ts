import { tiktokSimulator, VIDEO } from '#core/platforms/tiktok/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: `https://www.tiktok.com/@owner/video/${VIDEO}`, world: () => tiktokSimulator({}) },
  { url: `https://www.tiktok.com/@owner/video/${VIDEO}`, world: () => tiktokSimulator({ plain: false }) },
  { url: 'https://www.tiktok.com/@owner', world: () => tiktokSimulator({}) },
  { url: 'https://www.tiktok.com/@owner', world: () => tiktokSimulator({ plain: false, besideVideos: 'paused' }) },
  { url: 'https://www.tiktok.com/@owner', selector: 'followers', world: () => tiktokSimulator({}) },
] satisfies readonly OwnExport[];
