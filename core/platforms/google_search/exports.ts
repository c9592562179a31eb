import { googleSearchSimulator } from '#core/platforms/google_search/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: 'https://www.google.com/search?q=two+words', world: () => googleSearchSimulator({}) },
] satisfies readonly OwnExport[];
