import { COURSE, SLUG, udemySimulator } from '#core/platforms/udemy/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.udemy.com/course/${SLUG}/?couponCode=CATS`, world: () => udemySimulator({}) },
  { url: `https://www.udemy.com/course/${COURSE}/`, world: () => udemySimulator({ reviews: 25 }) },
  { url: `https://www.udemy.com/course/${SLUG}/#reviews`, world: () => udemySimulator({ page: 'silent' }) },
] satisfies readonly OwnExport[];
