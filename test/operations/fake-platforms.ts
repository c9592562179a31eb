import { isHost } from '#core/platform-kit/host.ts';
import { definePlatform, type PlatformDefinition, type Target } from '#core/platform-api/define.ts';
import { platformRegistry, type PlatformRegistry } from '#core/platforms/registry.ts';

const noRequests = {
  start: () => [],
  fetchPage: () => Promise.reject(new Error('a made-up platform fetches nothing')),
};

function targetOn(domain: string, path: RegExp, target: Omit<Target, 'match'>): Target {
  return {
    ...target,
    match(url) {
      const found = isHost(url, domain) ? path.exec(url.path) : null;
      return found ? { key: found[1] ?? '' } : null;
    },
  };
}

/** A video site: comments without an option, a live chat with one, and a kind of URL that needs an option. */
export const tubular = definePlatform({
  id: 'tubular',
  name: 'Tubular',
  homepage: 'https://www.tubular.com',
  description: 'Comments and live chat of videos.',
  category: 'video',
  tier: 'major',
  recorded: '2026-08-20',
  comparedWith: [],
  targets: [
    targetOn('tubular.com', /^\/watch\/(\w+)$/, {
      name: 'video',
      patterns: ['tubular.com/watch/<id>'],
      examples: ['https://www.tubular.com/watch/abc'],
      exports: { own: { type: 'comments' }, live: { type: 'live_chat' }, likes: { type: 'likes' } },
    }),
    targetOn('tubular.com', /^\/channel\/(\w+)\/live$/, {
      name: 'stream',
      patterns: ['tubular.com/channel/<id>/live'],
      examples: ['https://www.tubular.com/channel/abc/live'],
      exports: { live: { type: 'live_chat' } },
    }),
  ],
  options: ['replies'],
  sorts: ['top', 'new'],
  ignores: ['tweets'],
  hosts: [],
  cookies: { need: 'optional', domains: ['.tubular.com'] },
  pace: { perSecond: 5, concurrency: 4 },
  ...noRequests,
});

/** A shop that only the business plan has. */
export const marketplace = definePlatform({
  id: 'marketplace',
  name: 'Marketplace',
  homepage: 'https://marketplace.example',
  description: 'Reviews of products.',
  category: 'shop',
  recorded: null,
  comparedWith: [],
  targets: [
    targetOn('marketplace.example', /^\/item\/(\w+)$/, {
      name: 'product',
      patterns: ['marketplace.example/item/<id>'],
      examples: ['https://marketplace.example/item/42'],
      exports: { own: { type: 'reviews' } },
    }),
  ],
  hosts: [],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 2, concurrency: 1 },
  ...noRequests,
});

/** Software that runs on anybody's host: claims by the shape of the path. */
export const fediverse = definePlatform({
  id: 'a_fediverse',
  name: 'Fediverse',
  homepage: 'https://fediverse.example',
  description: 'Posts of anybody.',
  category: 'social',
  recorded: '2026-08-20',
  comparedWith: [],
  targets: [
    {
      name: 'anything',
      patterns: ['<host>/watch/<id>', '<host>/@<user>'],
      examples: ['https://fediverse.example/@somebody'],
      match: (url) => (/^\/(watch\/\w+|@\w+)$/.test(url.path) ? { host: url.host, path: url.path } : null),
      exports: { own: { type: 'posts' }, followers: { type: 'followers' } },
    },
  ],
  options: ['replies'],
  hosts: [],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 1, concurrency: 1 },
  ...noRequests,
});

export const FAKE_PLATFORMS: readonly PlatformDefinition[] = [tubular, marketplace, fediverse];

/** Without the software that takes any host. */
export function fakeRegistry(platforms: readonly PlatformDefinition[] = [tubular, marketplace]): PlatformRegistry {
  return platformRegistry(platforms);
}
