// The pages of LinkedIn as people see them who are logged in. Since March 2026 some of the calls that filled them are gone, one by one: what
// is shown comes with the page, under class names that change. So only what a reader has of them counts: roles, labels, addresses, words.
import { CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import { isWithoutBrowser } from '#core/platform-kit/browser-door.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';
import { SITE } from '#core/platforms/linkedin/ask.ts';
import { commentNumber, withoutQuery } from '#core/platforms/linkedin/items.ts';
import type { PageAction, Session } from '#core/platform-api/session.ts';

/** How often a list is made longer before it is read: so often at first, twice as often each time, and never more. */
const FIRST_STEPS = 5;
const MOST_STEPS = 40;
const READY_MS = 10_000;
/** How long a step that makes a list longer may take. */
export const MORE_MS = 2_000;
const PROFILE = 'a[href*="/in/"], a[href*="/company/"]';
/** The part of a text that is folded away has a button in it. */
const TEXTS = '[data-testid="expandable-text-box"], span[dir="ltr"]';

export interface Rendered {
  readonly page: HtmlElement;
  readonly seenAt: Date;
}

/** Opens a page behind the login, waits for what it is read for, and acts on it. @throws what `page` throws */
export async function renderedAt(session: Session, path: string, ready: string, actions: readonly PageAction[]): Promise<Rendered> {
  const { text, fetchedAt } = await session.page({ url: SITE + path, ready: { selector: ready, timeoutMs: READY_MS }, actions });
  return { page: parseHtml(text), seenAt: fetchedAt };
}

/**
 * What the calls give, or the page where they are gone: a call that is not known any more, under any name, or an answer of another form.
 * @throws CommentdockError what the page says, or the calls where that tells more
 */
export async function unlessGone<T>(calls: Promise<T>, page: () => Promise<T>): Promise<T> {
  const called = await orShut(calls);
  if (!(called instanceof CommentdockError)) return called;
  if (!(called instanceof PlatformChanged) && called.code !== 'NOT_FOUND') throw called;
  const shown = await orShut(page());
  if (!(shown instanceof CommentdockError)) return shown;
  throw isWithoutBrowser(shown) || shown instanceof PlatformChanged ? called : tellingOf(called, shown);
}

/** How often to make the list longer the next time; null where that was often enough. */
export function moreSteps(steps: number): number | null {
  if (steps >= MOST_STEPS) return null;
  return steps === 0 ? FIRST_STEPS : Math.min(MOST_STEPS, steps * 2);
}

/** Who wrote or did what the element says. */
export function personIn(
  element: HtmlElement,
  isOwn: (part: HtmlElement) => boolean = () => true,
): { readonly name: string | null; readonly url: string | null } {
  const links = element.all(PROFILE).filter(isOwn);
  const url = withoutQuery(links[0]?.attribute('href'));
  for (const link of links.filter((each) => withoutQuery(each.attribute('href')) === url)) {
    const name = firstLine(link.first('span[dir="ltr"], span[aria-hidden="true"]')?.text() ?? '') ?? firstLine(link.text());
    if (name !== null) return { name, url: absolute(url) };
  }
  return { name: null, url: absolute(url) };
}

/** The longest text that is nobody's name: what stands in a link to a profile is. */
export function wordsIn(element: HtmlElement, isOwn: (part: HtmlElement) => boolean): string | null {
  const texts = element
    .all(TEXTS)
    .filter((part) => isOwn(part) && part.closest(PROFILE) === null)
    .map((part) => part.text({ whiteSpace: 'keepNewlines' }).trim());
  const longest = texts.reduce((best, text) => (text.length > best.length ? text : best), '');
  return longest === '' ? null : longest;
}

/** "1,234 reactions" of a button, a link or a label; null where none says so. */
export function countedIn(
  element: HtmlElement,
  what: 'reaction' | 'comment' | 'repost',
  isOwn: (part: HtmlElement) => boolean,
): number | null {
  const form = new RegExp(`^\\d[\\d.,]*\\s+${what}s?\\b`, 'i');
  for (const part of element.all('button, a, span, [aria-label]').filter(isOwn)) {
    const words = [part.attribute('aria-label') ?? '', part.rawText.trim()].find((each) => form.test(each));
    if (words !== undefined) return findCount(words)?.value ?? null;
  }
  return null;
}

/** The number of a comment that an element names as its own. */
export function commentIn(element: HtmlElement): string | null {
  return commentNumber(element.attribute('data-id')) ?? null;
}

function firstLine(text: string): string | null {
  const line = text.trim().split('\n')[0]?.trim() ?? '';
  return line === '' ? null : line;
}

function absolute(url: string | null): string | null {
  return url === null ? null : (URL.parse(url, SITE)?.href ?? null);
}
