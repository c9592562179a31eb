import { FEATURE, googleReviewsSimulator } from '#core/platforms/google_reviews/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.google.com/maps?ftid=${FEATURE}`, world: () => googleReviewsSimulator({}) },
  { url: 'https://maps.app.goo.gl/AbCdEf', world: () => googleReviewsSimulator({ shut: ['search'] }) },
  {
    url: 'https://www.google.com/maps?cid=7',
    world: () => googleReviewsSimulator({ shut: ['search', 'map'] }),
  },
] satisfies readonly OwnExport[];
