import type { Json, Page } from '#core/platform-api/define.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';

/** A link in the lists; a button, whose page the site's own script asks for, in profiles. */
const NEXT = '.pagination__next, #next-page, [data-testid="pagination-next"]';

/** The query of the link to the next page, empty for a button; null where the page has neither, or it leads nowhere. */
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
