import { amazonSimulator } from '#core/platforms/amazon/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: 'https://www.amazon.com/dp/B000000001',
    cookies: { 'session-id': '1-simulated' },
    world: () => amazonSimulator({ paging: 'button' }),
  },
  {
    url: 'https://www.amazon.de/product-reviews/B000000001',
    cookies: { 'session-id': '1' },
    world: () => amazonSimulator({}),
  },
  { url: 'https://a.co/d/1a2B3c4', world: () => amazonSimulator({ layout: 'new' }) },
] satisfies readonly OwnExport[];
