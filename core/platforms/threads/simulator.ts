import { codeOf, mediaIdOf } from '#core/platform-kit/families/meta/media-id.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface ThreadsParams {
  /** Direct replies to the post. Every second is answered once, every fourth of those answers is answered by two more on its own page. Default 20. */
  readonly replies?: number;
  /** How many of them the page carries. Default 6; the calls give as many. */
  readonly perPage?: number;
  /** How a list ends. mark (default): it says so. nowhere: it says that there is more, and not where. sameCursor: with its own cursor. */
  readonly end?: 'mark' | 'nowhere' | 'sameCursor';
  /** Visitors get what the pages carry alone. */
  readonly forVisitors?: 'all' | 'pages';
  /** What the calls do. open (default); shell: a web page; stale: an error until the id of the page's script is sent. */
  readonly calls?: 'open' | 'shell' | 'stale';
  /** Posts of the account, accounts in each of its lists. Default 30. */
  readonly listed?: number;
  /** True: of the lists of accounts the first page is all there is. Default false. */
  readonly showsFirst?: boolean;
  /** Whether the page of the profile carries posts, and the account. Default `both`. */
  readonly profile?: 'both' | 'account' | 'nothing';
  readonly account?: 'open' | 'private' | 'unknown';
}

export const CODE = 'DXO2PlPEoOQ';
export const OWNER = { pk: '63376183726', username: 'owner' };
/** The id that scripts name, for calls whose built-in one is stale. */
export const FRESH = '999';
const SCRIPT = 'https://static.cdninstagram.com/rsrc.php/v4/a.js';
const SHELL: SimulatedAnswer = { body: '<!DOCTYPE html><html><body></body></html>' };
const FIRST_CODE = 3_877_275_000_000_000_000n;

/** Threads with one account, one post of it, and the lists that hang on both. */
export function threadsSimulator(params: ThreadsParams): Simulator {
  return (request) => {
    const { url } = request;
    if (url.href === SCRIPT)
      return { body: `__d("BarcelonaPostPageDirectQuery_instagramRelayOperation",[],(function(e){e.exports="${FRESH}"}),null);` };
    if (url.hostname !== 'www.threads.com') return null;
    if (url.pathname.startsWith('/share/')) return { status: 302, headers: { location: `/@owner/post/${CODE}?xmt=1` } };
    if (url.pathname === '/graphql/query') return called(request, params);
    return pageAt(url.pathname, params);
  };
}

function pageAt(path: string, params: ThreadsParams): SimulatedAnswer | null {
  const code = /^\/(?:@[\w.]+\/post|t)\/([\w-]+)$/.exec(path)?.[1];
  if (code !== undefined) return page([{ result: { data: { data: repliesTo(code, null, params) } } }]);
  if (!/^\/@owner(?:\/(?:replies|media|reposts))?$/.test(path)) return null;
  const { account: state = 'open', profile = 'both', listed = 30 } = params;
  if (state === 'unknown') return { status: 404, body: '' };
  const owner = { user: { ...account(0, OWNER), text_post_app_is_private: state === 'private', follower_count: listed } };
  const posts = state === 'private' || profile !== 'both' ? [] : [{ mediaData: feed(null, params) }];
  return page([...(profile === 'nothing' ? [] : [owner]), ...posts]);
}

function page(data: readonly object[]): SimulatedAnswer {
  const scripts = data.map(
    (value) =>
      `<script type="application/json" data-content-len="1" data-sjs>${JSON.stringify({ require: [['x', null, [{ __bbox: value }]]] })}</script>`,
  );
  const flags = '{"__relay_internal__pv__BarcelonaHasMusicrelayprovider":true}';
  // A browser's own script makes up what its calls repeat.
  const cookie = '<script>document.cookie = "csrftoken=made-up; path=/; secure"</script>';
  return {
    body: `<!DOCTYPE html><html>${cookie}<script src="${SCRIPT}"></script><script>["LSD",[],{"token":"lsd-2"}]${flags}</script>${scripts.join('')}</html>`,
  };
}

function called({ body, headers }: SimulatedRequest, params: ThreadsParams): SimulatedAnswer {
  if (params.calls === 'shell') return SHELL;
  const form = new URLSearchParams(body);
  if (params.calls === 'stale' && form.get('doc_id') !== FRESH)
    return { body: { data: null, errors: [{ code: 1675002, message: 'execution error' }] } };
  if (form.get('lsd') !== headers['x-fb-lsd'] || !(headers['cookie'] ?? '').includes('csrftoken=')) return SHELL;
  const variables = JSON.parse(form.get('variables') ?? '{}') as Readonly<Record<string, string | null>>;
  const after = variables['after'] ?? null;
  const { listed = 30, account: state = 'open' } = params;
  switch (form.get('fb_api_req_friendly_name')) {
    case 'BarcelonaPostPageDirectQuery': {
      const newest = variables['sort_order'] === 'RECENT';
      return { body: { data: { data: repliesTo(CODE, after, params, newest) } } };
    }
    case 'BarcelonaUsernameHovercardImplDirectQuery':
      return state === 'unknown' ? { body: { data: null } } : { body: { data: { xdt_text_app_user_by_username: account(0, OWNER) } } };
    case 'BarcelonaFriendshipsFollowersTabQuery':
      return tabOf('followers', state === 'private' ? 0 : listed, params);
    case 'BarcelonaFriendshipsFollowingTabQuery':
      return tabOf('following', state === 'private' ? 0 : listed, params);
    case 'BarcelonaFriendshipsFollowersTabRefetchableQuery':
      return { body: { data: { fetch__XDTUserDict: { followers: accounts(listed, after, params), id: variables['id'] } } } };
    case 'BarcelonaFriendshipsFollowingTabRefetchableQuery':
      return { body: { data: { fetch__XDTUserDict: { following: accounts(listed, after, params), id: variables['id'] } } } };
    case 'BarcelonaMediaLikersQuery':
      return { body: { data: { likers: { users: Array.from({ length: listed }, (_, index) => account(200 + index)) } } } };
    default:
      return { body: { data: { mediaData: feed(after, params) } } };
  }
}

/** The first page of a list of accounts, whatever place is named. */
function tabOf(list: 'followers' | 'following', count: number, params: ThreadsParams): SimulatedAnswer {
  const first = accounts(count, null, params);
  const shown = params.showsFirst === true ? { ...first, page_info: { has_next_page: false, end_cursor: null } } : first;
  const { listed = 30 } = params;
  return { body: { data: { user: { [list]: shown, counts: { followers: listed, following: listed, mutuals: 0 }, pk: OWNER.pk } } } };
}

/** The page of a post: the post, and the chains below it. */
function repliesTo(code: string, after: string | null, params: ThreadsParams, newest = false): object {
  const { replies = 20, perPage = 6 } = params;
  if (code !== CODE) return below(code);
  const chains = Array.from({ length: replies }, (_, index) => chain(index));
  const start = Number(after?.replace('cursor-', '') ?? 0);
  const shown = (newest ? chains.toReversed() : chains).slice(start, start + perPage);
  const focal = after === null ? [thread([post(CODE, { author: OWNER, replies })])] : [];
  return { edges: [...focal, ...shown].map((node) => ({ node })), page_info: info(start + perPage, start, replies, params) };
}

function chain(index: number): object {
  const isAnswered = index % 2 === 0;
  const head = post(codeAt(index), { author: index % 5 === 4 ? OWNER : undefined, replies: isAnswered ? 1 : 0, index });
  const answer = post(codeAt(100 + index), { author: OWNER, replies: index % 4 === 0 ? 2 : 0, index: 100 + index });
  return thread(isAnswered ? [head, answer] : [head]);
}

/** The own page of a reply: what it answers, itself, and two more. */
function below(code: string): object {
  const at = Number(BigInt(mediaIdOf(code) ?? '0') - FIRST_CODE);
  const parents = [post(codeAt(at - 100), { replies: 1, index: at - 100 }), post(code, { author: OWNER, replies: 2, index: at })];
  const more = [1000, 2000].map((base) => thread([post(codeAt(base + at), { index: base + at })]));
  return { edges: [thread(parents), ...more].map((node) => ({ node })), page_info: { has_next_page: false, end_cursor: null } };
}

function feed(after: string | null, params: ThreadsParams): object {
  const { listed = 30 } = params;
  const start = Number(after?.replace('cursor-', '') ?? 0);
  const shown = Array.from({ length: Math.max(0, Math.min(12, listed - start)) }, (_, at) =>
    thread([post(codeAt(5000 + start + at), { author: OWNER, replies: at, index: 5000 + start + at })]),
  );
  return { edges: shown.map((node) => ({ node })), page_info: info(start + 12, start, listed, params) };
}

function accounts(count: number, after: string | null, params: ThreadsParams): object {
  const start = Number(after?.replace('cursor-', '') ?? 0);
  const shown = Array.from({ length: Math.max(0, Math.min(12, count - start)) }, (_, at) => account(300 + start + at));
  return { edges: shown.map((node) => ({ node })), page_info: info(start + 12, start, count, params) };
}

function info(next: number, start: number, count: number, { end = 'mark', forVisitors = 'all' }: ThreadsParams): object {
  if (next < count && forVisitors === 'all') return { has_next_page: true, end_cursor: `cursor-${next}` };
  if (next < count) return { has_next_page: true, end_cursor: null };
  return { has_next_page: end !== 'mark', end_cursor: end === 'sameCursor' ? `cursor-${start}` : null };
}

function thread(posts: readonly object[]): object {
  return { thread_items: posts.map((each) => ({ post: each })) };
}

function post(
  code: string,
  { author, replies = 0, index = 0 }: { author?: { pk: string; username: string } | undefined; replies?: number; index?: number },
): object {
  const text = `Words ${index} 🎉\nand more`;
  return {
    pk: mediaIdOf(code),
    code,
    user: author === undefined ? account(index) : account(0, author),
    caption: { text },
    caption_is_edited: index % 7 === 0,
    taken_at: 1_776_427_232 + index,
    like_count: index,
    like_and_view_counts_disabled: false,
    image_versions2: { candidates: index % 3 === 0 ? [{ url: `https://cdn.example/${index}.jpg` }] : [] },
    video_versions: null,
    carousel_media: null,
    giphy_media_info: null,
    audio: null,
    text_post_app_info: {
      direct_reply_count: replies,
      repost_count: 1,
      quote_count: 0,
      reshare_count: null,
      is_post_unavailable: false,
      is_liked_by_root_author: false,
      pinned_post_info: { is_pinned_to_parent_post: false, is_pinned_to_profile: false },
      text_fragments: { fragments: [{ fragment_type: 'plaintext', plaintext: text, link_fragment: null }] },
      link_preview_attachment: null,
      share_info: { quoted_post: null, reposted_post: null },
    },
  };
}

function account(index: number, own: { readonly pk?: string; readonly username?: string } = {}): object {
  return {
    pk: own.pk ?? String(7000 + index),
    id: own.pk ?? String(7000 + index),
    username: own.username ?? `user.${index}`,
    full_name: index % 2 === 0 ? `User ${index}` : '',
    profile_pic_url: `https://cdn.example/u${index}.jpg`,
    is_verified: index % 10 === 0,
    text_post_app_is_private: false,
  };
}

export function codeAt(index: number): string {
  return codeOf(String(FIRST_CODE + BigInt(index))) ?? '';
}
