// What the page of a post or a profile says of it.
import type { SitePage } from '#core/platform-kit/families/meta/site-page.ts';
import { jsonScriptsOf } from '#core/platform-kit/embedded-json.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { factsSchema, commentsSchema, type WireComments } from '#core/platforms/instagram/wire.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { readWire } from '#core/platform-kit/wire.ts';

/** What a page says of its post. */
interface PostFacts {
  readonly owner: string | null;
  readonly comments: number | null;
  readonly areCommentsClosed: boolean;
}

const NO_FACTS: PostFacts = { owner: null, comments: null, areCommentsClosed: false };
const COMMENT_LISTS = ['xdt_api__v1__media__media_id__comments__connection', 'comments_connection'];
const PROFILE_ID = /"profile_id":"(\d+)"/;
const ERROR_PAGE = /"?httpErrorPage"?/;
const IS_GATED = /"if_not_gated_logged_out":null/;

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
  const isPost = (value: unknown): boolean => checked(factsSchema, value).data?.pk === media;
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
