import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { askPage, refuseByWords } from '#core/platforms/ebay/ask.ts';
import { feedbackItems, itemOf, ROW } from '#core/platforms/ebay/feedback.ts';
import { isTurned, nextQueryOn, opened } from '#core/platforms/ebay/turning.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { findCount, readCount } from '#core/platform-kit/numbers.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import type { Session } from '#core/platform-api/session.ts';
import { rowsGiven } from '#core/platform-api/odd-rows.ts';

export type Order = 'top' | 'new';
export type ItemCursor = { readonly list: 'item'; readonly site: string; readonly item: string; readonly order: Order };
export type StoreCursor = { readonly list: 'store'; readonly site: string; readonly store: string; readonly order: Order };
/** `item`: null for all feedback of the seller. `query`: what the page before asks for in its link to this one. */
export type FeedbackCursor = {
  readonly list: 'feedback';
  readonly site: string;
  readonly seller: string;
  readonly item: string | null;
  readonly order: Order;
  readonly page: number;
  readonly query: Readonly<Record<string, string>>;
};
export type ProfileCursor = { readonly list: 'profile'; readonly site: string; readonly seller: string; readonly page: number };
type Further = FeedbackCursor | ProfileCursor;

const SELLER_LINKS = [
  'a[href*="/fdbk/mweb_profile"]',
  'a[href*="/fdbk/feedback_profile/"]',
  '[data-testid="x-sellercard-atf"] a[href*="/usr/"]',
  'a[href*="/usr/"]',
  'a[href*="_ssn="]',
  'a[href*="/sch/"][href*="/m.html"]',
  '[data-testid="x-sellercard-atf"] a[href*="/str/"]',
];
const SELLER = /[?&](?:username|_ssn)=([^&#]+)|\/(?:feedback_profile|usr|str)\/([^/?#]+)|\/sch\/([^/?#]+)\/m\.html/;
const TAB = '[role="tab"], .tabs__item';
const TAB_COUNT = /\(([^()]+)\)\s*$/;
/** The page has the list of the item and that of all items, whichever of them it shows. */
const PANEL = '[role="tabpanel"], .tabs__panel';
const RESULTS = '.fdbk-result-status';
/** What a list of feedback stands in, with rows or without. */
const LIST = '.fdbk-detail-list, #feedback-cards, [class*="fdbk-"], [role="tab"]';
const ROWS_OF_PROFILE = 200;
const NO_AUTOMATIC = 'Rows that eBay writes by itself where a buyer left none are left out.';

const OF_OTHERS = 'eBay put rows about other items of the seller into the list of this one; they are left out.';

/** The page of an item, which names the seller. */
export async function itemPage({ site, item, order }: ItemCursor, session: Session): Promise<Page<FeedbackCursor>> {
  const { page } = await askPage(session, site, `/itm/${item}`);
  const seller = sellerOn(page);
  if (seller === null) {
    refuseByWords(page);
    throw new PlatformChanged('x-sellercard-atf');
  }
  return opened({ list: 'feedback', site, seller, item, order, page: 1, query: {} });
}

/** The page of a store, which names its seller; else the store's own name is the seller's. */
export async function storePage({ site, store, order }: StoreCursor, session: Session): Promise<Page<Further>> {
  const { page } = await askPage(session, site, `/str/${percentEncoded(store)}`);
  const seller = sellerOn(page);
  const cursor: FeedbackCursor = { list: 'feedback', site, seller: seller ?? store, item: null, order, page: 1, query: {} };
  if (seller !== null) return opened(cursor);
  const guessed = await orShut(feedbackPage(cursor, session));
  if (guessed instanceof CommentdockError) throw tellingOf(new PlatformChanged('x-sellercard-atf'), guessed);
  return guessed;
}

/** A page of feedback. A seller's has another door, which is taken where the first is shut. */
export async function feedbackPage(cursor: FeedbackCursor, session: Session): Promise<Page<Further>> {
  if (cursor.item !== null || cursor.page > 1) return listPage(cursor, session);
  try {
    return await listPage(cursor, session);
  } catch (error) {
    if (!(error instanceof PlatformChanged) && !(error instanceof PlatformRefusal && error.code === 'LOGIN_REQUIRED')) throw error;
    const profile = await profilePage({ list: 'profile', site: cursor.site, seller: cursor.seller, page: 1 }, session).catch(
      (other: unknown) => {
        throw other instanceof CommentdockError ? error : other;
      },
    );
    if (profile.items.length === 0) throw error;
    return profile;
  }
}

/** A page of a seller's profile, which has the same feedback in a table. */
export async function profilePage(cursor: ProfileCursor, session: Session): Promise<Page<ProfileCursor>> {
  const { site, seller, page } = cursor;
  const query = { filter: 'feedback_page:RECEIVED_AS_SELLER', limit: ROWS_OF_PROFILE, page_id: page };
  const shown = await askPage(session, site, `/fdbk/feedback_profile/${percentEncoded(seller)}`, query);
  const total = totalOn(shown.page, shown.page, null);
  const items = feedbackItems(rowsOn(shown.page, shown.page, page, total));
  const goesOn = isTurned(shown.page) ? nextQueryOn(shown.page) !== null : rowsGiven(items) >= ROWS_OF_PROFILE;
  return {
    items,
    next: goesOn ? [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }] : [],
    ...(page === 1 && total !== null ? { total } : {}),
    door: `profile${shown.by}`,
  };
}

async function listPage(cursor: FeedbackCursor, session: Session): Promise<Page<FeedbackCursor>> {
  const { site, item, page } = cursor;
  const shown = await askPage(session, site, '/fdbk/mweb_profile', queryOf(cursor));
  const panel = panelOn(shown.page, item);
  const total = totalOn(shown.page, panel, item);
  const rows = rowsOn(shown.page, panel, page, total);
  const items = feedbackItems(rows.filter((row) => item === null || (itemOf(row) ?? item) === item));
  const query = items.length === 0 ? null : nextQueryOn(panel);
  return {
    items,
    next: query === null ? [] : [{ cursor: { ...cursor, page: page + 1, query }, role: 'page' }],
    ...(page === 1 && total !== null ? { total } : {}),
    notes: [...(page === 1 && item !== null ? [NO_AUTOMATIC] : []), ...(rowsGiven(items) < rows.length ? [OF_OTHERS] : [])],
    door: `feedback${shown.by}`,
  };
}

/** The parameters that end in `_item` keep the list to one item: the site's own link is not let drop them. */
function queryOf({ seller, item, order, page, query }: FeedbackCursor): Record<string, string | number> {
  const whose = { fdbkType: 'FeedbackReceivedAsSeller', username: seller, filter: 'feedback_page:RECEIVED_AS_SELLER' };
  if (item === null) return { page_id: page, limit: 25, sort: order === 'new' ? 'TIME' : 'RELEVANCE', ...query, ...whose };
  return {
    page_id_item: page,
    ...query,
    ...whose,
    item_id: item,
    q: item,
    sort_item: order === 'new' ? 'TIME' : 'RELEVANCEV2',
    filter_image_item: 'false',
    filter_video_item: 'false',
    filter_automated_feedback_item: 'true',
  };
}

/** @throws CommentdockError PRIVATE, NOT_FOUND; PLATFORM_CHANGED for a page without a list, or without rows though it counts some */
function rowsOn(page: HtmlElement, panel: HtmlElement, number: number, total: number | null): readonly HtmlElement[] {
  const rows = panel.all(ROW);
  if (rows.length > 0) return rows;
  refuseByWords(page);
  if (page.first(LIST) === null || (number === 1 && (total ?? 0) > 0)) throw new PlatformChanged(ROW);
  return rows;
}

/** The first of two panels is about the item; of all items is the one that is shown, else the last. The page itself where it has no panels. */
function panelOn(page: HtmlElement, item: string | null): HtmlElement {
  const panels = page.all(PANEL);
  const shown = panels.find((panel) => panel.attribute('hidden') === null);
  return (item === null ? (shown ?? panels.at(-1)) : panels[0]) ?? page;
}

/** The number on the first tab for an item ("This item (12)"), on the chosen or the last one for a seller ("All items (3,456)"); else that above the rows ("36 results"). */
function totalOn(page: HtmlElement, panel: HtmlElement, item: string | null): number | null {
  const tabs = page.all(TAB).filter((tab) => TAB_COUNT.test(tab.text()));
  const chosen = tabs.find((tab) => tab.attribute('aria-selected') === 'true') ?? tabs.at(-1);
  const count = TAB_COUNT.exec((item === null ? chosen : tabs[0])?.text() ?? '')?.[1];
  if (count !== undefined) return readCount(count)?.value ?? null;
  return findCount(panel.first(RESULTS)?.text() ?? '')?.value ?? null;
}

function sellerOn(page: HtmlElement): string | null {
  for (const selector of SELLER_LINKS) {
    const found = SELLER.exec(page.first(selector)?.attribute('href') ?? '') ?? [];
    const name = found.slice(1).find((part) => part !== undefined && part !== '');
    if (name !== undefined) return decoded(name);
  }
  return null;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
