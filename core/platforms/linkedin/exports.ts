import { ARTICLE_URL, linkedInSimulator, POST_URL } from '#core/platforms/linkedin/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: POST_URL, cookies: { li_at: 'simulated' }, world: () => linkedInSimulator({}) },
  { url: POST_URL, world: () => linkedInSimulator({}) },
  { url: POST_URL, selector: 'likes', cookies: { li_at: 'simulated' }, world: () => linkedInSimulator({}) },
  {
    url: POST_URL,
    selector: 'shares',
    cookies: { li_at: 'simulated' },
    world: () => linkedInSimulator({ reactions: 105 }),
  },
  { url: ARTICLE_URL, cookies: { li_at: 'simulated' }, world: () => linkedInSimulator({ comments: 6 }) },
  { url: ARTICLE_URL, world: () => linkedInSimulator({ comments: 6 }) },
  {
    url: 'https://lnkd.in/p/dPost',
    cookies: { li_at: 'simulated' },
    world: () => linkedInSimulator({ comments: 6 }),
  },
  {
    url: 'https://www.linkedin.com/in/somebody/recent-activity/all/',
    cookies: { li_at: 'simulated' },
    world: () => linkedInSimulator({}),
  },
  {
    url: 'https://www.linkedin.com/company/example-company/posts/',
    cookies: { li_at: 'simulated' },
    world: () => linkedInSimulator({}),
  },
  {
    url: POST_URL,
    cookies: { li_at: 'simulated' },
    world: () => linkedInSimulator({ calls: 'gone', comments: 9 }),
  },
] satisfies readonly OwnExport[];
