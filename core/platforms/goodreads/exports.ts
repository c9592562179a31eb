import { goodreadsSimulator } from '#core/platforms/goodreads/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.goodreads.com/book/show/7-x', world: () => goodreadsSimulator({}) },
  { url: 'https://www.goodreads.com/book/show/7-x', world: () => goodreadsSimulator({ key: 'da2-another' }) },
  { url: 'https://www.goodreads.com/book/show/7-x', world: () => goodreadsSimulator({ isWalled: true }) },
  { url: 'https://www.goodreads.com/book/isbn/9780132350884', world: () => goodreadsSimulator({}) },
  { url: 'https://goodreads.app.link/book', world: () => goodreadsSimulator({ key: 'none' }) },
] satisfies readonly OwnExport[];
