import { substackSimulator } from '#core/platforms/substack/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://owner.substack.com/p/a-post', world: () => substackSimulator({}) },
  { url: 'https://substack.com/@owner', world: () => substackSimulator({}) },
  { url: 'https://substack.com/@owner/notes', world: () => substackSimulator({ listed: 60 }) },
  { url: 'https://substack.com/@owner/note/c-131661687', world: () => substackSimulator({ listed: 35 }) },
] satisfies readonly OwnExport[];
