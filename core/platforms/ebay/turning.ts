import type { Json, Page } from '#core/platforms/define.ts';
import type { HtmlElement } from '#core/platforms/kit/html-tree.ts';

const NEXT = 'a.pagination__next, [data-testid="pagination-next"]';

/** The query of the link to the next page; null where the page has none, or it leads nowhere. */
export function nextQueryOn(page: HtmlElement): Readonly<Record<string, string>> | null {
  const link = page.first(NEXT);
  if (link === null || link.attribute('aria-disabled') === 'true' || link.attribute('disabled') !== null) return null;
  const href = link.attribute('href');
  return href === null ? {} : Object.fromEntries(new URLSearchParams(href.includes('?') ? href.slice(href.indexOf('?')) : ''));
}

/** True where a page has links to others of its list, whether they lead anywhere or not. */
export function isTurned(page: HtmlElement): boolean {
  return page.first(`${NEXT}, .pagination`) !== null;
}

/** A page that says no more than where to go on. */
export function opened<C extends Json>(cursor: C): Page<C> {
  return { items: [], next: [{ cursor, role: 'page' }], mayRepeat: true };
}
