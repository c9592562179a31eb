// Calls that pages of Instagram and Threads make: plain, with the tokens of their page, and from inside a page in the browser where a plain
// one is answered with a web page.
import { CommentdockError } from '#core/contract/error.ts';
import { relayForm, type RelayCall } from '#core/platform-kit/families/meta/relay.ts';
import { browserPage, forgetPage, sitePage, type SitePage } from '#core/platform-kit/families/meta/site-page.ts';
import { isWebPage } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** What lasts for one run. */
export interface Visit {
  /** Made up where no page has set one, as the page's script does. */
  readonly csrf: string;
  readonly tabId: string;
  /** What the last answer asked to be told. */
  claim: string;
  isRenewed: boolean;
  isInBrowser: boolean;
}

/** A door that is there and gave nothing: another one may. */
export interface Shut {
  readonly shut: CommentdockError;
}

/** `signs`: the call sends what its page gave it. */
interface PageCall {
  /** Whose call it is. */
  readonly page: string;
  readonly signs: boolean;
  make(site: SitePage | null, visit: Visit): PlatformRequest;
}

/** What a browser says of a fetch within a page. */
export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const NO_BROWSER = new Set<string>(['BROWSER_MISSING', 'NETWORK', 'PLATFORM_CHANGED']);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TAB_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The answer, from within the browser where others get a web page: tokens may be stale (the page is read anew once), or the client looks like
 * no browser. A browser that is missing or does not get there is a door that is shut.
 */
export async function answerAnywhere(session: Session, { page, signs, make }: PageCall): Promise<Answer | Shut> {
  const visit = await visitOf(session);
  const read = async (): Promise<SitePage | null> => (signs ? sitePage(session, page) : null);
  if (!visit.isInBrowser) {
    let site = await read();
    let answer = await send(session, make(site, visit), visit);
    if (!isShell(answer)) return answer;
    if (signs && !visit.isRenewed) {
      visit.isRenewed = true;
      forgetPage(session, page);
      site = await read();
      answer = await send(session, make(site, visit), visit);
      if (!isShell(answer)) return answer;
    }
    if (site?.wall) throw site.wall;
  }
  try {
    const site = signs ? await browserPage(session, page) : null;
    const answer = await session.inPage({ ...make(site, visit), page: { url: page, accept: 'any' } });
    visit.isInBrowser = !isShell(answer);
    return answer;
  } catch (error) {
    if (error instanceof CommentdockError && NO_BROWSER.has(error.code)) return { shut: error };
    throw error;
  }
}

/** The form of a call; what the page did not give is left out. */
export function signedForm(call: RelayCall, own: Readonly<Record<string, string>>): Record<string, string> {
  const { dtsg, lsd } = call.tokens;
  const isUnsigned = dtsg === '' && lsd === '';
  const form = Object.entries({ ...relayForm(call), ...own });
  return Object.fromEntries(form.filter(([name, value]) => value !== '' && !(isUnsigned && name === 'jazoest')));
}

/** The token that is sent twice, as a cookie and as a header. */
export function csrfHeaders(session: Session, site: string, visit: Visit, cookies: readonly string[] = []): Record<string, string> {
  const csrf = session.cookie(site, 'csrftoken') ?? visit.csrf;
  return { 'x-csrftoken': csrf, cookie: [`csrftoken=${csrf}`, ...cookies].join('; ') };
}

async function send(session: Session, request: PlatformRequest, visit: Visit): Promise<Answer> {
  const answer = await session.fetch(request);
  visit.claim = answer.headers['x-ig-set-www-claim'] ?? visit.claim;
  return answer;
}

/** A web page with a good status: stale tokens, a client that looks like no browser, or a refusal. They all look alike. */
function isShell(answer: Answer): boolean {
  return answer.status === 200 && isWebPage(answer);
}

/** The visit of this run. */
export function visitOf(session: Session): Promise<Visit> {
  return session.once('meta visit', async () => ({
    csrf: randomText(LETTERS, 32),
    tabId: [6, 6, 6].map((length) => randomText(TAB_LETTERS, length)).join(':'),
    claim: '0',
    isRenewed: false,
    isInBrowser: false,
  }));
}

function randomText(letters: string, length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join('');
}
