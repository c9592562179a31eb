import { peertubeSimulator } from '#core/platforms/peertube/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

const VIDEO = 'https://peertube.example/w/9c9de5e8-0a1e-484a-b099-e80766180a6d';

export default [
  { url: VIDEO, world: () => peertubeSimulator() },
  { url: `${VIDEO};threadId=40000`, world: () => peertubeSimulator({ width: 1 }) },
  { url: 'https://peertube.example/a/owner', world: () => peertubeSimulator() },
  { url: 'https://peertube.example/c/films/videos', world: () => peertubeSimulator() },
] satisfies readonly OwnExport[];
