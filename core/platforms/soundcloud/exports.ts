import { soundcloudSimulator } from '#core/platforms/soundcloud/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://soundcloud.com/somebody/a-track', world: () => soundcloudSimulator({}) },
  { url: 'https://soundcloud.com/somebody/a-track', selector: 'likes', world: () => soundcloudSimulator({}) },
  { url: 'https://soundcloud.com/somebody', world: () => soundcloudSimulator({ refusesTracks: true }) },
] satisfies readonly OwnExport[];
