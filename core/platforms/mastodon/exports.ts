import { mastodonSimulator } from '#core/platforms/mastodon/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://social.example/@owner/1000', world: () => mastodonSimulator({ comments: 60, unseen: 1 }) },
  { url: 'https://social.example/@owner', world: () => mastodonSimulator({}) },
  { url: 'https://social.example/@owner', selector: 'followers', world: () => mastodonSimulator({}) },
] satisfies readonly OwnExport[];
