import { pinterestSimulator } from '#core/platforms/pinterest/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://pin.it/1AbCdEfGh', world: () => pinterestSimulator({ nested: 2 }) },
  { url: 'https://www.pinterest.com/somebody/', world: () => pinterestSimulator({}) },
  { url: 'https://www.pinterest.com/somebody/_created/', world: () => pinterestSimulator({}) },
  { url: 'https://www.pinterest.com/somebody/a-board/', world: () => pinterestSimulator({}) },
  { url: 'https://www.pinterest.com/somebody/a-board/a-section/', world: () => pinterestSimulator({}) },
  { url: 'https://www.pinterest.com/somebody/_followers/', world: () => pinterestSimulator({ listed: 120 }) },
] satisfies readonly OwnExport[];
