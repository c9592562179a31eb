import { vimeoSimulator } from '#core/platforms/vimeo/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: 'https://vimeo.com/258684937', world: () => vimeoSimulator({ nested: 2 }) },
  { url: 'https://vimeo.com/staff', selector: 'followers', world: () => vimeoSimulator({ tokenLasts: 1 }) },
] satisfies readonly OwnExport[];
