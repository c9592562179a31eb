import { FILM, letterboxdSimulator } from '#core/platforms/letterboxd/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://letterboxd.com/film/${FILM}/`, world: () => letterboxdSimulator({}) },
  {
    url: `https://letterboxd.com/film/${FILM}/reviews/by/activity/`,
    world: () => letterboxdSimulator({}),
  },
  { url: 'https://boxd.it/film', world: () => letterboxdSimulator({ hasFullTexts: false }) },
  { url: 'https://letterboxd.com/somebody/', world: () => letterboxdSimulator({ markup: 2024 }) },
  { url: 'https://letterboxd.com/somebody/', selector: 'following', world: () => letterboxdSimulator({}) },
] satisfies readonly OwnExport[];
