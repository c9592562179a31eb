import { disqusSimulator } from '#core/platforms/disqus/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [{ url: 'https://blog.example.org/a-post/#disqus_thread', world: () => disqusSimulator({}) }] satisfies readonly OwnExport[];
