import { lemmySimulator } from '#core/platforms/lemmy/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://lemmy.example/post/1234567', world: () => lemmySimulator({ comments: 320 }) },
  { url: 'https://lemmy.example/comment/5000002', world: () => lemmySimulator({ api: 'v4' }) },
  { url: 'https://lemmy.example/c/cats', world: () => lemmySimulator({}) },
  { url: 'https://lemmy.example/u/owner', world: () => lemmySimulator({}) },
] satisfies readonly OwnExport[];
