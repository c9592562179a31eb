import { disqusSimulator } from '#core/platforms/disqus/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [{ url: 'https://blog.example.org/a-post/#disqus_thread', world: () => disqusSimulator({}) }] satisfies readonly OwnExport[];
