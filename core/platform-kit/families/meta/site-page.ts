// A page of Instagram or Threads: what the calls have to be asked with.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import {
  NO_TOKENS,
  preloadedQueryIds,
  relayFlagsOf,
  releaseOf,
  type RequestTokens,
  requestTokensOf,
} from '#core/platform-kit/families/meta/page.ts';
import { isWebPage } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

export interface SitePage {
  readonly tokens: RequestTokens;
  readonly release: string;
  /** Ids of calls, by their names. */
  readonly ids: ReadonlyMap<string, string>;
  readonly flags: ReturnType<typeof relayFlagsOf>;
  /** Empty where the page did not come. */
  readonly html: string;
  /** Where it leads to a login, or to something that the account has to confirm. */
  readonly wall: CommentdockError | null;
}

/** What a browser sends when it opens a page. */
export const NAVIGATION: NonNullable<PlatformRequest['headers']> = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'upgrade-insecure-requests': '1',
};
const NO_PAGE: SitePage = { tokens: NO_TOKENS, release: '', ids: new Map(), flags: {}, html: '', wall: null };

/** Read once per run; an export can do without. */
export function sitePage(session: Session, url: string): Promise<SitePage> {
  return session.once(keyOf(url), async () => {
    try {
      return readSitePage(await session.fetch({ url, headers: NAVIGATION, accept: 'any', tries: 'once' }));
    } catch (error) {
      if (!(error instanceof CommentdockError)) throw error;
      return { ...NO_PAGE, wall: error instanceof PlatformRefusal ? error : null };
    }
  });
}

/** As the browser on this machine gets it. */
export function browserPage(session: Session, url: string): Promise<SitePage> {
  return session.once(`${keyOf(url)} in the browser`, async () => readSitePage(await session.page({ url, accept: 'any', tries: 'once' })));
}

/** Keeps an answer as that page, for the calls that follow. */
export async function keepPage(session: Session, url: string, answer: Answer): Promise<void> {
  await session.once(keyOf(url), async () => readSitePage(answer));
}

/** The next call reads the page anew. */
export function forgetPage(session: Session, url: string): void {
  session.forget(keyOf(url));
}

function readSitePage(answer: Answer): SitePage {
  if (answer.status !== 200 || !isWebPage(answer)) return { ...NO_PAGE, html: isWebPage(answer) ? answer.text : '' };
  const { text } = answer;
  return {
    tokens: requestTokensOf(text),
    release: releaseOf(text),
    ids: preloadedQueryIds(text),
    flags: relayFlagsOf(text),
    html: text,
    wall: null,
  };
}

function keyOf(url: string): string {
  return `meta page ${url}`;
}
