// What the pages of IMDb carry for their own script.
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { pageSchema, type Review, reviewSchema } from '#core/platforms/imdb/wire.ts';
import { plainOrBrowser, type Reached } from '#core/platform-kit/browser-door.ts';
import { nearest } from '#core/platform-kit/json-tree.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { rowsGiven } from '#core/platform-api/odd-rows.ts';

const ORIGIN = 'https://www.imdb.com';
/** Statuses with which the firewall before the site asks for a script to run, whatever stands in the page. */
const WALL: ReadonlySet<number> = new Set([202, 403, 405]);
const SIGN_IN = /^\/(?:registration\/signin|ap\/signin)/;

/** The few reviews on the page of a title. */
interface Featured {
  /** Null where the page has no such part. */
  readonly reviews: readonly Review[] | null;
  /** How many there are in it, those too that could not be read. */
  readonly given: number;
  readonly total: number | null;
  readonly door: string;
}

/** @throws CommentdockError NOT_FOUND, CAPTCHA, LOGIN_REQUIRED, PLATFORM_CHANGED... */
export async function askFeatured(session: Session, title: string): Promise<Featured> {
  const { value, by } = await askData(session, `/title/${title}/`);
  const { featuredReviews, reviews } = readWire(pageSchema, value, '__NEXT_DATA__').props.pageProps.mainColumnData;
  return {
    reviews: featuredReviews?.edges.map(({ node }) => node) ?? null,
    given: rowsGiven(featuredReviews?.edges ?? []),
    total: reviews?.total ?? null,
    door: `page${by}`,
  };
}

/**
 * The review on its own page, wherever in it.
 * @throws CommentdockError as above
 */
export async function askReview(session: Session, review: string): Promise<{ readonly review: Review; readonly door: string }> {
  const { value, by } = await askData(session, `/review/${review}/`);
  const isReview = (part: object) => 'id' in part && part.id === review && 'text' in part;
  return { review: readWire(reviewSchema, nearest(value, isReview), 'review'), door: `page${by}` };
}

async function askData(session: Session, path: string): Promise<Reached<unknown>> {
  const url = `${ORIGIN}${path}`;
  return plainOrBrowser(session, 'imdb', {
    plain: async () => dataIn(await session.fetch({ url, accept: 'any' })),
    browser: async () => dataIn(await session.page({ url, ready: { selector: '#__NEXT_DATA__' }, accept: 'any' })),
  });
}

function dataIn(answer: Answer): unknown {
  const { status, text } = answer;
  const data = status === 200 || WALL.has(status) ? nextDataOf(text) : null;
  if (data !== null) return data;
  if (SIGN_IN.test(new URL(answer.url).pathname)) throw new PlatformRefusal('LOGIN_REQUIRED');
  if (WALL.has(status)) throw answer.refusal ?? new PlatformRefusal('CAPTCHA');
  throw status === 200 ? new PlatformChanged('__NEXT_DATA__') : refusalOf(answer);
}
