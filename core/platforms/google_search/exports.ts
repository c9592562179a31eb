import { googleSearchSimulator } from '#core/platforms/google_search/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.google.com/search?q=two+words', world: () => googleSearchSimulator({}) },
] satisfies readonly OwnExport[];
