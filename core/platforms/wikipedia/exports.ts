import { wikipediaSimulator } from '#core/platforms/wikipedia/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://en.wikipedia.org/w/index.php?title=Cats&action=history', world: () => wikipediaSimulator() },
  { url: 'https://en.wikipedia.org/wiki/Cats', world: () => wikipediaSimulator() },
  { url: 'https://en.wikipedia.org/wiki/Special:Contributions/Somebody', world: () => wikipediaSimulator() },
] satisfies readonly OwnExport[];
