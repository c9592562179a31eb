import { myAnimeListSimulator } from '#core/platforms/myanimelist/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://myanimelist.net/anime/7/x', world: () => myAnimeListSimulator({}) },
  { url: 'https://myanimelist.net/manga/7/x/reviews', world: () => myAnimeListSimulator({ refusesWith: 404 }) },
  { url: 'https://myanimelist.net/reviews.php?id=1003', world: () => myAnimeListSimulator({}) },
] satisfies readonly OwnExport[];
