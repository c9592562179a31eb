import { tumblrSimulator } from '#core/platforms/tumblr/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.tumblr.com/owner/788338580402716673', world: () => tumblrSimulator({}) },
  { url: 'https://www.tumblr.com/owner/788338580402716673', selector: 'likes', world: () => tumblrSimulator({}) },
  { url: 'https://www.tumblr.com/owner/788338580402716673', selector: 'shares', world: () => tumblrSimulator({}) },
  { url: 'https://owner.tumblr.com/', world: () => tumblrSimulator({}) },
] satisfies readonly OwnExport[];
