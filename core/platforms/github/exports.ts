import { githubSimulator } from '#core/platforms/github/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

const world = () => githubSimulator({ rows: 14, mostPerPage: 6 });
const REPOSITORY = 'https://github.com/cats/purr';

export default [
  { url: `${REPOSITORY}/issues/7`, world },
  { url: `${REPOSITORY}/pull/8`, world: () => githubSimulator({ rows: 12, mostPerPage: 6 }) },
  { url: `${REPOSITORY}/discussions/9`, world },
  {
    url: `${REPOSITORY}/discussions/9`,
    cookies: { auth_token: 'good' },
    world: () => githubSimulator({ rows: 10, mostPerPage: 6, mostAnswers: 1 }),
  },
  { url: 'https://gist.github.com/cats/0123456789abcdef0123', world },
  { url: REPOSITORY, world },
  { url: `${REPOSITORY}/stargazers`, world },
  { url: `${REPOSITORY}/forks`, world },
  { url: 'https://github.com/cats?tab=followers', world },
  { url: 'https://github.com/cats', selector: 'following', world },
] satisfies readonly OwnExport[];
