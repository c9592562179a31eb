import { ARTICLE, mediumSimulator } from '#core/platforms/medium/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: `https://medium.com/@somebody/a-story-${ARTICLE}`, world: () => mediumSimulator({}) },
  { url: 'https://link.medium.com/AbCdEfGhIj', selector: 'likes', world: () => mediumSimulator({}) },
  { url: 'https://medium.com/@somebody', world: () => mediumSimulator({}) },
  { url: 'https://medium.com/@somebody/followers', world: () => mediumSimulator({}) },
] satisfies readonly OwnExport[];
