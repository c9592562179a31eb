import { type ErrorCode, PlatformRefusal } from '#core/contract/error.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import type { PlatformRequest, Session } from '#core/platform-api/session.ts';

/** A page of one of the sites. */
interface Shown {
  readonly page: HtmlElement;
  /** `, in the browser` where plain HTTP is shut out. */
  readonly by: string;
}

/** What stands in the place of a page, by its address and its title; and what a page says that has nothing else to show. */
const ADDRESSES: readonly (readonly [RegExp, ErrorCode])[] = [
  [/\/splashui\/captcha/, 'CAPTCHA'],
  [/\/splashui\/challenge/, 'BLOCKED'],
  [/^https?:\/\/signin\./, 'LOGIN_REQUIRED'],
];
const TITLES: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^Security Measure/i, 'CAPTCHA'],
  [/^(?:Access Denied|Pardon Our Interruption)/i, 'BLOCKED'],
];
const WORDS: readonly (readonly [RegExp, ErrorCode])[] = [
  [/\b(?:chosen to )?make (?:their|his|her) feedback private\b|\bfeedback profile is private\b/i, 'PRIVATE'],
  [/\b(?:not|no longer) a registered user\b|\bUser ID you entered (?:was|is) not\b|\bWe looked everywhere\b/i, 'NOT_FOUND'],
];
/**
 * A page: by plain HTTP, and by the browser once a wall stands before that.
 * @throws CommentdockError CAPTCHA, BLOCKED, LOGIN_REQUIRED, NOT_FOUND...
 */
export async function askPage(session: Session, site: string, path: string, query: PlatformRequest['query'] = {}): Promise<Shown> {
  const url = new URL(`https://www.${site}${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const { value: page, by } = await plainOrBrowser(session, site, {
    plain: async () => shownBy(await session.fetch({ url: url.href })),
    browser: async () => shownBy(await session.page({ url: url.href, tries: 'once' })),
  });
  return { page, by };
}

function shownBy({ url, text }: { readonly url: string; readonly text: string }): HtmlElement {
  refuse(ADDRESSES, url);
  const page = parseHtml(text);
  refuse(TITLES, page.first('title')?.rawText.trim() ?? '');
  return page;
}

/** Why a page has nothing of what was asked for, where it says so. @throws PlatformRefusal PRIVATE, NOT_FOUND */
export function refuseByWords(page: HtmlElement): void {
  refuse(WORDS, page.text());
}

function refuse(signs: typeof WORDS, text: string): void {
  const found = signs.find(([sign]) => sign.test(text));
  if (found !== undefined) throw new PlatformRefusal(found[1]);
}
