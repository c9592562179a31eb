import { CODE, instagramSimulator } from '#core/platforms/instagram/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

const INSTAGRAM_SESSION = { sessionid: '42%3Asimulated' };

export default [
  {
    url: `https://www.instagram.com/p/${CODE}/`,
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({ needsToken: true }),
  },
  {
    url: `https://www.instagram.com/reel/${CODE}/`,
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({ calls: 'missing' }),
  },
  { url: `https://www.instagram.com/p/${CODE}/`, world: () => instagramSimulator({}) },
  {
    url: 'https://www.instagram.com/share/reel/BAbCdEf',
    selector: 'likes',
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({}),
  },
  {
    url: 'https://www.instagram.com/owner/',
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({ end: 'sameCursor' }),
  },
  { url: 'https://www.instagram.com/owner/reels/', cookies: INSTAGRAM_SESSION, world: () => instagramSimulator({}) },
  {
    url: 'https://www.instagram.com/owner/reels/?hl=en',
    cookies: INSTAGRAM_SESSION,
    world: () =>
      instagramSimulator({
        reels: 'homeward',
        ids: { PolarisProfileReelsTabContentQuery: '9007' },
        namedBy: 'scripts',
        toStaleIds: 'words',
      }),
  },
  {
    url: 'https://www.instagram.com/owner/',
    selector: 'followers',
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({}),
  },
  {
    url: 'https://www.instagram.com/owner/',
    selector: 'following',
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({}),
  },
  {
    url: 'https://www.instagram.com/owner/following/',
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({ lookUp: false }),
  },
] satisfies readonly OwnExport[];
