// Google Play: the review call of the store's own page (`batchexecute`, procedure UsvDTd), keyless. Fragile: fields have
// positions instead of names, and an unknown app looks like one without reviews.
import { z } from 'zod';
import { PlatformChanged, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { SELECTORS, type Sort } from '#core/contract/options.ts';
import { definePlatform } from '#core/platforms/define.ts';
import type { Page, PastedUrl, TargetParams } from '#core/platforms/define.ts';
import { rpcAnswerOf, slot } from '#core/platforms/kit/batchexecute.ts';
import { isoFromMs } from '#core/platforms/kit/dates.ts';
import { makeItem, orNull } from '#core/platforms/kit/item.ts';
import { isRedirect, refusalOf } from '#core/platforms/kit/refusal.ts';
import { readWire } from '#core/platforms/kit/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platforms/session.ts';

const REVIEWS_RPC = 'UsvDTd';
const REVIEWS_PER_PAGE = 150;
const NOT_FOUND_CODE = 5;
const GATEWAY_ERROR = 'com.google.play.gateway.proto.PlayGatewayError';
const SORT_CODES: Readonly<Partial<Record<Sort, number>>> = { new: 2, top: 1, best: 3 };
const APP_PATH = /^\/(?:store\/(?:apps|games)|work\/apps)\/details(?:\/|$)/;
const PACKAGE = /^\w+(?:\.\w+)*$/;

/** Seconds, and nanoseconds where there are any. */
const instantSchema = z.array(z.number().nullish()).nullish();

/** Positions become names first, so that an error names the field. */
const reviewSchema = z.preprocess(
  nameFields,
  z.object({
    id: z.string().min(1),
    authorName: z.string().nullish(),
    avatarUrl: z.string().nullish(),
    rating: z.int(),
    text: z.string().nullish(),
    createdAt: instantSchema,
    likes: z.int().nullish(),
    replyText: z.string().nullish(),
    replyCreatedAt: instantSchema,
    authorId: z.string().nullish(),
    appVersion: z.string().nullish(),
    criterias: z.array(z.unknown()).nullish(),
  }),
);
type Review = z.infer<typeof reviewSchema>;

/** An app that is unknown, and one without reviews, has no list at all. */
const payloadSchema = z.preprocess(
  (payload) => ({ reviews: slot(payload, 0) ?? [], token: slot(payload, 1, 1) ?? null }),
  z.object({ reviews: z.array(reviewSchema), token: z.string().min(1).nullable() }),
);

type PlayCursor = {
  readonly app: string;
  /** Language of the reviews, and country of the store, which does not matter to them. */
  readonly hl: string;
  readonly gl: string;
  readonly sort: number;
  readonly token: string | null;
};

export default definePlatform<PlayCursor>({
  id: 'playstore',
  name: 'Google Play',
  homepage: 'https://play.google.com',
  description: "Reviews of an app in one language, with the developer's answers.",
  category: 'apps',
  tier: 'all',
  verified: true,
  targets: [
    {
      name: 'app',
      patterns: [
        'play.google.com/store/apps/details?id=<package>',
        'play.google.com/store/games/details?id=<package>',
        'play.google.com/work/apps/details?id=<package>',
        'market://details?id=<package>',
      ],
      examples: [
        'https://play.google.com/store/apps/details?id=com.google.android.apps.translate',
        'https://play.google.com/store/apps/details/Google_Translate?id=com.google.android.apps.translate&hl=de&gl=AT',
        'https://play.google.com/store/games/details?id=com.supercell.clashofclans',
        'https://play.google.com/work/apps/details?id=com.google.android.gm',
        'market://details?id=com.google.android.apps.translate',
      ],
      match: appOf,
      exports: { own: { type: 'reviews' } },
    },
  ],
  options: ['countries'],
  sorts: ['new', 'top', 'best'],
  ignores: SELECTORS,
  cookies: { need: 'none', domains: ['.play.google.com'] },
  transport: 'http',
  pace: { perSecond: 4, concurrency: 2 },

  start(target, options) {
    const { app = '', hl = 'en', gl = 'us' } = target.params;
    const country = options.countries[0]?.toLowerCase() ?? gl;
    const sort = SORT_CODES[options.sort ?? 'new'] ?? 2;
    return [{ cursor: { app, hl, gl: country, sort, token: null }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    const { reviews, token } = readReviews(await session.fetch(reviewsRequest(cursor)));
    if (reviews.length === 0) return cursor.token === null ? emptyPage(cursor, session) : { items: [] };
    const ends = token === null || token === cursor.token;
    return {
      items: reviews.map((review) => toItem(review, cursor.app)),
      next: ends ? [] : [{ cursor: { ...cursor, token }, role: 'page' }],
      ...(cursor.sort === SORT_CODES.new ? { dateOrder: 'newestFirst' as const } : {}),
      door: 'review call',
    };
  },
});

function appOf(url: PastedUrl): TargetParams | null {
  const isStore = url.protocol !== 'market:' && url.host === 'play.google.com' && APP_PATH.test(url.path);
  const isMarket = url.protocol === 'market:' && url.host === 'details';
  const app = url.query.get('id')?.trim() ?? '';
  if (!(isStore || isMarket) || !PACKAGE.test(app)) return null;
  const [hl, gl] = [orNull(url.query.get('hl')), orNull(url.query.get('gl'))];
  return { app, ...(hl === null ? {} : { hl }), ...(gl === null ? {} : { gl }) };
}

function nameFields(review: unknown): Record<string, unknown> {
  return {
    id: slot(review, 0),
    authorName: slot(review, 1, 0),
    avatarUrl: slot(review, 1, 1, 3, 2),
    rating: slot(review, 2),
    text: slot(review, 4),
    createdAt: slot(review, 5),
    likes: slot(review, 6),
    replyText: slot(review, 7, 1),
    replyCreatedAt: slot(review, 7, 2),
    authorId: slot(review, 9, 0),
    appVersion: slot(review, 10),
    criterias: slot(review, 12, 0),
  };
}

function reviewsRequest({ app, hl, gl, sort, token }: PlayCursor): PlatformRequest {
  const inner = JSON.stringify([null, null, [2, sort, [REVIEWS_PER_PAGE, null, token], null, []], [app, 7]]);
  const calls = JSON.stringify([[[REVIEWS_RPC, inner, null, 'generic']]]);
  return {
    url: 'https://play.google.com/_/PlayStoreUi/data/batchexecute',
    method: 'POST',
    query: { hl, gl },
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: `f.req=${encodeURIComponent(calls)}`,
    redirect: 'manual',
    accept: 'any',
  };
}

function readReviews(answer: Answer): z.infer<typeof payloadSchema> {
  if (isThrottling(answer)) throw new ThrottledFailure();
  if (answer.status !== 200) throw refusalOf(answer);
  const { payload, failure } = rpcAnswerOf(answer.text, REVIEWS_RPC);
  if (payload === null && failure !== null && failure !== NOT_FOUND_CODE) throw new PlatformChanged(`envelope.${REVIEWS_RPC}.${failure}`);
  if (payload !== null && !Array.isArray(payload)) throw new PlatformChanged(REVIEWS_RPC);
  return readWire(payloadSchema, payload, REVIEWS_RPC);
}

/** Google slows callers down in three ways: a redirect to its captcha page, that page itself, an error inside a 200. */
function isThrottling(answer: Answer): boolean {
  if (isRedirect(answer.status)) return (answer.headers['location'] ?? '').includes('google.com/sorry/');
  if (answer.status === 200) return answer.text.includes(GATEWAY_ERROR) && !answer.text.includes(`"wrb.fr","${REVIEWS_RPC}","`);
  return answer.status === 503 && /unusual traffic/i.test(answer.text);
}

/** No review at all: the details page tells an app that nobody reviewed from one that does not exist. */
async function emptyPage({ app, hl, gl }: PlayCursor, session: Session): Promise<Page<PlayCursor>> {
  const { status } = await session.fetch({
    url: 'https://play.google.com/store/apps/details',
    query: { id: app, hl, gl },
    redirect: 'manual',
    accept: 'any',
  });
  if (status === 404)
    throw new PlatformRefusal(
      'NOT_FOUND',
      `Google Play has no app ${app} in the store "${gl}". Check the address, or choose another country (options.countries).`,
    );
  const isKnown = status >= 200 && status < 300;
  return { items: [], door: 'review call', notes: isKnown ? [] : [`Whether the app exists could not be checked (status ${status}).`] };
}

function toItem(review: Review, app: string): Item {
  const reply = orNull(review.replyText);
  const item = makeItem({
    id: review.id,
    kind: 'review',
    author: { name: orNull(review.authorName), id: orNull(review.authorId), avatarUrl: orNull(review.avatarUrl) },
    createdAt: isoOf(review.createdAt),
    likes: review.likes ?? null,
    rating: review.rating,
    ratingScale: 5,
    url: `https://play.google.com/store/apps/details?id=${app}&reviewId=${encodeURIComponent(review.id)}`,
    extra: { appVersion: review.appVersion ?? undefined, criterias: review.criterias ?? undefined },
  });
  const ownerReply = reply === null ? null : { text: asWritten(reply), createdAt: isoOf(review.replyCreatedAt) };
  return { ...item, text: asWritten(review.text ?? ''), ownerReply };
}

/** The texts of this platform keep all their blanks, unlike elsewhere. */
function asWritten(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function isoOf(instant: z.infer<typeof instantSchema>): string | null {
  const [seconds, nanos] = instant ?? [];
  return seconds ? isoFromMs(seconds * 1000 + Math.floor((nanos ?? 0) / 1_000_000)) : null;
}
