import {
  adNode,
  commentNode,
  encoded,
  formerAd,
  GROUP_ID,
  PAGE_ID,
  POST,
  reactorEdge,
  reviewNode,
  storyNode,
} from '#core/platforms/facebook/simulator/answers.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface FacebookParams {
  /** Comments of the post; every third has three replies, and the first of them one of its own. Default 25. */
  readonly comments?: number;
  /** Posts, reviews, reactors and ads. Default 25 each. */
  readonly listed?: number;
  /** The ids of queries that are known; they stand in a script. Default: any id is known. */
  readonly queryIds?: Readonly<Record<string, string>>;
  /** Names of switches that a query of posts has to have; one that is missing is refused by name. */
  readonly flags?: readonly string[];
  /** Doors of the Ads Library that give ads. Default: all. */
  readonly adDoors?: readonly ('page' | 'query' | 'search')[];
  /** False: the query of a group gives no post at first, and its page has them. */
  readonly groupByQuery?: boolean;
}

export const POST_URL = `https://www.facebook.com/example.page/posts/${POST}`;
export const PFBID_URL = 'https://www.facebook.com/example.page/posts/pfbid02AbCdEf';
export const SHARE_URL = 'https://www.facebook.com/share/p/1AbCdEfGhI/';
export const LOGIN = { c_user: '100000000000001', xs: '1:simulated' };
const DTSG = 'NAcSimulated';
const LSD = 'AVqSimulated';
const SCRIPT = 'https://static.xx.fbcdn.net/rsrc.php/v4/yA/r/code.js?_nc_x=1';
const GROUP_CURSOR = 'Cg8TZXhpc3RpbmdfdW5pdF9jb3VudAICDwsAAAA';
const PER_PAGE = 10;
const DEFAULT = 25;

interface Asked {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Facebook with one page, one group, one post, and an Ads Library. */
export function facebookSimulator(params: FacebookParams): Simulator {
  return (request) => {
    const { url, method } = request;
    if (url.href === SCRIPT) return { body: scriptOf(params) };
    if (url.hostname !== 'www.facebook.com') return null;
    if (method === 'GET') return pageAnswer(url, params);
    if (url.pathname === '/api/graphql/') return queryAnswer(request, params);
    return url.pathname === '/ads/library/async/search_ads/' ? searchAnswer(url, params) : null;
  };
}

function scriptOf({ queryIds = {} }: FacebookParams): string {
  const defined = Object.entries(queryIds).map(
    ([name, id]) => `__d("${name}_facebookRelayOperation",[],(function(t,n,r,o,a,i){a.exports="${id}"}),null);`,
  );
  return defined.join('\n');
}

function pageAnswer({ pathname, searchParams }: URL, params: FacebookParams): SimulatedAnswer {
  const count = params.listed ?? DEFAULT;
  if (pathname === new URL(SHARE_URL).pathname) return { status: 302, headers: { location: PFBID_URL } };
  if (pathname === '/ads/library/') {
    const ids = range(0, PER_PAGE, count, 7000).map(adNode);
    const found = (params.adDoors ?? ['page']).includes('page') ? [connection(ids, PER_PAGE, count, 'a')] : [];
    return page({ data: { ad_library_main: Object.fromEntries(found.map((list) => ['search_results_connection', list])) } });
  }
  if (pathname.endsWith('/reviews') || searchParams.get('sk') === 'reviews') {
    const reviews = range(0, 3, count, 6000).map(reviewNode);
    return page({ user: { ratings_list_feed_units: { reviews_feed: listOf(reviews, 3, count, 'v') } } }, `"props":{"userID":"${PAGE_ID}"}`);
  }
  if (pathname.startsWith('/groups/')) {
    const posts = listOf(
      range(0, 3, count, 8000).map((id) => storyNode(id)),
      3,
      count,
      'g',
    );
    const feed = { group_feed: { ...posts, page_info: { has_next_page: true, end_cursor: GROUP_CURSOR } } };
    return page({ group: feed }, `"groupID":"${GROUP_ID}"`);
  }
  if (pathname === '/example.page') return page({ user: {} }, `"props":{"userID":"${PAGE_ID}"}`);
  const others = `"feedback":{"id":"${encoded('feedback:999_1')}"},"feedback":{"id":"${encoded('feedback:888')}"}`;
  return page({ node: { post_id: POST, feedback: { id: encoded(`feedback:${POST}`) } } }, others);
}

function page(data: object, more = ''): SimulatedAnswer {
  const tokens = `["DTSGInitialData",[],{"token":"${DTSG}"},258],["LSD",[],{"token":"${LSD}"},323]`;
  const bbox = JSON.stringify({ require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { result: { data } } }]]] });
  return {
    body: `<html><head><title>Example</title><script src="${SCRIPT}"></script></head><body><script>{${more}} ${tokens}</script><script type="application/json" data-sjs>${bbox}</script></body></html>`,
  };
}

function queryAnswer({ body, headers }: SimulatedRequest, params: FacebookParams): SimulatedAnswer {
  const form = new URLSearchParams(body);
  const query = form.get('fb_api_req_friendly_name') ?? '';
  const known = params.queryIds === undefined ? null : params.queryIds[query];
  if (headers['x-fb-friendly-name'] !== query || form.get('__a') !== '1')
    return { body: 'for (;;);{"error":1357054,"errorSummary":"Sorry"}' };
  if (known !== null && known !== form.get('doc_id'))
    return { body: { errors: [{ message: 'A persisted query was not found for the doc_id', severity: 'CRITICAL' }] } };
  const asked = { query, variables: JSON.parse(form.get('variables') ?? '{}') as Record<string, unknown> };
  const lists: Readonly<Record<string, () => SimulatedAnswer>> = {
    CommentListComponentsRootQuery: () => commentsAnswer(asked, params),
    CommentsListComponentsPaginationQuery: () => commentsAnswer(asked, params),
    Depth1CommentsListPaginationQuery: () => repliesAnswer(asked),
    Depth2CommentsListPaginationQuery: () => subRepliesAnswer(asked),
    CometUFIReactionsDialogTabContentRefetchQuery: () => reactorsAnswer(asked, params),
    ProfileCometTimelineFeedRefetchQuery: () => storiesAnswer(asked, params, PAGE_ID),
    GroupsCometFeedRegularStoriesPaginationQuery: () => storiesAnswer(asked, params, GROUP_ID),
    ProfileCometReviewsFeedRefetchQuery: () => reviewsAnswer(asked, params),
    AdLibrarySearchPaginationQuery: () => adsAnswer(asked, params),
  };
  return lists[query]?.() ?? { status: 404, body: '' };
}

function commentsAnswer({ variables }: Asked, { comments = DEFAULT }: FacebookParams): SimulatedAnswer {
  if (variables['id'] !== encoded(`feedback:${POST}`)) return { body: { data: { node: null } } };
  const ids = ordered(range(0, comments, comments, 5000), String(variables['commentsIntentToken']));
  const at = placeOf(variables['commentsAfterCursor'], 'c');
  const shown = ids.slice(at, at + PER_PAGE);
  const edges = shown.map((id) => ({ node: commentNode(id, { depth: 0, parent: null, replies: id % 3 === 0 ? 3 : 0 }) }));
  const replies = ids.filter((id) => id % 3 === 0).length * 4;
  const instance = { comments: { count: comments + replies, total_count: comments + replies, edges } };
  const node = { __typename: 'Feedback', have_comments_been_disabled: false, comment_rendering_instance_for_feed_location: instance };
  return inLines(
    { data: { node } },
    {
      label: 'CommentsList_feedback$defer$CommentsList_feedback$page_info',
      path: ['node', 'comment_rendering_instance_for_feed_location', 'comments'],
      data: { page_info: pageInfo(at + PER_PAGE, comments, 'c') },
    },
  );
}

function ordered(ids: readonly number[], intent: string): readonly number[] {
  if (intent.startsWith('CHRONOLOGICAL')) return ids.toReversed();
  return intent.startsWith('RANKED') ? ids.toSorted((one, other) => (other % 7) - (one % 7)) : ids;
}

/** Two pages. */
function repliesAnswer({ variables }: Asked): SimulatedAnswer {
  const parent = Number(Buffer.from(String(variables['id']), 'base64').toString().split('_')[1]);
  if (variables['expansionToken'] !== `expand-${parent}`) return { body: { data: { node: null } } };
  const at = placeOf(variables['repliesAfterCursor'], 'd');
  const edges = [1, 2, 3]
    .slice(at, at + 2)
    .map((index) => ({ node: commentNode(parent * 10 + index, { depth: 1, parent, replies: index === 1 ? 1 : 0 }) }));
  return { body: { data: { node: { replies_connection: { edges, page_info: pageInfo(at + 2, 3, 'd') } } } } };
}

function subRepliesAnswer({ variables }: Asked): SimulatedAnswer {
  const parent = Number(Buffer.from(String(variables['id']), 'base64').toString().split('_')[1]);
  const edges = [{ node: commentNode(parent * 10, { depth: 2, parent, replies: 0 }) }];
  const isAsked = variables['subRepliesAfterCursor'] === null && !('repliesAfterCursor' in variables);
  return { body: { data: { node: isAsked ? { feedback: { sub_replies_connection: { edges, page_info: pageInfo(1, 1, 'e') } } } : null } } };
}

function reactorsAnswer({ variables }: Asked, { listed = DEFAULT }: FacebookParams): SimulatedAnswer {
  const at = placeOf(variables['cursor'], 'r');
  const edges = range(at, PER_PAGE, listed, 3000).map(reactorEdge);
  return { body: { data: { node: { __typename: 'Feedback', reactors: { edges, page_info: pageInfo(at + PER_PAGE, listed, 'r') } } } } };
}

/** The first story of an answer stands in its list; the others, and where it goes on, come line by line. */
function storiesAnswer({ variables }: Asked, params: FacebookParams, owner: string): SimulatedAnswer {
  const missing = (params.flags ?? []).find((name) => !(name in variables));
  if (missing !== undefined)
    return { body: { errors: [{ message: `missing_required_variable_value: ${missing}`, severity: 'CRITICAL' }] } };
  if (variables['id'] !== owner) return { body: { data: { node: null } } };
  const isGroup = owner === GROUP_ID;
  const list = isGroup ? 'group_feed' : 'timeline_list_feed_units';
  const count = params.listed ?? DEFAULT;
  const after = variables['cursor'] === GROUP_CURSOR ? 'g3' : variables['cursor'];
  const at = placeOf(after, 'g');
  const isSilent = isGroup && params.groupByQuery === false && at === 0;
  const [first, ...rest] = isSilent ? [] : range(at, 3, count, 8000).map((id) => storyNode(id));
  const unit = { node: { __typename: 'GroupsSuggestedUnit', id: 'x' } };
  return inLines(
    { data: { node: { [list]: { edges: [...(first === undefined ? [] : [{ node: first }]), unit] } } } },
    ...rest.map((node, index) => ({ label: 'Feed$stream', path: ['node', list, 'edges', index + 2], data: { node, cursor: `s${index}` } })),
    {
      label: 'Feed$defer$page_info',
      path: ['node', list],
      data: { page_info: isSilent ? { has_next_page: false } : pageInfo(at + 3, count, 'g') },
    },
  );
}

function reviewsAnswer({ variables }: Asked, { listed = DEFAULT }: FacebookParams): SimulatedAnswer {
  if (variables['id'] !== PAGE_ID) return { body: { data: { node: null } } };
  const at = placeOf(variables['cursor'], 'v');
  const reviews = listOf(range(at, PER_PAGE, listed, 6000).map(reviewNode), at + PER_PAGE, listed, 'v');
  return { body: { data: { node: { ratings_list_feed_units: { reviews_feed: reviews } } } } };
}

function adsAnswer({ variables }: Asked, { adDoors, listed = DEFAULT }: FacebookParams): SimulatedAnswer {
  if (!(adDoors ?? ['page', 'query']).some((door) => door !== 'search')) return { body: { data: { ad_library_main: null } } };
  const at = placeOf(variables['cursor'], 'a');
  const ads = range(at, PER_PAGE, listed, 7000).map(adNode);
  return { body: { data: { ad_library_main: { search_results_connection: connection(ads, at + PER_PAGE, listed, 'a') } } } };
}

function searchAnswer({ searchParams }: URL, { listed = DEFAULT }: FacebookParams): SimulatedAnswer {
  const at = placeOf(searchParams.get('forward_cursor'), 'f');
  if (at > 0 && searchParams.get('collation_token') !== 'together') return { body: 'for (;;);{"payload":null}' };
  const ends = at + PER_PAGE >= listed;
  const results = range(at, PER_PAGE, listed, 7000).map((id) => [formerAd(id)]);
  const payload = {
    isResultComplete: ends,
    results,
    forwardCursor: ends ? '' : `f${at + PER_PAGE}`,
    collationToken: 'together',
    totalCount: listed,
  };
  return { body: `for (;;);${JSON.stringify({ __ar: 1, payload })}` };
}

function connection(ads: readonly object[], to: number, count: number, name: string) {
  const edges = ads.map((ad) => ({ node: { collated_results: [ad] } }));
  return { count, edges, page_info: pageInfo(to, count, name) };
}

function listOf(nodes: readonly object[], to: number, count: number, name: string) {
  return { edges: nodes.map((node) => ({ node })), page_info: pageInfo(to, count, name) };
}

function pageInfo(to: number, count: number, name: string) {
  return { has_next_page: to < count, end_cursor: to < count ? `${name}${to}` : null };
}

function placeOf(cursor: unknown, name: string): number {
  return typeof cursor === 'string' && cursor.startsWith(name) ? Number(cursor.slice(name.length)) : 0;
}

function range(at: number, size: number, count: number, from: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(size, count - at)) }, (_, index) => from + at + index);
}

function inLines(...parts: readonly object[]): SimulatedAnswer {
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `for (;;);${parts.map((part) => JSON.stringify(part)).join('\r\n')}`,
  };
}
