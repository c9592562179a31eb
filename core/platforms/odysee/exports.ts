import { CLAIM, odyseeSimulator } from '#core/platforms/odysee/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://odysee.com/@Somebody:c/a-video:${CLAIM}`, world: () => odyseeSimulator({}) },
  { url: 'https://odysee.com/@Somebody:c/a-video:d', selector: 'live', world: () => odyseeSimulator({}) },
  {
    url: 'https://odysee.com/@Somebody:c/a-video:d',
    selector: 'likes',
    world: () => odyseeSimulator({ comments: 60 }),
  },
] satisfies readonly OwnExport[];
