import { discourseSimulator } from '#core/platforms/discourse/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://discourse.example/t/some-words/1000', world: () => discourseSimulator() },
  { url: 'https://discourse.example/community/t/1000/3', world: () => discourseSimulator({ isMega: true, folder: '/community' }) },
  { url: 'https://discourse.example/t/some-words/1000/2', selector: 'likes', world: () => discourseSimulator() },
  { url: 'https://discourse.example/c/general/5', world: () => discourseSimulator() },
] satisfies readonly OwnExport[];
