import { productHuntSimulator } from '#core/platforms/producthunt/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.producthunt.com/posts/a-launch', world: () => productHuntSimulator({}) },
  {
    url: 'https://www.producthunt.com/posts/a-launch',
    selector: 'likes',
    cookies: { developer_token: 'good' },
    world: () => productHuntSimulator({}),
  },
  { url: 'https://www.producthunt.com/products/a-product', world: () => productHuntSimulator({}) },
  { url: 'https://www.producthunt.com/@somebody/followers', world: () => productHuntSimulator({}) },
] satisfies readonly OwnExport[];
