import type { LoggedRequest } from '#test/world/journal.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';

/** An export that is cut off again and again. Its platform states absolute dates, so that two runs give the same bytes. */
export interface CrashCase {
  readonly name: string;
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>>;
  simulator(): Simulator;
  /** Pages that an export of it has in the air at once. */
  readonly lanes: number;
  /** What a request asks for, the same text whenever it is asked for again. */
  pageOf(request: LoggedRequest): string;
  /** Whether it is how a visitor begins at the site, and no page: each machine is one of its own. */
  isBeginning(request: LoggedRequest): boolean;
  /** The list that a page belongs to. */
  listOf(page: string): string;
}

const LANES_WHERE_NO_CEILING_HOLDS = 24;

/** One long chain of pages. */
const reviews = (items: number): CrashCase => ({
  name: 'a list of reviews',
  url: 'https://store.steampowered.com/app/10/',
  options: {},
  lanes: 1,
  simulator: () => steamSimulator({ reviews: items, pageSize: 25 }),
  pageOf: ({ url }) => url,
  isBeginning: () => false,
  listOf: (page) => new URL(page).pathname,
});

/** A tree whose threads hide behind stubs of both kinds: every request but the first is a list of replies of its own. */
const comments = (items: number): CrashCase => ({
  name: 'a tree of comments',
  url: 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/',
  options: { replies: true },
  lanes: LANES_WHERE_NO_CEILING_HOLDS,
  simulator: () => redditSimulator({ comments: items, delivered: 200 }),
  pageOf: ({ method, url, body }) => `${method} ${url} ${body}`,
  isBeginning: ({ url }) => new URL(url).pathname === '/',
  listOf: (page) => page,
});

export function crashCases(items: number): readonly CrashCase[] {
  return [reviews(items), comments(items)];
}
