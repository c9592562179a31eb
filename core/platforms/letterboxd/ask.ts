import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { orNothing } from '#core/platform-kit/knock.ts';

export const ORIGIN = 'https://letterboxd.com';

/** A page of the site, and when it had arrived. */
export interface Shown {
  readonly page: HtmlElement;
  readonly fetchedAt: Date;
  readonly door: string;
}

/** What every page of the site has, whatever it shows. */
const SITE_BODY = '.site-body, #content, .content-wrap, .viewing-list, .film-reviews, .person-summary';
const ERROR_BODY = 'body.error';
const PRIVATE = /\baccount is private\b/i;
const LOGIN_PATH = '/sign-in';

/**
 * The page under `path`: by plain HTTP, and by the browser once a challenge stands before that.
 * @throws CommentdockError NOT_FOUND, PRIVATE, LOGIN_REQUIRED, CAPTCHA, BLOCKED, PLATFORM_CHANGED...
 */
export async function askPage(session: Session, path: string): Promise<Shown> {
  const url = `${ORIGIN}${path}`;
  const { value, by } = await plainOrBrowser(session, 'letterboxd', {
    plain: () => session.fetch({ url, accept: [403] }),
    browser: () => session.page({ url, ready: { selector: `${SITE_BODY}, ${ERROR_BODY}` }, accept: [403] }),
  });
  return shownBy(value, `page${by}`);
}

/** The words that a page shortens; null where they are not given: an export can do without. */
export async function askFullText(session: Session, path: string): Promise<string | null> {
  const request = { url: `${ORIGIN}${path}`, tries: 'once', accept: 'any' } as const;
  const ways = { plain: () => session.fetch(request), browser: () => session.inPage(request) };
  const answer = (await orNothing(plainOrBrowser<Answer>(session, 'letterboxd', ways)))?.value;
  return answer?.status === 200 && !/<html\b/i.test(answer.text) ? answer.text : null;
}

function shownBy(answer: Answer, door: string): Shown {
  if (answer.status === 403) throw PRIVATE.test(answer.text) ? new PlatformRefusal('PRIVATE') : refusalOf(answer);
  if (new URL(answer.url).pathname.startsWith(LOGIN_PATH)) throw new PlatformRefusal('LOGIN_REQUIRED');
  const page = parseHtml(answer.text);
  if (page.first(ERROR_BODY) !== null) throw new PlatformRefusal('NOT_FOUND');
  if (page.first(SITE_BODY) === null) throw new PlatformChanged(SITE_BODY);
  return { page, fetchedAt: answer.fetchedAt, door };
}

/** Why a page shows nothing of a list. @throws PlatformRefusal PRIVATE where the account is closed */
export function refuseIfPrivate(page: HtmlElement): void {
  if (PRIVATE.test(page.text())) throw new PlatformRefusal('PRIVATE');
}
