// Chrome Web Store: the reviews page embeds the newest ten, and the call behind it (`batchexecute`) gives as many as are asked for, keyless.
// Both hold those of one language alone, so that the others are asked for one by one, as long as there are more ratings than reviews.
// Fragile: fields have positions instead of names, and the call's token does not lead on.
import { z } from 'zod';
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform, type Gap, type Next, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { embeddedResult, rpcAnswerOf, rpcBody, slot } from '#core/platform-kit/batchexecute.ts';
import { checked, rowsOf } from '#core/platform-kit/checked.ts';
import { isoFromInstant } from '#core/platform-kit/dates.ts';
import { GOOGLE_WALLS, leadsToSorry } from '#core/platform-kit/google.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { isRedirect, refusalOf } from '#core/platform-api/refusal.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { countSchema, readWire } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

const ORIGIN = 'https://chromewebstore.google.com';
const EXTENSION_ID = /^[a-p]{32}$/;
/** Where the page says which of its calls is that for reviews: the one that names the extension and a number. */
const REVIEWS_CALL = /'(ds:\d+)'\s*:\s*\{\s*id:\s*'(\w+)'\s*,\s*request:\s*\["[a-p]{32}",\[\d+\]/;
/** What the page said when this was written. */
const KNOWN_CALL = { key: 'ds:1', rpc: 'x1DgCd' } as const;
/** Where the page keeps what it says of the item, and how many ratings that states, with words or without. */
const ITEM_KEY = 'ds:0';
const RATINGS_AT = [0, 4] as const;
const FIRST_LANGUAGE = 'en';
/** Of the store's interface, and those of regions that have reviews of their own, by how many people write in them. */
const FURTHER_LANGUAGES = (
  'es pt-BR ru de fr ja zh-CN ko it pl tr zh-TW id vi nl es-419 pt-PT uk ar hi th cs sv hu ro el he fa da fi no bg sk hr sr sl lt lv et ca ' +
  'fil ms bn ta te mr gu kn ml ur sw am'
).split(' ');
const NEWEST = 2;
const HELPFUL = 1;
/** As many are known to come at once. Asked for where nobody has said how many there are. */
const SIZE_WITHOUT_TOTAL = 500;
const SCALE = 5;

const instantSchema = z.array(countSchema.nullish()).nullish();

/** Positions become names first, so that an error names the field. */
const reviewSchema = z.preprocess(
  nameFields,
  z.object({
    id: z.string().min(1),
    authorName: z.string().nullish(),
    avatarUrl: z.string().nullish(),
    rating: countSchema,
    text: z.string().nullish(),
    createdAt: instantSchema,
    likes: countSchema.nullish(),
    replyText: z.string().nullish(),
    replyCreatedAt: instantSchema,
    appVersion: z.string().nullish(),
    language: z.string().nullish(),
  }),
);
type Review = z.output<typeof reviewSchema>;

const listSchema = z.preprocess(
  (payload) => ({ reviews: slot(payload, 1) ?? [], total: slot(payload, 2) ?? null }),
  z.object({ reviews: rowsOf(reviewSchema), total: countSchema.nullable() }),
);
type List = z.output<typeof listSchema>;

type PageCursor = { readonly at: 'page'; readonly id: string; readonly slug: string | null; readonly order: number };
type CallCursor = {
  readonly at: 'call';
  readonly id: string;
  readonly order: number;
  readonly rpc: string;
  readonly size: number;
  /** Null where nobody has said how many. */
  readonly ratings: number | null;
};
/** What is written in the next of `languages`. `before`: reviews in those that came first, the first of which is named. */
type LanguageCursor = Omit<CallCursor, 'at' | 'size'> & {
  readonly at: 'language';
  readonly languages: readonly string[];
  readonly before: number;
  readonly first: string | null;
};
type Cursor = PageCursor | CallCursor | LanguageCursor;

export default definePlatform<Cursor>({
  id: 'chrome_web_store',
  name: 'Chrome Web Store',
  homepage: 'https://chromewebstore.google.com',
  description: "Reviews of an extension or a theme, in all languages, with the developer's answers.",
  category: 'apps',
  recorded: '2026-07-03',
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  targets: [
    {
      name: 'item',
      patterns: ['chromewebstore.google.com/detail/<name>/<id>', 'chrome.google.com/webstore/detail/<name>/<id>'],
      examples: [
        'https://chromewebstore.google.com/detail/website-broken-link-check/aliiafckfmihheljnphnkpfhlnnjmkgk/reviews',
        'https://chromewebstore.google.com/detail/aliiafckfmihheljnphnkpfhlnnjmkgk?hl=de',
        'https://chrome.google.com/webstore/detail/website-broken-link-check/aliiafckfmihheljnphnkpfhlnnjmkgk',
      ],
      match: itemOf,
      exports: { own: { type: 'reviews' } },
    },
  ],
  sorts: ['new', 'top'],
  ignores: SELECTORS,
  hosts: ['chromewebstore.google.com'],
  walls: GOOGLE_WALLS,
  cookies: { need: 'none', domains: ['.chromewebstore.google.com'] },
  pace: { perSecond: 2, concurrency: 1 },

  start({ params: { id = '', slug = null } }, options) {
    return [{ cursor: { at: 'page', id, slug, order: options.sort === 'top' ? HELPFUL : NEWEST }, role: 'page' }];
  },

  fetchPage(cursor, session) {
    if (cursor.at === 'page') return reviewsPage(cursor, session);
    return cursor.at === 'call' ? callPage(cursor, session) : languagePage(cursor, session);
  },
});

function itemOf(url: PastedUrl): TargetParams | null {
  const isNew = url.host === 'chromewebstore.google.com';
  const isOld = url.host === 'chrome.google.com' && url.segments[0] === 'webstore';
  const [folder, first = '', second = ''] = isOld ? url.segments.slice(1) : url.segments;
  if (!(isNew || isOld) || folder !== 'detail') return null;
  if (EXTENSION_ID.test(second)) return { id: second, slug: first };
  return EXTENSION_ID.test(first) ? { id: first } : null;
}

/** The page with the newest reviews. A door that is shut for another reason than that there is no such item leaves the call. */
async function reviewsPage(cursor: PageCursor, session: Session): Promise<Page<Cursor>> {
  const { id, order } = cursor;
  const found = await orShut(askPage(cursor, session));
  if (found instanceof CommentdockError && found.code === 'NOT_FOUND') throw found;
  if (found instanceof CommentdockError) return callBlindly(cursor, found, session);
  const { list, rpc, ratings } = found;
  if (list.reviews.length === 0 && (list.total ?? 0) > 0) throw new PlatformChanged(`${KNOWN_CALL.key}.1`);
  const shown = { ...list, reviews: order === NEWEST ? list.reviews : [], total: list.total ?? list.reviews.length };
  return { ...firstPage(shown, { id, order, rpc, ratings }, session), door: 'reviews page' };
}

/** The call without what the page says. @throws `shut`, why there is no page, where that gives nothing */
async function callBlindly({ id, order }: PageCursor, shut: CommentdockError, session: Session): Promise<Page<Cursor>> {
  const call = { id, order, rpc: KNOWN_CALL.rpc, ratings: null };
  const list = await orShut(askCall(session, { ...call, size: sizeFor(SIZE_WITHOUT_TOTAL, session) }, FIRST_LANGUAGE));
  // An unknown item has an empty list too.
  if (list === null || list instanceof CommentdockError || list.reviews.length === 0) throw shut;
  return { ...firstPage(list, call, session), door: 'review call' };
}

/** The call gives the newest, or the most helpful, anew: as many as are wanted. */
async function callPage(cursor: CallCursor, session: Session): Promise<Page<Cursor>> {
  const list = await askCall(session, cursor, FIRST_LANGUAGE);
  if (list === null || list.reviews.length === 0) throw new PlatformChanged(cursor.rpc);
  return { ...pageOf(list, cursor), next: languagesAfter(list, cursor), mayRepeat: true, door: 'review call' };
}

/** All that is written in one language; nothing, mostly. A language that the store does not know shows the first one again. */
async function languagePage(cursor: LanguageCursor, session: Session): Promise<Page<Cursor>> {
  const [language = FIRST_LANGUAGE, ...languages] = cursor.languages;
  const list = await askCall(session, { ...cursor, size: sizeFor(SIZE_WITHOUT_TOTAL, session) }, language);
  const reviews = list?.reviews ?? [];
  const isFirstAgain = reviews.length > 0 && reviews[0]?.id === cursor.first;
  const before = cursor.before + (isFirstAgain ? 0 : (list?.total ?? reviews.length));
  const missing = isFirstAgain ? 0 : (list?.total ?? 0) - reviews.length;
  return {
    ...(list === null || isFirstAgain ? { items: [] } : pageOf(list, cursor)),
    next: goesOn(languages, before, cursor.ratings) ? [{ cursor: { ...cursor, languages, before }, role: 'page' }] : [],
    ...(before > cursor.before ? { total: before } : {}),
    ...(missing > 0 && session.options.limit > reviews.length ? { gaps: [cutGap(language, missing)] } : {}),
    mayRepeat: true,
    door: 'review call',
  };
}

function cutGap(language: string, count: number): Gap {
  return { cause: 'notServed', count, note: `The store gives no more than ${SIZE_WITHOUT_TOTAL} reviews in "${language}" at once.` };
}

/** What came first, and the call for all where there are more, and more are wanted. */
function firstPage(list: List, call: Omit<CallCursor, 'at' | 'size'>, session: Session): Page<Cursor> {
  const { reviews, total } = list;
  const isCut = total !== null && total > reviews.length && session.options.limit > reviews.length;
  const next: Next<Cursor>[] = isCut
    ? [{ cursor: { at: 'call', ...call, size: sizeFor(total, session) }, role: 'page' }]
    : languagesAfter(list, call);
  return { ...pageOf(list, call), total, next };
}

function languagesAfter({ reviews, total }: List, { id, order, rpc, ratings }: Omit<CallCursor, 'at' | 'size'>): Next<Cursor>[] {
  const before = total ?? reviews.length;
  if (!goesOn(FURTHER_LANGUAGES, before, ratings)) return [];
  const first = reviews[0]?.id ?? null;
  return [{ cursor: { at: 'language', id, order, rpc, ratings, languages: FURTHER_LANGUAGES, before, first }, role: 'page' }];
}

/** Whoever reviews rates: with as many reviews as ratings no language is left. */
function goesOn(languages: readonly string[], reviews: number, ratings: number | null): boolean {
  return languages.length > 0 && (ratings === null || reviews < ratings);
}

/** Of one language: the lists of all together have no order. */
function pageOf({ reviews }: List, { id }: Pick<CallCursor, 'id'>): Page<Cursor> {
  return { items: readRows(reviews, 'reviews', (review) => toItem(review, id)) };
}

/** Reviews outside of the dates asked for do not count towards the limit. */
function sizeFor(total: number, { options: { limit, minTimestamp, maxTimestamp } }: Session): number {
  return minTimestamp === null && maxTimestamp === null ? Math.min(total, limit) : total;
}

interface Found {
  readonly list: List;
  readonly rpc: string;
  readonly ratings: number | null;
}

/** @throws CommentdockError NOT_FOUND for a page without reviews of its own: the store shows itself for an unknown item */
async function askPage({ id, slug }: PageCursor, session: Session): Promise<Found> {
  const path = [...(slug === null ? [] : [slug]), id, 'reviews'].map(percentEncoded).join('/');
  const answer = await session.fetch({ url: `${ORIGIN}/detail/${path}`, accept: 'any' });
  if (answer.status !== 200) throw refusalOf(answer);
  const [, key = KNOWN_CALL.key, rpc = KNOWN_CALL.rpc] = REVIEWS_CALL.exec(answer.text) ?? [];
  const embedded = embeddedResult(answer.text, key);
  if (embedded === undefined)
    throw new PlatformRefusal('NOT_FOUND', 'The Chrome Web Store has no such item. Check that its page opens in a browser.');
  const ratings = checked(countSchema, slot(embeddedResult(answer.text, ITEM_KEY), ...RATINGS_AT)).data ?? null;
  return { list: readWire(listSchema, embedded, key), rpc, ratings };
}

/** Null where the call gives nothing. */
async function askCall(
  session: Session,
  { id, order, rpc, size }: Pick<CallCursor, 'id' | 'order' | 'rpc' | 'size'>,
  language: string,
): Promise<List | null> {
  const answer = await session.fetch({
    url: `${ORIGIN}/_/ChromeWebStoreConsumerFeUi/data/batchexecute`,
    method: 'POST',
    query: { rpcids: rpc, hl: language, rt: 'c' },
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: rpcBody(rpc, [id, [size], order, null, null, null, 0]),
    redirect: 'manual',
    accept: 'any',
  });
  if (isRedirect(answer.status)) throw new PlatformRefusal(leadsToSorry(answer) ? 'CAPTCHA' : 'BLOCKED');
  if (answer.status !== 200) throw refusalOf(answer);
  const { payload, failure } = rpcAnswerOf(answer.text, rpc);
  if (payload === null && failure !== null) throw new PlatformChanged(`envelope.${rpc}.${failure}`);
  return payload === null ? null : readWire(listSchema, payload, rpc);
}

function toItem(review: Review, id: string): Item {
  const reply = orNull(review.replyText);
  return makeItem({
    id: review.id,
    kind: 'review',
    author: { name: orNull(review.authorName), avatarUrl: orNull(review.avatarUrl) },
    text: review.text ?? '',
    createdAt: isoFromInstant(review.createdAt),
    likes: review.likes ?? null,
    rating: review.rating,
    ratingScale: SCALE,
    language: orNull(review.language),
    url: `${ORIGIN}/detail/${id}/reviews`,
    ownerReply: reply === null ? null : { text: reply, createdAt: isoFromInstant(review.replyCreatedAt) },
    extra: { appVersion: orNull(review.appVersion) ?? undefined },
  });
}

/** Of the two instants the later is that of the last change. */
function nameFields(review: unknown): Record<string, unknown> {
  return {
    id: slot(review, 0),
    authorName: slot(review, 1, 0),
    avatarUrl: slot(review, 1, 1),
    rating: slot(review, 2),
    text: slot(review, 3),
    createdAt: slot(review, 5),
    likes: slot(review, 6),
    replyText: slot(review, 8, 2),
    replyCreatedAt: slot(review, 8, 4),
    appVersion: slot(review, 11),
    language: slot(review, 13),
  };
}
