import { CODE, threadsSimulator } from '#core/platforms/threads/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.threads.com/@owner/post/${CODE}`, world: () => threadsSimulator({}) },
  {
    url: `https://www.threads.net/t/${CODE}`,
    world: () => threadsSimulator({ forVisitors: 'pages', end: 'nowhere' }),
  },
  { url: 'https://www.threads.com/@owner', world: () => threadsSimulator({ end: 'sameCursor' }) },
  { url: 'https://www.threads.com/@owner/reposts', world: () => threadsSimulator({ profile: 'account' }) },
  {
    url: 'https://www.threads.com/@owner',
    selector: 'followers',
    cookies: { sessionid: '42%3Asimulated' },
    world: () => threadsSimulator({}),
  },
  {
    url: 'https://www.threads.com/share/BAbCdEf/',
    selector: 'likes',
    cookies: { sessionid: '42%3Asimulated' },
    world: () => threadsSimulator({}),
  },
] satisfies readonly OwnExport[];
