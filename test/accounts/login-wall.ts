import type { Simulator } from '#test/world/simulator.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';

interface LoginWall {
  readonly simulator: Simulator;
  /** The value of `reddit_session` that is let in. */
  session: string;
  /** The `cookie` headers that came, by host, and what their browser called itself. */
  readonly seen: { readonly host: string; readonly cookie: string; readonly userAgent: string }[];
}

/** A Reddit that sends everybody without the right session to its login page. */
export function loginWall(session: string): LoginWall {
  const reddit = redditSimulator({ comments: 5 });
  const wall: LoginWall = {
    session,
    seen: [],
    simulator(request) {
      const cookie = request.headers['cookie'] ?? '';
      wall.seen.push({ host: request.url.hostname, cookie, userAgent: request.headers['user-agent'] ?? '' });
      if (request.url.hostname !== 'www.reddit.com') return null;
      const isIn = cookie.split('; ').includes(`reddit_session=${wall.session}`);
      return isIn ? reddit(request) : { status: 302, headers: { location: 'https://www.reddit.com/login/?dest=x' } };
    },
  };
  return wall;
}
