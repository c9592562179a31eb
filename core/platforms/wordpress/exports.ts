import { wordpressSimulator } from '#core/platforms/wordpress/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://wordpress.example/2016/the-post/', world: () => wordpressSimulator() },
  { url: 'https://wordpress.example/?p=60', world: () => wordpressSimulator({ counts: false }) },
  { url: 'https://wordpress.example/', selector: 'tweets', world: () => wordpressSimulator() },
] satisfies readonly OwnExport[];
