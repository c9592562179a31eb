import { itchIoSimulator } from '#core/platforms/itch_io/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

const world = () => itchIoSimulator({ threads: 14, perPage: 8 });

export default [
  { url: 'https://cattrigger.itch.io/alchemy-and-cake', world },
  { url: 'https://cattrigger.itch.io/alchemy-and-cake/devlog/550123/demo-is-now-live', world },
  { url: 'https://itch.io/post/7999900', world },
] satisfies readonly OwnExport[];
