// The ways to Reddit's answers. Since the end of May 2026 they are refused to visitors without a cookie of a session, and to many with one:
// so the old site's page comes first, which gives such a cookie, then the answers of both sites, then the pages of the old one.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import { isRedirect } from '#core/platform-api/refusal.ts';
import { SITE } from '#core/platforms/reddit/items.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** Something that both sites have at the same path. */
interface SiteRequest extends Pick<PlatformRequest, 'query' | 'form'> {
  /** With a leading slash. */
  readonly path: string;
}

/** What a run has learnt: how many sites refuse their answers to it, and how the first one did. */
interface Refused {
  sites: number;
  first: CommentdockError | null;
}

const OLD_SITE = 'https://old.reddit.com';
const SITES: readonly [string, string] = [SITE, OLD_SITE];
const WITHOUT_SESSION =
  'Reddit refuses this machine without a login. Log in at www.reddit.com and give the cookies of that session (options.cookies), or choose another route (options.vpn).';

/**
 * The answer to a `.json` address, with Reddit's own ways to refuse told apart. A refusal that is none of the content but of this visitor
 * comes back instead of being thrown: the pages may still be open.
 * @throws PlatformRefusal PRIVATE, LOGIN_REQUIRED, AGE_RESTRICTED, NOT_FOUND; further errors are those of `fetch`
 */
export async function ask(session: Session, request: SiteRequest): Promise<Answer | CommentdockError> {
  await visitOnce(session);
  const refused = await session.once<Refused>('reddit refusals', async () => ({ sites: 0, first: null }));
  for (let site = refused.sites; site < SITES.length; site = Math.max(site + 1, refused.sites)) {
    const answer = await orShut(askSite(session, SITES[site] ?? SITE, request));
    if (!(answer instanceof CommentdockError)) return answer;
    if (!isOfVisitor(answer)) throw refused.first === null ? answer : telling(refused.first, answer);
    refused.first ??= answer;
    refused.sites = Math.max(refused.sites, site + 1);
  }
  return refused.first ?? new PlatformRefusal('BLOCKED');
}

/** A page of the old site. @param refusal what its answers said: thrown where the page is refused too */
export async function askPage(session: Session, request: SiteRequest, refusal: CommentdockError): Promise<string> {
  const page = await orShut(askSite(session, OLD_SITE, request));
  if (!(page instanceof CommentdockError)) return page.text;
  throw telling(refusal, page);
}

/** An address as it stands, a redirect handed back. @throws as `ask`; PlatformRefusal BLOCKED besides */
export async function askAsIs(session: Session, request: PlatformRequest): Promise<Answer> {
  await visitOnce(session);
  const answer = await session.fetch({ ...request, redirect: 'manual', accept: [403] });
  if (answer.status !== 403) return answer;
  if (answer.isJson)
    throw new PlatformRefusal(
      'PRIVATE',
      'This part of Reddit is private, quarantined or gated. An account that may see it can export it with its cookies (options.cookies).',
    );
  throw session.hasCookies ? new PlatformRefusal('BLOCKED') : new PlatformRefusal('BLOCKED', WITHOUT_SESSION);
}

/** A cookie of a visitor, for those who are not logged in: the old site's front page gives one to everybody. */
async function visitOnce(session: Session): Promise<void> {
  if (session.hasCookies) return;
  await session.once('reddit visitor', () => optionalText(session, { url: `${OLD_SITE}/` }));
}

async function askSite(session: Session, site: string, { path, query, form }: SiteRequest): Promise<Answer> {
  const request = { url: `${site}${path}`, ...(query === undefined ? {} : { query }) };
  const answer = await askAsIs(session, form === undefined ? request : { ...request, method: 'POST', form });
  if (!isRedirect(answer.status)) return answer;
  const { pathname } = new URL(answer.headers['location'] ?? '/', site);
  if (pathname.startsWith('/login')) throw new PlatformRefusal('LOGIN_REQUIRED');
  if (pathname.startsWith('/over18')) throw new PlatformRefusal('AGE_RESTRICTED');
  throw new PlatformRefusal('NOT_FOUND');
}

/** What the old site says counts, but for NOT_FOUND: it may go as a whole one day, and the refusal says what helps. */
function telling(refusal: CommentdockError, ofOldSite: CommentdockError): CommentdockError {
  return isOfVisitor(ofOldSite) || ofOldSite.code === 'NOT_FOUND' ? refusal : ofOldSite;
}

/** True where not the content is refused, but who asks. */
function isOfVisitor({ code }: CommentdockError): boolean {
  return code === 'BLOCKED' || code === 'CAPTCHA';
}
