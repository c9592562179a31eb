import { CLIP, kickSimulator, VIDEO } from '#core/platforms/kick/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://kick.com/somebody/videos/${VIDEO}`, world: () => kickSimulator({}) },
  { url: `https://kick.com/somebody/clips/${CLIP}`, world: () => kickSimulator({}) },
  { url: 'https://kick.com/popout/somebody/chat', world: () => kickSimulator({}) },
] satisfies readonly OwnExport[];
