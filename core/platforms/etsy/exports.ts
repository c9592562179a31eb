import { etsySimulator, LISTING } from '#core/platforms/etsy/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.etsy.com/listing/${LISTING}/a-stand`, world: () => etsySimulator({}) },
  { url: 'https://www.etsy.com/shop/SomeShop', world: () => etsySimulator({ list: 'refuses' }) },
  { url: 'https://etsy.me/listing', world: () => etsySimulator({ hasToken: false }) },
  {
    url: 'https://www.etsy.com/shop/SomeShop',
    cookies: { api_key: 'simulated' },
    world: () => etsySimulator({ reviews: 120 }),
  },
] satisfies readonly OwnExport[];
