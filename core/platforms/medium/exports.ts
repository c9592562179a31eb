import { ARTICLE, mediumSimulator } from '#core/platforms/medium/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://medium.com/@somebody/a-story-${ARTICLE}`, world: () => mediumSimulator({}) },
  { url: 'https://link.medium.com/AbCdEfGhIj', selector: 'likes', world: () => mediumSimulator({}) },
  { url: 'https://medium.com/@somebody', world: () => mediumSimulator({}) },
  { url: 'https://medium.com/@somebody/followers', world: () => mediumSimulator({}) },
] satisfies readonly OwnExport[];
