import { z } from 'zod';
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';
import { isRedirect, refusalOf } from '#core/platform-api/refusal.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { ORIGIN } from '#core/platforms/trustpilot/address.ts';

/** The page is not given but the way to the login is. */
export const LOGIN_WALL = 'login wall';
export type LoginWall = typeof LOGIN_WALL;

/** What a page carries for its own use. */
export interface PageData<T> {
  readonly props: T;
  /** Names the release of the site, a part of the address of its data pages; null where the answer does not say. */
  readonly buildId: string | null;
  /** The path that answered, after redirects. */
  readonly path: string;
}

/** The data within an HTML page, unchecked; null where it has none. `path`: what answered. */
type EmbeddedData = { readonly data: unknown; readonly path: string };

const MOST_REDIRECTS = 5;
const CHALLENGE = /awswaf\.com|gokuProps|challenge\.js|cf-chl/;
/** Statuses of a page that a challenge stands before. */
const WALLS = new Set([202, 403]);
const embeddedSchema = z.object({ props: z.object({ pageProps: z.unknown() }), buildId: z.string().nullish() });
const dataSchema = z.object({ pageProps: z.unknown() });
const redirectSchema = z.object({ pageProps: z.object({ __N_REDIRECT: z.string() }) });

/**
 * The HTML page under `path`, its embedded data checked: by plain HTTP, and by the browser once a wall stands before that.
 * @throws CommentdockError CAPTCHA, BLOCKED (403 without a challenge), NOT_FOUND, PLATFORM_CHANGED...
 */
export async function htmlPage<S extends z.ZodType>(
  session: Session,
  path: string,
  query: PlatformRequest['query'],
  schema: S,
): Promise<PageData<z.output<S>> | LoginWall> {
  const { value: found } = await plainOrBrowser(session, 'trustpilot', {
    plain: () => askedPage(session, path, query),
    browser: () => shownPage(session, path, query),
  });
  if (found === LOGIN_WALL) return found;
  const { props, buildId } = readWire(embeddedSchema, found.data, '__NEXT_DATA__');
  return { props: readWire(schema, props.pageProps, '__NEXT_DATA__.props.pageProps'), buildId: buildId ?? null, path: found.path };
}

async function askedPage(session: Session, path: string, query: PlatformRequest['query']): Promise<EmbeddedData | LoginWall> {
  const { answer, url } = await askFollowing(session, path, query);
  return leadsToLogin(locationOf(answer, url)) ? LOGIN_WALL : dataIn(answer, url.pathname);
}

/** The browser's cookies then open the data pages to plain HTTP, too. */
async function shownPage(session: Session, path: string, query: PlatformRequest['query']): Promise<EmbeddedData | LoginWall> {
  const url = new URL(path, ORIGIN);
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value));
  try {
    const shown = await session.page({ url: url.href, ready: { selector: '#__NEXT_DATA__' }, accept: 'any' });
    const at = new URL(shown.url);
    return leadsToLogin(at) ? LOGIN_WALL : dataIn(shown, at.pathname);
  } catch (error) {
    if (error instanceof CommentdockError && error.code === 'LOGIN_REQUIRED') return LOGIN_WALL;
    throw error;
  }
}

/** A challenge that the browser has passed leaves its status with the page. */
function dataIn(answer: Answer, path: string): EmbeddedData {
  const data = nextDataOf(answer.text);
  const isGiven = answer.status === 200 || (data !== null && WALLS.has(answer.status));
  if (!isGiven) throw refusalOfPage(answer);
  if (data === null && CHALLENGE.test(answer.text)) throw new PlatformRefusal('CAPTCHA');
  return { data, path };
}

/**
 * The same data without the page around it, which the site itself asks for when one turns pages. One try: the HTML page
 * is there in its stead.
 * @throws CommentdockError as `htmlPage`
 */
export async function dataPage<S extends z.ZodType>(
  session: Session,
  request: { readonly buildId: string; readonly path: string; readonly query: PlatformRequest['query'] },
  schema: S,
): Promise<PageData<z.output<S>> | LoginWall> {
  const url = new URL(`${ORIGIN}/_next/data/${percentEncoded(request.buildId)}${request.path}.json`);
  const answer = await session.fetch({
    url: url.href,
    ...(request.query === undefined ? {} : { query: request.query }),
    headers: { 'x-nextjs-data': '1', referer: `${ORIGIN}${request.path}` },
    redirect: 'manual',
    tries: 'once',
    accept: 'any',
  });
  if (leadsToLogin(locationOf(answer, url))) return LOGIN_WALL;
  if (answer.status !== 200) throw refusalOfPage(answer);
  const { pageProps } = answer.json(dataSchema);
  return { props: readWire(schema, pageProps, 'pageProps'), buildId: request.buildId, path: request.path };
}

/** Redirects to another path are followed with our own query: the canonical name of a company, not another view of it. */
async function askFollowing(session: Session, path: string, query: PlatformRequest['query']): Promise<{ answer: Answer; url: URL }> {
  let url = new URL(path, ORIGIN);
  let ownQuery = query;
  for (let hop = 0; ; hop += 1) {
    const answer = await session.fetch({
      url: url.href,
      ...(ownQuery === undefined ? {} : { query: ownQuery }),
      redirect: 'manual',
      accept: 'any',
    });
    const target = locationOf(answer, url);
    if (target === null || leadsToLogin(target) || !isSite(target.hostname)) return { answer, url };
    if (hop === MOST_REDIRECTS) throw new PlatformChanged('redirect', `Trustpilot redirects in a circle at ${url.pathname}.`);
    const isOtherPath = target.pathname !== url.pathname;
    ownQuery = isOtherPath ? query : undefined;
    url = isOtherPath ? new URL(target.pathname, ORIGIN) : target;
  }
}

/** Where an answer points, by its header or, in a data page, by its body. */
function locationOf(answer: Answer, base: URL): URL | null {
  const inBody = answer.status === 200 && answer.isJson ? checked(redirectSchema, answer.json(z.unknown())) : null;
  const location = inBody?.success
    ? inBody.data.pageProps.__N_REDIRECT
    : isRedirect(answer.status)
      ? answer.headers['location']
      : undefined;
  return location !== undefined && URL.canParse(location, base.href) ? new URL(location, base) : null;
}

function leadsToLogin(target: URL | null): boolean {
  return target !== null && target.pathname.startsWith('/users/connect');
}

function isSite(hostname: string): boolean {
  return hostname === 'trustpilot.com' || hostname.endsWith('.trustpilot.com');
}

function refusalOfPage(answer: Answer): Error {
  return answer.status === 202 || CHALLENGE.test(answer.text) ? new PlatformRefusal('CAPTCHA') : refusalOf(answer);
}
