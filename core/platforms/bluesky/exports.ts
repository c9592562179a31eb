import { blueskySimulator } from '#core/platforms/bluesky/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: 'https://bsky.app/profile/owner.example/post/root',
    world: () => blueskySimulator({ comments: 75, unseen: 1 }),
  },
  {
    url: 'https://bsky.app/profile/owner.example/post/root',
    selector: 'likes',
    world: () => blueskySimulator({ comments: 1 }),
  },
  { url: 'https://bsky.app/profile/owner.example', world: () => blueskySimulator({ comments: 1 }) },
  { url: 'https://bsky.app/profile/owner.example/post/root/quotes', world: () => blueskySimulator({ comments: 1 }) },
  { url: 'https://bsky.app/profile/owner.example/followers', world: () => blueskySimulator({ comments: 1 }) },
] satisfies readonly OwnExport[];
