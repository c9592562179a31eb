import { vimeoSimulator } from '#core/platforms/vimeo/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://vimeo.com/258684937', world: () => vimeoSimulator({ nested: 2 }) },
  { url: 'https://vimeo.com/staff', selector: 'followers', world: () => vimeoSimulator({ tokenLasts: 1 }) },
] satisfies readonly OwnExport[];
