// Steam: the store's keyless JSON list of an app's reviews (`appreviews`), and the official review service where that list
// is gone. Fragile: the first is being retired in favour of the second, which no recorded answer proves yet.
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { IncompleteAnswer, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { definePlatform, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { isEditedAfter, isoFromSeconds } from '#core/platform-kit/dates.ts';
import { makeItem } from '#core/platform-api/item.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

const count = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]);

const reviewSchema = z.object({
  recommendationid: z.union([z.string().min(1), z.int().transform(String)]),
  author: z.object({
    steamid: z.union([z.string().min(1), z.int().transform(String)]),
    personaname: z.string().nullish(),
    playtime_forever: count.nullish(),
    playtime_at_review: count.nullish(),
  }),
  language: z.string().nullish(),
  review: z.string().nullish(),
  timestamp_created: count.nullish(),
  timestamp_updated: count.nullish(),
  voted_up: z.boolean(),
  votes_up: count.nullish(),
  votes_funny: count.nullish(),
  comment_count: count.nullish(),
  steam_purchase: z.boolean().nullish(),
  received_for_free: z.boolean().nullish(),
  written_during_early_access: z.boolean().nullish(),
  developer_response: z.string().nullish(),
  timestamp_dev_responded: count.nullish(),
});
type Review = z.infer<typeof reviewSchema>;

const listFields = {
  query_summary: z.object({ total_reviews: count.nullish() }).nullish(),
  reviews: rowsOf(reviewSchema).nullish(),
  cursor: z.string().nullish(),
};
const storeAnswerSchema = z.object({ success: z.number(), ...listFields }).nullable();
const serviceAnswerSchema = z.object({ response: z.object({ ...listFields, total_matching: count.nullish() }) }).nullable();

const FIRST = '*';
const REPLIES_NOTE = "Comments under reviews are not fetched; the developer's answer stands in its own column.";
const NOT_APPS = new Set(['bundle', 'sub', 'curator']);
/** Pages about an app that have comments of their own. */
const OF_COMMUNITY = new Set(['discussions', 'tradingforum', 'eventcomments']);

interface ReviewList {
  readonly reviews: readonly Review[];
  readonly cursor: string | null;
  readonly total: number | null;
}

type SteamCursor = {
  readonly app: string;
  readonly order: 'new' | 'top';
  /** `store`: appreviews. `service`: IUserReviewsService. */
  readonly door: 'store' | 'service';
  readonly cursor: string;
};

export default definePlatform<SteamCursor>({
  id: 'steam',
  name: 'Steam',
  homepage: 'https://store.steampowered.com',
  description: "All reviews of a game or another app, with the developer's answers.",
  category: 'reviews',
  recorded: '2025-11',
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  targets: [
    {
      name: 'app',
      patterns: ['store.steampowered.com/app/<appid>', 'steamcommunity.com/app/<appid>', 's.team/a/<appid>'],
      examples: [
        'https://store.steampowered.com/app/573170/Fidel_Dungeon_Rescue/',
        'https://store.steampowered.com/agecheck/app/292030/',
        'https://steamcommunity.com/app/573170/reviews/?browsefilter=mostrecent',
        'https://s.team/a/573170',
      ],
      match: appOf,
      exports: { own: { type: 'reviews' } },
    },
  ],
  sorts: ['new', 'top'],
  hosts: ['.steampowered.com', '.steamcommunity.com', 's.team'],
  cookies: { need: 'none', domains: ['.steampowered.com', '.steamcommunity.com'] },
  pace: { perSecond: 0.6, concurrency: 2 },

  start(target, options) {
    const app = target.params['app'] ?? '';
    return [{ cursor: { app, order: options.sort === 'top' ? 'top' : 'new', door: 'store', cursor: FIRST }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.door === 'service') return servicePage(cursor, session);
    const answer = await session.fetch({ ...storeRequest(cursor), accept: cursor.cursor === FIRST ? [403, 404, 410] : [] });
    if (cursor.cursor === FIRST && isShut(answer)) return servicePage({ ...cursor, door: 'service' }, session);
    if (answer.status === 403) throw new PlatformRefusal('BLOCKED');
    return toPage(readStoreList(answer, cursor), cursor, session);
  },
});

function appOf(url: PastedUrl): TargetParams | null {
  const { host, segments } = url;
  const isSteam = host === 'store.steampowered.com' || host === 'steamcommunity.com';
  if (!(isSteam ? !NOT_APPS.has(segments[0] ?? '') : host === 's.team' && segments[0] === 'a')) return null;
  if (host === 'steamcommunity.com' && OF_COMMUNITY.has(segments[2] ?? '')) return null;
  const app = segments[segments.indexOf(isSteam ? 'app' : 'a') + 1];
  return segments.includes(isSteam ? 'app' : 'a') && app !== undefined && /^\d+$/.test(app) ? { app } : null;
}

function storeRequest(cursor: SteamCursor): PlatformRequest {
  return {
    url: `https://store.steampowered.com/appreviews/${cursor.app}`,
    query: {
      json: 1,
      filter: cursor.order === 'top' ? 'all' : 'recent',
      language: 'all',
      review_type: 'all',
      purchase_type: 'all',
      num_per_page: 100,
      cursor: cursor.cursor,
    },
  };
}

function isShut(answer: Answer): boolean {
  return answer.status === 404 || answer.status === 410 || (!answer.isJson && /^\s*</.test(answer.text));
}

function readStoreList(answer: Answer, cursor: SteamCursor): ReviewList {
  const body = answer.json(storeAnswerSchema);
  if (body === null) throw new IncompleteAnswer('Steam answered without reviews.');
  if (body.success !== 1) {
    if (cursor.cursor !== FIRST) throw new IncompleteAnswer(`Steam answered success ${body.success} in the middle of the list.`);
    throw new PlatformRefusal('NOT_FOUND', 'Steam knows no app under this URL. Check that it opens in a browser.');
  }
  return { reviews: body.reviews ?? [], cursor: body.cursor ?? null, total: body.query_summary?.total_reviews ?? null };
}

async function servicePage(cursor: SteamCursor, session: Session): Promise<Page<SteamCursor>> {
  const body = await session.json(serviceAnswerSchema, {
    url: 'https://api.steampowered.com/IUserReviewsService/GetAppReviews/v1/',
    query: {
      appid: cursor.app,
      filter: cursor.order === 'top' ? 0 : 1,
      'languages[0]': 'all',
      review_type: 0,
      purchase_type: 1,
      num_per_page: 100,
      cursor: cursor.cursor,
    },
  });
  if (body === null) throw new IncompleteAnswer('Steam answered without reviews.');
  const { reviews, cursor: following, query_summary: summary, total_matching: matching } = body.response;
  const list = { reviews: reviews ?? [], cursor: following ?? null, total: summary?.total_reviews ?? matching ?? null };
  return toPage(list, cursor, session);
}

function toPage(list: ReviewList, cursor: SteamCursor, session: Session): Page<SteamCursor> {
  const isFirst = cursor.cursor === FIRST;
  const isLast = list.reviews.length === 0 || list.cursor === null || list.cursor === cursor.cursor;
  return {
    items: readRows(list.reviews, 'reviews', (review) => toItem(review, cursor.app)),
    next: isLast || list.cursor === null ? [] : [{ cursor: { ...cursor, cursor: list.cursor }, role: 'page' }],
    ...(isFirst ? { total: list.total } : {}),
    ...(isFirst && session.options.replies ? { notes: [REPLIES_NOTE] } : {}),
    ...(cursor.order === 'new' ? { dateOrder: 'newestFirst' as const } : {}),
    door: cursor.door === 'store' ? 'appreviews' : 'IUserReviewsService',
  };
}

function toItem(review: Review, app: string): Item {
  const { author } = review;
  const profile = `https://steamcommunity.com/profiles/${author.steamid}`;
  return makeItem({
    id: review.recommendationid,
    kind: 'review',
    author: { name: author.personaname || null, id: author.steamid, url: profile },
    text: review.review ?? null,
    createdAt: isoFromSeconds(review.timestamp_created),
    isEdited: review.timestamp_created ? isEditedAfter(review.timestamp_created, review.timestamp_updated || undefined) : null,
    likes: review.votes_up ?? null,
    replyCount: review.comment_count ?? null,
    rating: review.voted_up ? 1 : 0,
    ratingScale: 1,
    language: review.language || null,
    url: `${profile}/recommended/${app}/`,
    ownerReply: review.developer_response?.trim()
      ? { text: review.developer_response, createdAt: isoFromSeconds(review.timestamp_dev_responded) }
      : null,
    extra: {
      recommended: review.voted_up,
      votesFunny: review.votes_funny ?? undefined,
      playtimeMinutes: author.playtime_forever ?? undefined,
      playtimeAtReviewMinutes: author.playtime_at_review ?? undefined,
      steamPurchase: review.steam_purchase ?? undefined,
      receivedForFree: review.received_for_free ?? undefined,
      earlyAccess: review.written_during_early_access ?? undefined,
    },
  });
}
