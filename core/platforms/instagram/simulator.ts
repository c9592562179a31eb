import { mediaIdOf } from '#core/platform-kit/families/meta/media-id.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface InstagramParams {
  /** Top-level comments of the post. Every third has replies. Default 32. */
  readonly comments?: number;
  /** Replies to each of those. Default 14: two answers. */
  readonly replies?: number;
  /** Posts, reels, followers and following of the account. Default 30. */
  readonly listed?: number;
  /** Accounts that the dialog of likers names. Default 40. */
  readonly likers?: number;
  /** How a list ends. mark (default): it says so. sameCursor: with its own cursor. nowhere: it says that there is more, and not where. */
  readonly end?: 'mark' | 'sameCursor' | 'nowhere';
  /** What the calls of the page do. open (default); shell: a web page; missing: 404; null: no data and no error. */
  readonly calls?: 'open' | 'shell' | 'missing' | 'null';
  /** What the API beside them does. */
  readonly api?: 'open' | 'shell' | 'missing';
  /** What the page does. open (default): tokens, ids, first comments. missing: 404. login: leads to the login. */
  readonly page?: 'open' | 'missing' | 'login';
  /** Whether the call for an account by its name answers. Default true. */
  readonly lookUp?: boolean;
  readonly account?: 'open' | 'private' | 'followed' | 'unknown';
  /** Ids of calls that are valid now, by name: others are no more. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Where a client finds them. page (default): among what the page loads by itself. scripts: each in a script of its own, far down. */
  readonly namedBy?: 'page' | 'scripts';
  /** How a call is answered whose id is no more. Default: with nothing. */
  readonly toStaleIds?: 'nothing' | 'words' | 'status';
  /** What the API does for the reels of an account. homeward: it sends to the home page, as since August 2026. */
  readonly reels?: 'open' | 'homeward';
  /** True: calls without the token of the page are answered with a web page. */
  readonly needsToken?: boolean;
}

export const CODE = 'CPv3UqsBFvg';
export const MEDIA = mediaIdOf(CODE) ?? '';
export const OWNER = { pk: '3171067', username: 'owner' };
export const TOKEN = 'dtsg-of-the-page';
const RELEASE = '0a1b2c3d';
const SHELL: SimulatedAnswer = { body: '<!DOCTYPE html><html><head><title>Instagram</title></head><body></body></html>' };
const STATIC = 'static.cdninstagram.com';
/** As many as a profile links. */
const SCRIPTS = 90;
const PER_PAGE = 12;
const ROOTS: Readonly<Record<string, string>> = {
  PolarisPostCommentsPaginationQuery: 'xdt_api__v1__media__media_id__comments__connection',
  PolarisPostChildCommentsQuery: 'xdt_api__v1__media__media_id__comments__parent_comment_id__child_comments__connection',
  PolarisPostCommentsChildrenPaginationtQuery: 'xdt_api__v1__media__media_id__comments__parent_comment_id__child_comments__connection',
  PolarisPostLikedByListDialogQuery: 'fetch__XDTMediaDict',
  PolarisProfilePostsQuery: 'xdt_api__v1__feed__user_timeline_graphql_connection',
  PolarisProfilePostsTabContentQuery_connection: 'xdt_api__v1__feed__user_timeline_graphql_connection',
  PolarisProfileReelsTabContentQuery: 'fetch__XDTUserDict',
  PolarisProfileReelsTabContentQuery_connection: 'fetch__XDTUserDict',
};
/** Calls that the other address does not know. */
const OF_PROFILES = /^PolarisProfile(?:Posts|Reels)/;

/** Instagram with one account, one post of it, and the lists that hang on both. */
export function instagramSimulator(params: InstagramParams): Simulator {
  return (request) => {
    const { url } = request;
    if (url.hostname === STATIC) return scriptAt(url, params);
    if (url.hostname !== 'www.instagram.com') return null;
    if (url.pathname === '/') return SHELL;
    if (url.pathname.startsWith('/share/')) return { status: 302, headers: { location: `https://www.instagram.com/reel/${CODE}/?igsh=1` } };
    if (url.pathname === '/api/graphql' || url.pathname === '/graphql/query') return called(request, params);
    if (url.pathname.startsWith('/api/v1/')) return asked(request, params);
    return pageAt(url, params);
  };
}

function pageAt(url: URL, params: InstagramParams): SimulatedAnswer | null {
  const isPost = url.pathname === `/p/${CODE}/`;
  if (!isPost && url.pathname !== `/${OWNER.username}/` && url.pathname !== `/${OWNER.username}/reels/`) return null;
  if (params.page === 'missing') return { status: 404, body: '' };
  if (params.page === 'login') return { status: 302, headers: { location: '/accounts/login/?next=%2Fp%2F' } };
  const preloads = Object.entries(params.namedBy === 'scripts' ? {} : (params.ids ?? {})).map(([name, id]) => ({
    preloaderID: `adp_${name}RelayPreloader_1`,
    queryID: id,
    variables: {},
  }));
  const facts = {
    items: [{ pk: MEDIA, user: account(0, OWNER), comment_count: total(params), comments_disabled: null }],
  };
  const first = { comments_connection: commentsPage({ after: null }, params) };
  const data = isPost
    ? [{ xdt_api__v1__media__shortcode__web_info: facts }, { xig_polaris_media: first }]
    : [{ page: { profile_id: OWNER.pk } }];
  const scripts = [...preloads, ...data].map(
    (value) => `<script type="application/json" data-sjs>${JSON.stringify({ require: [value] })}</script>`,
  );
  const tokens = `["DTSGInitData",[],{"token":"${TOKEN}"}],["LSD",[],{"token":"lsd-1"}],["WebBloksVersioningID",[],{"versioningID":"${RELEASE}"}]`;
  const linked = Array.from({ length: SCRIPTS }, (_, place) => `<link rel="preload" href="${addressOfScript(place)}" as="script">`);
  return { body: `<!DOCTYPE html><html>${linked.join('')}<script>${tokens}</script>${scripts.join('')}</html>` };
}

function addressOfScript(place: number): string {
  return `https://${STATIC}/rsrc.php/v4/y${place}/r/chunk-${place}.js?_nc_x=1`;
}

/** What Relay's compiler leaves of a query: a module that exports its id. */
function scriptAt({ pathname }: URL, { ids = {}, namedBy }: InstagramParams): SimulatedAnswer {
  const place = Number(/chunk-(\d+)\.js$/.exec(pathname)?.[1]);
  const named = namedBy === 'scripts' ? Object.entries(ids)[SCRIPTS - 1 - place] : undefined;
  const module =
    named === undefined ? '' : `__d("${named[0]}_instagramRelayOperation",[],(function(t,n,r,o,a,i){a.exports="${named[1]}"}),null);`;
  return { headers: { 'content-type': 'application/javascript' }, body: `__d("Other${place}",[],(function(){}),null);${module}` };
}

function called({ url, body, headers }: SimulatedRequest, params: InstagramParams): SimulatedAnswer {
  if (params.calls === 'missing') return { status: 404, body: { message: 'nothing here' } };
  const form = new URLSearchParams(body);
  const isRefused = params.needsToken === true && (form.get('fb_dtsg') !== TOKEN || headers['sec-fetch-site'] !== 'same-origin');
  if (params.calls === 'shell' || isRefused) return SHELL;
  const name = form.get('fb_api_req_friendly_name') ?? '';
  const root = ROOTS[name] ?? 'unknown';
  const isStale = params.ids?.[name] !== undefined && params.ids[name] !== form.get('doc_id');
  if (isStale && params.toStaleIds === 'words')
    return { body: { data: null, errors: [{ message: 'The GraphQL document with ID was not found.', severity: 'CRITICAL' }] } };
  if (isStale && params.toStaleIds === 'status') return { status: 400, body: { status: 'fail' } };
  const isElsewhere = (url.pathname === '/graphql/query') !== OF_PROFILES.test(name);
  if (params.calls === 'null' || isStale || isElsewhere) return { body: { data: { [root]: null } } };
  const variables = JSON.parse(form.get('variables') ?? '{}') as Variables;
  return { body: { data: { [root]: dataOf(name, variables, params) }, extensions: { is_final: true } } };
}

interface Variables {
  readonly after?: string | null;
  readonly parent_comment_id?: string;
  readonly username?: string;
  readonly data?: { readonly target_user_id?: string };
  readonly user_id?: string;
  readonly id?: string;
  readonly sort_order?: string;
}

function dataOf(name: string, variables: Variables, params: InstagramParams): object {
  const { listed = 30, likers = 40 } = params;
  if (name === 'PolarisPostLikedByListDialogQuery')
    return { likers_connection: { nodes: Array.from({ length: likers }, (_, index) => account(500 + index)) } };
  if (name.startsWith('PolarisPostComments') && name !== 'PolarisPostCommentsChildrenPaginationtQuery')
    return commentsPage(variables, params);
  if (name.startsWith('PolarisProfileReels'))
    return { clips_connection: connection(reelsOfPage(variables, params), variables, params, PER_PAGE) };
  if (OF_PROFILES.test(name)) return connection(params.account === 'private' ? [] : posts(listed, 'feed'), variables, params, PER_PAGE);
  const parent = Number(variables.parent_comment_id) - 1000;
  return connection(repliesOf(parent, params), variables, params, 11);
}

function commentsPage(variables: Variables, params: InstagramParams): object {
  const all = Array.from({ length: params.comments ?? 32 }, (_, index) => comment(index, params));
  return connection(variables.sort_order === 'popular' ? all.toReversed() : all, variables, params, 14);
}

function connection(rows: readonly object[], { after }: Variables, { end = 'mark' }: InstagramParams, size: number): object {
  const start = Number(after?.replace('cursor-', '') ?? 0);
  const shown = rows.slice(start, start + size);
  const isLast = start + size >= rows.length;
  const next = isLast ? (end === 'sameCursor' ? (after ?? `cursor-${start}`) : null) : `cursor-${start + size}`;
  return {
    edges: shown.map((node) => ({ node, cursor: '' })),
    page_info: { end_cursor: next, has_next_page: !isLast || end !== 'mark', has_previous_page: false, start_cursor: null },
  };
}

function asked({ url, body, headers }: SimulatedRequest, params: InstagramParams): SimulatedAnswer | null {
  if (params.api === 'missing') return { status: 404, body: '<html></html>' };
  if (params.api === 'shell') return SHELL;
  const path = url.pathname.slice('/api/v1'.length);
  if (!(headers['cookie'] ?? '').includes('csrftoken=')) return { status: 403, body: { message: 'CSRF token missing' } };
  const { listed = 30, account: state = 'open' } = params;
  const at = Number(url.searchParams.get('max_id') || 0);
  if (path === '/users/web_profile_info/') return lookedUp(url.searchParams.get('username') ?? '', params);
  if (path === `/friendships/${OWNER.pk}/followers/` || path === `/friendships/${OWNER.pk}/following/`)
    return { body: relations(at, state === 'private' ? 0 : listed, path.endsWith('/followers/') ? 700 : 900) };
  if (path === '/clips/user/' && params.reels === 'homeward') return { status: 302, headers: { location: 'https://www.instagram.com/' } };
  if (path === '/clips/user/') return { body: reels(new URLSearchParams(body), state === 'private' ? 0 : listed) };
  if (path === `/feed/user/${OWNER.username}/username/`) {
    const rows = posts(listed, 'feed').slice(at, at + PER_PAGE);
    return { body: { items: rows, more_available: at + PER_PAGE < listed, next_max_id: String(at + PER_PAGE), status: 'ok' } };
  }
  if (path === `/media/${MEDIA}/likers/`)
    return { body: { users: Array.from({ length: params.likers ?? 40 }, (_, index) => account(500 + index)), user_count: 4000 } };
  return path.startsWith(`/media/${MEDIA}/comments/`) ? commentsOfApi(url, params) : { status: 404, body: { message: 'not found' } };
}

function commentsOfApi(url: URL, params: InstagramParams): SimulatedAnswer {
  const parent = /\/comments\/(\d+)\/child_comments\/$/.exec(url.pathname)?.[1];
  if (parent !== undefined) {
    const at = Number(url.searchParams.get('max_id') || 0);
    const rows = repliesOf(Number(parent) - 1000, params);
    const isLast = at + 10 >= rows.length;
    return {
      body: {
        child_comments: rows.slice(at, at + 10),
        has_more_tail_child_comments: !isLast,
        ...(isLast ? {} : { next_max_child_cursor: String(at + 10) }),
        status: 'ok',
      },
    };
  }
  const at = Number(url.searchParams.get('min_id') ?? 0);
  const rows = Array.from({ length: params.comments ?? 32 }, (_, index) => withPreview(index, params));
  const isLast = at + 15 >= rows.length;
  return {
    body: {
      comments: rows.slice(at, at + 15),
      comment_count: total(params),
      caption: { user_id: Number(OWNER.pk), user: account(0, OWNER) },
      has_more_headload_comments: !isLast,
      ...(isLast ? {} : { next_min_id: String(at + 15) }),
      status: 'ok',
    },
  };
}

function lookedUp(username: string, { account: state = 'open', lookUp = true, listed = 30 }: InstagramParams): SimulatedAnswer {
  if (!lookUp) return { status: 429, body: '<html>slow down</html>' };
  if (state === 'unknown' || username !== OWNER.username) return { status: 404, body: { status: 'fail' } };
  const user = {
    id: OWNER.pk,
    username,
    is_private: state !== 'open',
    followed_by_viewer: state === 'followed',
    edge_followed_by: { count: listed + 3 },
    edge_follow: { count: listed },
    edge_owner_to_timeline_media: { count: listed },
  };
  return { body: { data: { user }, status: 'ok' } };
}

/** The second page of a list of accounts is shorter than was asked for. */
function relations(at: number, count: number, first: number): object {
  const size = at === PER_PAGE ? 7 : PER_PAGE;
  const users = Array.from({ length: Math.max(0, Math.min(size, count - at)) }, (_, index) => account(first + at + index));
  const hasMore = at + size < count;
  return {
    users,
    big_list: true,
    page_size: users.length,
    has_more: hasMore,
    ...(hasMore ? { next_max_id: String(at + size) } : {}),
    groups: [{ facepile: [account(99)] }],
    status: 'ok',
  };
}

function reels(form: URLSearchParams, count: number): object {
  const at = Number(form.get('max_id') ?? 0);
  const isLast = at + PER_PAGE >= count;
  return {
    items: posts(count, 'clips')
      .slice(at, at + PER_PAGE)
      .map((media) => ({ media })),
    paging_info: { more_available: !isLast, ...(isLast ? {} : { max_id: String(at + PER_PAGE) }) },
    status: 'ok',
  };
}

/** The grid of the tab: covers and counts. The first call names the account one way, those that follow another. */
function reelsOfPage({ data, user_id: first, id: further, after }: Variables, { listed = 30, account: state }: InstagramParams): object[] {
  const isMeant = data?.target_user_id === OWNER.pk && (after === undefined ? first : further) === OWNER.pk;
  if (!isMeant || state === 'private') return [];
  return posts(listed, 'clips').map((post) => {
    const { caption: _words, taken_at: _taken, video_versions: _files, ...shown } = post as Readonly<Record<string, unknown>>;
    return { media: { ...shown, play_count: 1_000 } };
  });
}

function total({ comments = 32, replies = 14 }: InstagramParams): number {
  return comments + Math.ceil(comments / 3) * replies;
}

function repliesIn(index: number, { replies = 14 }: InstagramParams): number {
  return index % 3 === 0 ? replies : 0;
}

function comment(index: number, params: InstagramParams): object {
  return {
    __typename: 'XDTCommentDict',
    pk: String(1000 + index),
    user: index % 5 === 4 ? account(0, OWNER) : account(100 + index),
    text: `Comment ${index} 🎉\nsecond line`,
    created_at: 1_757_000_000 + index,
    comment_like_count: index,
    child_comment_count: repliesIn(index, params),
    parent_comment_id: null,
    is_edited: index % 7 === 0,
    giphy_media_info: null,
    fallback_user_info: null,
  };
}

function repliesOf(index: number, params: InstagramParams): object[] {
  return Array.from({ length: repliesIn(index, params) }, (_, at) => ({
    ...comment(index, params),
    pk: String(100_000 + index * 100 + at),
    text: `Reply ${at}`,
    child_comment_count: null,
    parent_comment_id: String(1000 + index),
  }));
}

/** The older API shows the first replies with their comment, all of them where they are few. */
function withPreview(index: number, params: InstagramParams): object {
  return { ...comment(index, params), preview_child_comments: repliesOf(index, params).slice(0, 3) };
}

function account(index: number, own: { readonly pk?: string; readonly username?: string } = {}): object {
  return {
    pk: own.pk ?? String(8000 + index),
    id: own.pk ?? String(8000 + index),
    username: own.username ?? `user.${index}`,
    full_name: index % 2 === 0 ? `User ${index}` : '',
    profile_pic_url: `https://cdn.example/${index}.jpg`,
    is_verified: index % 10 === 0,
    is_private: index % 3 === 0,
  };
}

function posts(count: number, type: 'feed' | 'clips'): object[] {
  return Array.from({ length: count }, (_, index) => {
    const picture = {
      image_versions2: { candidates: [{ url: `https://cdn.example/p${index}.jpg` }, { url: 'https://cdn.example/small.jpg' }] },
    };
    const video = type === 'clips' ? { video_versions: [{ url: `https://cdn.example/v${index}.mp4` }] } : { video_versions: null };
    return {
      pk: String(2_589_531_623_544_609_760n - BigInt(index)),
      id: `${2_589_531_623_544_609_760n - BigInt(index)}_${OWNER.pk}`,
      code: `CODE${index}`,
      caption: { text: `Post ${index}`, created_at: 0 },
      taken_at: 1_622_916_710 - index * 86_400,
      user: account(0, OWNER),
      like_count: index * 10,
      comment_count: index,
      media_repost_count: index % 3,
      like_and_view_counts_disabled: false,
      product_type: type,
      media_type: type === 'clips' ? 2 : 1,
      carousel_media: null,
      ...picture,
      ...video,
    };
  });
}
