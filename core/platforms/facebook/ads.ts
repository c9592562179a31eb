// The Ads Library: its page, the query by which the page goes on, and the search of former years. All are open to everybody.
import { type CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { adId, adItem } from '#core/platforms/facebook/ad-item.ts';
import { askFacebook, expectData, partsOf, sessionId } from '#core/platforms/facebook/ask.ts';
import type { AdsCursor, AdsDoor, FacebookCursor } from '#core/platforms/facebook/cursor.ts';
import {
  ASYNC_SEARCH,
  asyncSearchQuery,
  libraryPage,
  type LibrarySearch,
  searchVariables,
} from '#core/platforms/facebook/library-search.ts';
import { accountOn, pageAt, pageNeeded, SITE, USER_AGENT } from '#core/platforms/facebook/site.ts';
import { adConnectionSchema, asyncAdsSchema, type WireAd } from '#core/platforms/facebook/wire.ts';
import { SAME_ORIGIN } from '#core/platform-kit/families/meta/page-call.ts';
import { jsonScriptsOf } from '#core/platform-kit/embedded-json.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import { orShut } from '#core/platform-kit/knock.ts';

interface Ads {
  readonly ads: readonly WireAd[];
  readonly total: number | null;
  readonly after: string | null;
  readonly collation: string | null;
}
/** What a request to one door needs. */
interface Asked {
  readonly search: LibrarySearch;
  readonly address: string;
  readonly after: string | null;
  readonly collation: string | null;
}

const CONNECTION = 'search_results_connection';
const DOORS: readonly AdsDoor[] = ['page', 'query', 'search'];
const DOOR_NAMES: Readonly<Record<AdsDoor, string>> = { page: 'library page', query: 'library query', search: 'library search of 2024' };
/** Another door would say the same. */
const FINAL = new Set(['RATE_LIMITED', 'NETWORK']);
/** Of doors that are shut for different reasons, the first of these says most. */
const TELLING = ['BLOCKED', 'CAPTCHA', 'LOGIN_REQUIRED', 'GEO_BLOCKED', 'PLATFORM_CHANGED', 'NOT_FOUND'];
const CAPPED_AT = 50_001;
const CAPPED = 'Facebook counts no further than 50,001 ads: there are more.';
const NO_DOOR = 'None of the known ways into the Ads Library is there any more. An update of Commentdock may be needed.';
const NO_SUCH_AD = 'The Ads Library has no ad with this id. It may have been removed.';

/** A page of ads, through the door that answered before, else through the first that answers with ads. */
export async function adsPage(cursor: AdsCursor, session: Session): Promise<Page<FacebookCursor>> {
  const search = await completed(cursor, session);
  const { after, collation } = cursor;
  const asked = { search, address: addressOf(cursor, search), after, collation };
  const { found, door } =
    cursor.door === null ? await firstWithAds(asked, session) : { found: await adsThrough(cursor.door, asked, session), door: cursor.door };
  const goesOn = found.ads.length > 0 && found.after !== null && found.after !== after && search.ad === null;
  const next = { ...cursor, search, door: door === 'page' ? ('query' as const) : door, after: found.after, collation: found.collation };
  const isCapped = after === null && found.total === CAPPED_AT;
  return {
    items: readRows(found.ads, 'ads', adItem),
    next: goesOn ? [{ cursor: next, role: 'page' }] : [],
    ...(after === null && search.ad === null ? { total: found.total } : {}),
    notes: isCapped ? [CAPPED] : [],
    door: DOOR_NAMES[door],
  };
}

async function firstWithAds(asked: Asked, session: Session): Promise<{ readonly found: Ads; readonly door: AdsDoor }> {
  const refused: CommentdockError[] = [];
  let empty: { readonly found: Ads; readonly door: AdsDoor } | null = null;
  for (const door of DOORS) {
    const found = await orShut(adsThrough(door, asked, session));
    if (!('ads' in found)) {
      if (FINAL.has(found.code)) throw found;
      refused.push(found);
    } else if (found.ads.length > 0) return { found, door };
    else empty ??= { found, door };
  }
  if (empty === null) throw mostTelling(refused);
  if (asked.search.ad !== null) throw new PlatformRefusal('NOT_FOUND', NO_SUCH_AD);
  return empty;
}

function mostTelling(refused: readonly CommentdockError[]): CommentdockError {
  const [first] = refused.toSorted((one, other) => TELLING.indexOf(one.code) - TELLING.indexOf(other.code));
  return first === undefined || first.code === 'NOT_FOUND' ? new PlatformChanged('doors', NO_DOOR) : first;
}

async function adsThrough(door: AdsDoor, asked: Asked, session: Session): Promise<Ads> {
  const found = await askAt[door](asked, session);
  const { ad } = asked.search;
  return ad === null ? found : { ...found, ads: found.ads.filter((each) => adId(each) === ad) };
}

const askAt: Readonly<Record<AdsDoor, (asked: Asked, session: Session) => Promise<Ads>>> = {
  async page({ address }, session) {
    const { html } = await pageNeeded(session, address);
    const scripts = jsonScriptsOf(html, CONNECTION);
    const found = scripts.map(connectionIn).find((value) => value !== undefined);
    if (found === undefined) throw new PlatformChanged(CONNECTION, 'The page of the Ads Library shows no ads.');
    return connected(found);
  },
  async query({ search, address, after }, session) {
    const variables = searchVariables(search, await sessionId(session), after);
    const { data } = await askFacebook(session, { query: 'AdLibrarySearchPaginationQuery', variables, page: address });
    return connected(connectionIn(data));
  },
  async search({ search, address, after, collation }, session) {
    const { tokens } = await pageAt(session, address);
    const answer = await session.fetch({
      url: ASYNC_SEARCH,
      method: 'POST',
      query: asyncSearchQuery(search, await sessionId(session), after === null ? null : { cursor: after, collation }),
      form: { __user: '0', __a: '1', lsd: tokens.lsd },
      headers: { 'user-agent': USER_AGENT, origin: SITE, referer: address, ...SAME_ORIGIN, 'x-fb-lsd': tokens.lsd },
      accept: 'any',
    });
    const parts = partsOf(answer);
    const { payload } = parts[0];
    if (payload === undefined || payload === null) expectData(parts);
    const { results, totalCount, isResultComplete, forwardCursor, collationToken } = readWire(asyncAdsSchema, payload, 'payload');
    const isComplete = isResultComplete === true;
    return {
      ads: results.flat(),
      total: totalCount ?? null,
      after: isComplete ? null : forwardCursor || null,
      collation: collationToken || null,
    };
  },
};

function connectionIn(data: unknown): unknown {
  return shallowest(data, CONNECTION, (value) => typeof value === 'object' && value !== null && 'edges' in value);
}

function connected(connection: unknown): Ads {
  const { edges, count, page_info: info } = readWire(adConnectionSchema, connection, CONNECTION);
  const ads = edges.flatMap((edge) => edge?.node?.collated_results ?? []);
  return { ads, total: count ?? null, after: info?.has_next_page === true ? info.end_cursor || null : null, collation: null };
}

/** The search with the number of the page whose ads are wanted. */
async function completed({ search, page }: AdsCursor, session: Session): Promise<LibrarySearch> {
  return search.page === null ? { ...search, page: accountOn(await pageNeeded(session, page)) } : search;
}

/** The pasted page of the Library, unless another country is wanted than it says. */
function addressOf({ page }: AdsCursor, search: LibrarySearch): string {
  const pasted = new URL(page);
  const isLibrary = pasted.pathname.startsWith('/ads/library');
  return isLibrary && (pasted.searchParams.get('country') || 'ALL') === search.country ? page : libraryPage(search);
}
