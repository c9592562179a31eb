// The page of a post or a profile: what the calls have to be asked with, and what it says of itself.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { NO_TOKENS, preloadedQueryIds, relayFlagsOf, releaseOf, requestTokensOf } from '#core/platforms/families/meta/page.ts';
import type { RequestTokens } from '#core/platforms/families/meta/page.ts';
import { jsonScriptsOf } from '#core/platforms/kit/embedded-json.ts';
import { shallowest } from '#core/platforms/kit/json-tree.ts';
import { isWebPage } from '#core/platforms/kit/refusal.ts';
import { factsSchema, commentsSchema, type WireComments } from '#core/platforms/instagram/wire.ts';
import { readWire } from '#core/platforms/kit/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platforms/session.ts';

export interface SitePage {
  readonly tokens: RequestTokens;
  readonly release: string;
  readonly ids: ReadonlyMap<string, string>;
  readonly flags: ReturnType<typeof relayFlagsOf>;
  /** Empty where the page did not come. */
  readonly html: string;
  /** Where it leads to a login, or to something that the account has to confirm. */
  readonly wall: CommentdockError | null;
}

/** What a page says of its post. */
export interface PostFacts {
  readonly owner: string | null;
  readonly comments: number | null;
  readonly areCommentsClosed: boolean;
}

export const NAVIGATION: NonNullable<PlatformRequest['headers']> = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'upgrade-insecure-requests': '1',
};
const NO_FACTS: PostFacts = { owner: null, comments: null, areCommentsClosed: false };
const NO_PAGE: SitePage = { tokens: NO_TOKENS, release: '', ids: new Map(), flags: {}, html: '', wall: null };
const COMMENT_LISTS = ['xdt_api__v1__media__media_id__comments__connection', 'comments_connection'];
const PROFILE_ID = /"profile_id":"(\d+)"/;
const ERROR_PAGE = /"?httpErrorPage"?/;
const IS_GATED = /"if_not_gated_logged_out":null/;

/** Read once per run; an export can do without. */
export function sitePage(session: Session, url: string): Promise<SitePage> {
  return session.once(keyOf(url), async () => {
    try {
      const answer = await session.fetch({ url, headers: NAVIGATION, accept: 'any', tries: 'once' });
      return readPage(answer);
    } catch (error) {
      if (!(error instanceof CommentdockError) || error.code === 'STOPPED') throw error;
      return { ...NO_PAGE, wall: error instanceof PlatformRefusal ? error : null };
    }
  });
}

/** As the browser on this machine gets it. */
export function browserPage(session: Session, url: string): Promise<SitePage> {
  return session.once(`${keyOf(url)} in the browser`, async () => readPage(await session.page({ url, accept: 'any', tries: 'once' })));
}

/** The next call reads the page anew. */
export function forgetPage(session: Session, url: string): void {
  session.forget(keyOf(url));
}

export function profileIdIn({ html }: SitePage): string | null {
  return PROFILE_ID.exec(html)?.[1] ?? null;
}

/** True for the page that stands for one that is deleted, private or blocked. */
export function isErrorPage({ html }: SitePage): boolean {
  return ERROR_PAGE.test(html);
}

/** True where a visitor is not shown the post because of its content. */
export function isGated({ html }: SitePage): boolean {
  return IS_GATED.test(html);
}

export function factsIn({ html }: SitePage, media: string): PostFacts {
  const isPost = (value: unknown): boolean => factsSchema.safeParse(value).data?.pk === media;
  for (const script of html.includes(media) ? dataOf(html) : []) {
    const listed = shallowest(script, 'items', (value) => Array.isArray(value) && value.some(isPost));
    const own = Array.isArray(listed) ? (listed as unknown[]).find(isPost) : shallowest(script, 'xig_polaris_media', isPost);
    if (own === undefined) continue;
    const facts = readWire(factsSchema, own, 'page');
    return {
      owner: facts.user?.pk ?? facts.user?.id ?? facts.owner?.pk ?? facts.owner?.id ?? null,
      comments: facts.comment_count ?? null,
      areCommentsClosed: facts.comments_disabled === true || facts.commenting_disabled_for_viewer === true,
    };
  }
  return NO_FACTS;
}

/** The first comments, which a page carries itself; null where it has none. */
export function commentsIn({ html }: SitePage): WireComments | null {
  for (const script of dataOf(html)) {
    for (const key of COMMENT_LISTS) {
      const found = shallowest(script, key, (value) => typeof value === 'object' && value !== null && 'edges' in value);
      if (found !== undefined) return readWire(commentsSchema, found, key);
    }
  }
  return null;
}

/** Scripts of a page that are cut or broken say nothing. */
function dataOf(html: string): unknown[] {
  try {
    return jsonScriptsOf(html);
  } catch {
    return [];
  }
}

function readPage(answer: Answer): SitePage {
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
  return `instagram page ${url}`;
}
