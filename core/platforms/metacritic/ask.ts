import { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { orNull } from '#core/platform-api/item.ts';
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { askOf, STALE } from '#core/platform-kit/persisted-query.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import type { Place } from '#core/platforms/metacritic/address.ts';
import { gameSchema, listSchema, type ReviewList } from '#core/platforms/metacritic/review.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

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
/** Of the site's own pages, which everybody is given. */
const KNOWN_KEY = '1MOZgmNFxvmljaQR1X9KAij9Mo4xAY3u';
const KEY = /^\w{32}$/;
const KEY_IN_PAGE = /\bapiKey(?:["']?\s*[:=]\s*["']?|%3D)(\w{32})\b/;
/** With which the gateway refuses a key. */
const KEY_REFUSED: ReadonlySet<number> = new Set([401, 403]);
/** Asked for; fewer may come. */
const PAGE_SIZE = 100;
const HEADERS = { accept: 'application/json', referer: SITE };

const errorsSchema = z.object({ errors: z.array(z.object({ message: z.string().nullish() })).min(1) });

/** @throws CommentdockError NOT_FOUND, BLOCKED, PLATFORM_CHANGED... */
export async function askReviews(
  session: Session,
  { of, path, platform, sort, offset }: Question,
): Promise<{ list: ReviewList; door: string }> {
  const inside = platform === null ? '' : `/platform/${percentEncoded(platform)}`;
  const request = (key: string): PlatformRequest => ({
    url: `${BACKEND}/reviews/metacritic/${of}/${path}${inside}/web`,
    query: {
      apiKey: key,
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
  });
  const { value, by } = await plainOrBrowser(session, 'metacritic', {
    plain: async () => listIn(await withKey(session, (key) => session.fetch(request(key)))),
    browser: async () => listIn(await withKey(session, (key) => session.inPage({ ...request(key), page: { url: SITE, accept: 'any' } }))),
  });
  return { list: value, door: `review list${by}` };
}

/** The platforms that a game is out on. @throws CommentdockError where nobody says */
export async function askPlatforms(session: Session, path: string): Promise<readonly string[]> {
  const [, slug = ''] = path.split('/');
  const ask = (apiKey: string) =>
    session.fetch({
      url: `${BACKEND}/games/metacritic/${slug}/web`,
      query: { apiKey, componentName: 'product', componentDisplayName: 'Product', componentType: 'Product' },
      headers: HEADERS,
      tries: 'once',
      accept: 'any',
    });
  const answer = await withKey(session, ask);
  if (answer.status < 200 || answer.status >= 300) throw refusalOf(answer);
  const game = answer.json(gameSchema);
  return [...new Set((game.data.item.platforms ?? []).flatMap((platform) => orNull(platform.slug) ?? []))];
}

/** What `ask` answers with the known key; where that is refused, with the one that the site's front page names now. */
async function withKey(session: Session, ask: (key: string) => Promise<Answer>): Promise<Answer> {
  const read = async () => KEY_IN_PAGE.exec((await optionalText(session, { url: SITE })) ?? '')?.[1] ?? null;
  const query = { title: 'key of Metacritic', known: [KNOWN_KEY], form: KEY, page: SITE, read } as const;
  const refused: Answer[] = [];
  const answer = await askOf(session, query, async (key) => {
    const given = await ask(key);
    if (!KEY_REFUSED.has(given.status) || isWebPage(given)) return given;
    refused.push(given);
    return STALE;
  });
  return answer === STALE ? (refused.at(-1) as Answer) : answer;
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
