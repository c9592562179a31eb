// Pages of Facebook: what they carry for the calls, and whom and what they name.
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import {
  NO_TOKENS,
  preloadedQueryIds,
  relayFlagsOf,
  type RequestTokens,
  requestTokensOf,
  scriptsOf,
} from '#core/platform-kit/families/meta/page.ts';
import { NAVIGATION } from '#core/platform-kit/families/meta/site-page.ts';
import { numberIn, placeAt } from '#core/platforms/facebook/address.ts';
import { feedbackId } from '#core/platforms/facebook/cursor.ts';
import { firstCapture } from '#core/platform-kit/first-capture.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { isRedirect, refusalOf } from '#core/platform-api/refusal.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { orShut } from '#core/platform-kit/knock.ts';

export const SITE = 'https://www.facebook.com';
/** A browser's full name without all that a browser sends beside it is refused (1357054); a bare one is not. */
export const USER_AGENT = 'Mozilla/5.0';
const AS_NAVIGATION = { ...NAVIGATION, 'user-agent': USER_AGENT, 'accept-language': 'en-US,en;q=0.9', 'sec-fetch-user': '?1' };
const WALL = /^\/(?:login|checkpoint)\b/;
const TITLE = /<title\b[^<>]*>([^<]*)<\/title>/i;
const NOT_THERE = /isn['’]t available|page not found|not available right now/i;
/** As a heading: pages carry the words among their texts, too. */
const TEMPORARILY_BLOCKED = /<(?:title|h\d|div|span)\b[^<>]*>\s*You(?:'|’|&#0?39;|&rsquo;)re temporarily blocked/i;
const LOGIN_FORM = /<input\b[^<>]*\bname="email"/i;
const FEEDBACK = /"feedback":\{(?:"__typename":"\w+",)?"id":"([\w+/=-]+)"/g;
const OF_POST = /^feedback:(\d+)$/;
const POST_ID = /"post_id":"(\d+)"/g;
const SUBSCRIPTION = /"subscription_target_id":"(\d+)"/;
const GROUP_IDS = [/content="fb:\/\/group\/\??(?:id=)?(\d+)/, /"groupID":"(\d+)"/];
const ACCOUNT_IDS = [/"props":\{"userID":"(\d+)"/, /content="fb:\/\/(?:profile|page)\/\??(?:id=)?(\d+)/, /"pageID":"(\d+)"/];
export const HIDDEN =
  'Facebook shows nothing under this URL: it was deleted, it is private, or it is hidden from this session. Check that it opens in a browser.';
export const BLOCKED = 'Facebook has blocked this for some hours: too much was asked for. Wait, or choose another route (options.vpn).';
const LEADS_ELSEWHERE =
  'This link leads to something without comments of its own. Open it in a browser and paste the address that you arrive at.';

/** A page as it was read, once per run; `failure` where it cannot be used. */
export interface SitePage {
  readonly html: string;
  /** The address that answered. */
  readonly url: string;
  readonly failure: CommentdockError | null;
  readonly tokens: RequestTokens;
  /** Ids of queries, as far as the page (and later the scripts) named them. */
  readonly queryIds: Map<string, string>;
  readonly scripts: readonly string[];
  readonly flags: ReturnType<typeof relayFlagsOf>;
}

type Headers = Readonly<Record<string, string>>;

/** A page that can be done without, read once per run and with one try. Only the end of the export itself is thrown. */
export function pageAt(session: Session, url: string, headers: Headers = {}): Promise<SitePage> {
  return session.once(keyOf(url), () => readPage(session, { url, headers, tries: 'once' }));
}

/** Reads a page anew: its tokens are good for a day or so. */
export function pageAnew(session: Session, url: string): Promise<SitePage> {
  session.forget(keyOf(url));
  return pageAt(session, url);
}

/**
 * A page that is needed, read once per run.
 * @throws CommentdockError why it cannot be read
 */
export async function pageNeeded(session: Session, url: string, headers: Headers = {}): Promise<SitePage> {
  const page = await session.once(keyOf(url), () => readPage(session, { url, headers }));
  if (page.failure === null) return page;
  if (page.failure.retry !== 'never') session.forget(keyOf(url));
  throw page.failure;
}

/**
 * What the comments and reactions of the post on a page hang on.
 * @throws PlatformRefusal NOT_FOUND, LOGIN_REQUIRED
 * @throws PlatformChanged where the page shows something and names no post
 */
export function feedbackOn(page: SitePage): string {
  return feedbackNamedOn(page) ?? feedbackByAddress(page) ?? missingOn(page, 'feedback.id');
}

/** Of several the one that belongs to the page's post; null where the page names none. */
function feedbackNamedOn({ html }: SitePage): string | null {
  const posts = [...html.matchAll(POST_ID)].map(([, id = '']) => feedbackId(id));
  const named = [...html.matchAll(FEEDBACK)].map(([, id = '']) => id).filter(isOfPost);
  const subscription = SUBSCRIPTION.exec(html)?.[1];
  const found = named.find((id) => posts.includes(id)) ?? named[0] ?? posts[0];
  return found ?? (subscription === undefined ? null : feedbackId(subscription));
}

/** True for a page that a link has led to and that stands in a group. */
export function isInGroup({ url }: SitePage): boolean {
  return placeAt(parsePastedUrl(url))?.kind === 'group-post';
}

/** @throws as `feedbackOn` */
export function accountOn(page: SitePage): string {
  return firstCapture(ACCOUNT_IDS, page.html) ?? missingOn(page, 'userID');
}

/** @throws as `feedbackOn` */
export function groupOn(page: SitePage): string {
  return firstCapture(GROUP_IDS, page.html) ?? missingOn(page, 'groupID');
}

async function readPage(session: Session, request: PlatformRequest): Promise<SitePage> {
  const headers = { ...AS_NAVIGATION, ...request.headers };
  const answer = await orShut(session.fetch({ ...request, headers, accept: 'any' }));
  if (answer instanceof CommentdockError) return pageOf('', request.url, answer);
  return pageOf(answer.text, answer.url, wallOf(answer));
}

function keyOf(url: string): string {
  return `facebook page ${url}`;
}

function feedbackByAddress({ url }: SitePage): string | null {
  const place = placeAt(parsePastedUrl(url));
  if (place === null || place.kind === 'share-link') return null;
  const post = numberIn(place.params['post']);
  if (post !== null) return feedbackId(post);
  if (place.kind === 'post' || place.kind === 'group-post') return null;
  throw new PlatformRefusal('NOT_FOUND', LEADS_ELSEWHERE);
}

function missingOn({ html }: SitePage, path: string): never {
  const title = decodeEntities(TITLE.exec(html)?.[1] ?? '');
  if (NOT_THERE.test(title) || html.includes("This content isn't available")) throw new PlatformRefusal('NOT_FOUND', HIDDEN);
  if (LOGIN_FORM.test(html)) throw new PlatformRefusal('LOGIN_REQUIRED');
  throw new PlatformChanged(path);
}

function pageOf(html: string, url: string, failure: CommentdockError | null): SitePage {
  const isUsable = failure === null;
  return {
    html: isUsable ? html : '',
    url,
    failure,
    tokens: isUsable ? requestTokensOf(html) : NO_TOKENS,
    queryIds: isUsable ? preloadedQueryIds(html) : new Map(),
    scripts: isUsable ? scriptsOf(html) : [],
    flags: isUsable ? relayFlagsOf(html) : {},
  };
}

function wallOf(answer: Answer): CommentdockError | null {
  const { status, url, text } = answer;
  if (WALL.test(new URL(url).pathname)) return new PlatformRefusal('LOGIN_REQUIRED');
  if (isTemporarilyBlocked(text)) return new PlatformRefusal('BLOCKED', BLOCKED);
  if (status === 404) return new PlatformRefusal('NOT_FOUND', HIDDEN);
  if (status < 200 || isRedirect(status) || status >= 400) return refusalOf(answer);
  return null;
}

/** The page that comes in the place of any other. */
export function isTemporarilyBlocked(html: string): boolean {
  return TEMPORARILY_BLOCKED.test(html);
}

function isOfPost(id: string): boolean {
  try {
    return OF_POST.test(atob(id));
  } catch {
    return false;
  }
}
