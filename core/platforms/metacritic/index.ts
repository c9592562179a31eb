// Metacritic: the lists of reviews that its own pages ask for. Fragile: the list of a game without its platform lacks reviews, so that each
// platform is asked for; reviews of critics have no ids.
import { CommentdockError } from '#core/contract/error.ts';
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { isBefore } from '#core/platform-kit/dates.ts';
import { tellApart } from '#core/platform-kit/hash.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';
import { placeAt } from '#core/platforms/metacritic/address.ts';
import { askPlatforms, askReviews, type Question } from '#core/platforms/metacritic/ask.ts';
import { reviewItem } from '#core/platforms/metacritic/review.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

type Cursor = Question & {
  /** Platforms still to be read after this one; null as long as nobody has asked for them. */
  readonly others: readonly string[] | null;
  /** How many reviews the lists before this one have; null where there is none before. */
  readonly before: number | null;
};

const REVIEWS = { own: { type: 'reviews' } } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'metacritic',
  name: 'Metacritic',
  homepage: 'https://www.metacritic.com',
  description: 'Reviews by users or by critics of a game on one platform or on all, a film, a series or a season.',
  category: 'reviews',
  recorded: '2026-09-07',
  comparedWith: [{ client: 'an unnamed client', date: '2026-08' }],
  targets: [
    target(
      'user',
      REVIEWS,
      [
        'metacritic.com/game/<slug>/user-reviews',
        'metacritic.com/game/<platform>/<slug>',
        'metacritic.com/movie/<slug>/user-reviews',
        'metacritic.com/tv/<slug>/user-reviews',
        'metacritic.com/tv/<slug>/season-<n>/user-reviews',
      ],
      [
        'https://www.metacritic.com/game/elden-ring/',
        'https://www.metacritic.com/game/elden-ring/user-reviews/?platform=playstation-5',
        'https://www.metacritic.com/game/playstation-4/god-of-war/user-reviews?page=0',
        'https://www.metacritic.com/movie/parasite/user-reviews/',
        'https://www.metacritic.com/tv/severance/season-2/user-reviews/',
      ],
    ),
    target(
      'critic',
      REVIEWS,
      ['metacritic.com/<game, movie or tv>/<slug>/critic-reviews'],
      [
        'https://www.metacritic.com/game/elden-ring/critic-reviews/?platform=pc',
        'https://www.metacritic.com/movie/parasite/critic-reviews/',
      ],
    ),
  ],
  sorts: ['new', 'top'],
  sortAliases: { best: 'top' },
  ignores: SELECTORS,
  hosts: ['.metacritic.com'],
  cookies: { need: 'none', domains: ['.metacritic.com'] },
  pace: { perSecond: 2, concurrency: 2 },

  start({ target: of, params }, options) {
    const { path = '', platform = null } = params;
    const sort = options.sort === 'top' ? 'score' : 'date';
    const others = platform === null && path.startsWith('games/') ? null : [];
    const question = { of: of === 'critic' ? 'critic' : 'user', path, platform, sort, offset: 0 } as const;
    return [{ cursor: { ...question, others, before: null }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.others !== null) return reviewsPage({ ...cursor, others: cursor.others }, session);
    const platforms = await orShut(askPlatforms(session, cursor.path));
    if (platforms instanceof CommentdockError) return unnamedPage({ ...cursor, others: [] }, platforms, session);
    const [platform = null, ...others] = platforms;
    return reviewsPage({ ...cursor, platform, others }, session);
  },
});

type KnownCursor = Cursor & { readonly others: readonly string[] };

/** The list of a game of which nobody says what it is out on. @throws `shut`, why nobody does, or what the list says */
async function unnamedPage(cursor: KnownCursor, shut: CommentdockError, session: Session): Promise<Page<Cursor>> {
  const page = await orShut(reviewsPage(cursor, session));
  if (page instanceof CommentdockError) throw tellingOf(shut, page);
  return page;
}

async function reviewsPage(cursor: KnownCursor, session: Session): Promise<Page<Cursor>> {
  const answer = await answerOrNothing(cursor, session);
  if (answer === null) return { items: [], ...nextPlatform(cursor, 0), mayRepeat: true, ...totalOf(cursor, 0) };
  const { list, door } = answer;
  const setting = { kind: cursor.of, asked: cursor.platform, apart: tellApart() };
  const items = readRows(list.items, 'data.items', (review) => reviewItem(review, setting));
  const total = list.totalResults ?? null;
  const offset = cursor.offset + rowsGiven(list.items);
  const isLast = cursor.others.length === 0;
  const isPast = cursor.sort === 'date' && !isLast && items.every(({ createdAt }) => isBefore(createdAt, session.options.minTimestamp));
  const isOver = items.length === 0 || (total !== null && offset >= total) || isPast;
  return {
    items,
    ...(isOver ? nextPlatform(cursor, total ?? offset) : { next: [{ cursor: { ...cursor, offset }, role: 'page' as const }] }),
    ...(cursor.offset === 0 ? totalOf(cursor, total) : {}),
    ...(isLast && cursor.sort === 'date' ? { dateOrder: 'newestFirst' as const } : {}),
    // A platform may have none, or those of another one; the end of a list whose length is known is sure.
    ...(isOver || total !== null ? { mayRepeat: true } : {}),
    door,
  };
}

/** Null for one of several platforms that has no list. */
async function answerOrNothing(cursor: KnownCursor, session: Session): Promise<Awaited<ReturnType<typeof askReviews>> | null> {
  try {
    return await askReviews(session, cursor);
  } catch (error) {
    const isOneOfSeveral = cursor.others.length > 0 || cursor.before !== null;
    if (isOneOfSeveral && error instanceof CommentdockError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function nextPlatform(cursor: KnownCursor, count: number): Pick<Page<Cursor>, 'next'> {
  const [platform, ...others] = cursor.others;
  if (platform === undefined) return {};
  return { next: [{ cursor: { ...cursor, platform, others, offset: 0, before: (cursor.before ?? 0) + count }, role: 'page' }] };
}

/** Of all platforms: known with the last one. */
function totalOf({ others, before }: KnownCursor, count: number | null): Pick<Page<Cursor>, 'total'> {
  return others.length > 0 || count === null ? {} : { total: (before ?? 0) + count };
}
