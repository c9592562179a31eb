import { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { plainOrBrowser } from '#core/platforms/kit/browser-door.ts';
import { checked } from '#core/platforms/kit/checked.ts';
import { orNull } from '#core/platforms/kit/item.ts';
import { isWebPage, refusalOf } from '#core/platforms/kit/refusal.ts';
import type { Place } from '#core/platforms/metacritic/address.ts';
import { gameSchema, listSchema, type ReviewList } from '#core/platforms/metacritic/review.ts';
import type { Answer, PlatformRequest, Session } from '#core/platforms/session.ts';

/** A list of reviews: whose, of what, on which platform (null: none in particular), and from where on. */
export type Question = {
  readonly of: Place['kind'];
  readonly path: string;
  readonly platform: string | null;
  readonly sort: 'date' | 'score';
  readonly offset: number;
};

const BACKEND = 'https://backend.metacritic.com';
const SITE = 'https://www.metacritic.com/';
/** Of the site's own script, which everybody is given; the API answers without it too. */
const KEY = '1MOZgmNFxvmljaQR1X9KAij9Mo4xAY3u';
/** Asked for; fewer may come. */
const PAGE_SIZE = 100;
const HEADERS = { accept: 'application/json', referer: SITE };

const errorsSchema = z.object({ errors: z.array(z.object({ message: z.string().nullish() })).min(1) });

/** @throws CommentdockError NOT_FOUND, BLOCKED, PLATFORM_CHANGED... */
export async function askReviews(
  session: Session,
  { of, path, platform, sort, offset }: Question,
): Promise<{ list: ReviewList; door: string }> {
  const inside = platform === null ? '' : `/platform/${encodeURIComponent(platform)}`;
  const request: PlatformRequest = {
    url: `${BACKEND}/reviews/metacritic/${of}/${path}${inside}/web`,
    query: {
      apiKey: KEY,
      offset,
      limit: PAGE_SIZE,
      filterBySentiment: 'all',
      sort,
      componentName: `${of}-reviews`,
      componentDisplayName: `${of} Reviews`,
      componentType: 'ReviewList',
    },
    headers: HEADERS,
    accept: 'any',
  };
  const { value, by } = await plainOrBrowser(session, 'metacritic', {
    plain: async () => listIn(await session.fetch(request)),
    browser: async () => listIn(await session.inPage({ ...request, page: { url: SITE, accept: 'any' } })),
  });
  return { list: value, door: `review list${by}` };
}

/** The platforms that a game is out on. @throws CommentdockError where nobody says */
export async function askPlatforms(session: Session, path: string): Promise<readonly string[]> {
  const [, slug = ''] = path.split('/');
  const game = await session.json(gameSchema, {
    url: `${BACKEND}/games/metacritic/${slug}/web`,
    query: { apiKey: KEY, componentName: 'product', componentDisplayName: 'Product', componentType: 'Product' },
    headers: HEADERS,
    tries: 'once',
  });
  return [...new Set((game.data.item.platforms ?? []).flatMap((platform) => orNull(platform.slug) ?? []))];
}

function listIn(answer: Answer): ReviewList {
  if (answer.status < 200 || answer.status >= 300) throw refusalOf(answer);
  if (isWebPage(answer)) throw new PlatformRefusal('BLOCKED');
  const refused = checked(errorsSchema, answer.json(z.unknown()));
  if (refused.success) {
    const message = refused.data.errors.flatMap((error) => error.message ?? []).join(' ');
    throw new PlatformChanged('errors', `Metacritic refuses the request: ${message}`);
  }
  return answer.json(listSchema).data;
}
