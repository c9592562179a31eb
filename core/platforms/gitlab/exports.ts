import { gitlabSimulator } from '#core/platforms/gitlab/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

const TOKEN = { auth_token: 'good' };

export default [
  { url: 'https://gitlab.example/cats/purr/-/issues/7', cookies: TOKEN, world: () => gitlabSimulator({ mostPerPage: 10 }) },
  { url: 'https://gitlab.example/cats/purr/-/issues/7', world: () => gitlabSimulator({ mostPerPage: 10 }) },
  {
    url: 'https://gitlab.com/cats/purr/-/merge_requests/8',
    world: () => gitlabSimulator({ site: 'notThere', graphql: 'frugal', threads: 20 }),
  },
  {
    url: 'https://gitlab.com/cats/purr/-/merge_requests/8',
    selector: 'likes',
    cookies: TOKEN,
    world: () => gitlabSimulator({ mostPerPage: 10 }),
  },
  { url: 'https://gitlab.com/cats/purr/-/starrers', world: () => gitlabSimulator({ mostPerPage: 10 }) },
] satisfies readonly OwnExport[];
