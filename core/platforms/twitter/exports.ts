import { POST, twitterSimulator } from '#core/platforms/twitter/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://x.com/owner/status/${POST}`, world: () => twitterSimulator({ unshown: 1 }) },
  {
    url: 'https://x.com/search?q=tea',
    world: () => twitterSimulator({ frontEnd: { form: 'hashes', ids: { SearchTimeline: 'of-tomorrow' } } }),
  },
  { url: 'https://x.com/owner', selector: 'tweets', world: () => twitterSimulator({ end: 'empty' }) },
  { url: 'https://x.com/owner', selector: 'followers', world: () => twitterSimulator({ end: 'sameCursor' }) },
  { url: `https://x.com/owner/status/${POST}/quotes`, world: () => twitterSimulator({ shape: 2024 }) },
] satisfies readonly OwnExport[];
