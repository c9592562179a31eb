import { facebookSimulator, LOGIN, PFBID_URL, POST_URL } from '#core/platforms/facebook/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: POST_URL, world: () => facebookSimulator({}) },
  { url: PFBID_URL, selector: 'likes', cookies: LOGIN, world: () => facebookSimulator({}) },
  { url: 'https://www.facebook.com/example.page', world: () => facebookSimulator({ listed: 10 }) },
  {
    url: 'https://www.facebook.com/groups/example.group',
    cookies: LOGIN,
    world: () => facebookSimulator({ listed: 10, groupByQuery: false }),
  },
  { url: 'https://www.facebook.com/example.page/reviews', world: () => facebookSimulator({}) },
  { url: 'https://www.facebook.com/example.page', selector: 'facebookAds', world: () => facebookSimulator({}) },
  {
    url: 'https://www.facebook.com/ads/library/?q=shoes&country=DE',
    world: () => facebookSimulator({ adDoors: ['search'] }),
  },
] satisfies readonly OwnExport[];
