import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';
import { frontEndAt, type FrontEndParams, isSigned } from '#core/platforms/twitter/simulator/front-end.ts';
import { account, post, posts, type Row, timelineOf, tweet, user } from '#core/platforms/twitter/simulator/shapes.ts';

export interface TwitterParams {
  /** Direct replies to the post. Every third is answered, every tenth thread is cut off and goes on with a cursor of its own. Default 50. */
  readonly replies?: number;
  /** Answers to each reply that are counted and not shown. Default 0. */
  readonly unshown?: number;
  /** Which cursor ends a page of replies. Default `Bottom`; `ShowMoreThreads` was that of 2024. */
  readonly cursorType?: string;
  /** Pages without a single reply before the last one. Default 0. */
  readonly emptyPages?: number;
  /** Posts of the account, accounts in each of its lists, results of a search. Default 45. */
  readonly listed?: number;
  /** How a list ends. mark (default): its last cursor says so. empty: with a page of cursors alone. sameCursor: with its own cursor. */
  readonly end?: 'mark' | 'empty' | 'sameCursor';
  /** What the account is. Default `open`. */
  readonly account?: 'open' | 'protected' | 'followed' | 'suspended' | 'unknown';
  /** The shape of accounts: since 2026 without `legacy`, before 2025 all in it. Default 2026. */
  readonly shape?: 2024 | 2026;
  /** Ids of calls that are valid now, by name; others are those that were built in. The page tells them. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Switches that every call has to name. */
  readonly switches?: readonly string[];
  /** The page as it is since June 2026, with the ids that are valid now; calls want its signature. */
  readonly frontEnd?: FrontEndParams;
  /** Every page of a list is the first one again, each with a cursor of its own (iSarabjitDhiman/XClientTransaction #37). */
  readonly frozen?: true;
}

const PER_PAGE = 20;
/** Numbers of the answers that come with the cursor of a thread. */
const BEHIND_CURSOR = [30_000, 40_000];
/** Where the page asks, and where apps do. */
const APIS: readonly string[] = ['https://x.com/i/api/graphql/', 'https://api.x.com/graphql/'];
const SCRIPT = 'https://abs.twimg.com/responsive-web/client-web/main.0a1b2c3a.js';
export const OWNER = { id: '100', handle: 'owner' };
export const POST = '1000000000000000000';

interface Call {
  readonly name: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Which page its cursor asks for. */
  readonly page: number;
}

/** X with one account, one post of it, and the lists that hang on both. */
export function twitterSimulator(params: TwitterParams): Simulator {
  return ({ method, url, headers, body }) => {
    if (url.hostname === 't.co') return { status: 301, headers: { location: `https://twitter.com/owner/status/${POST}?s=20` } };
    const file = params.frontEnd === undefined ? null : frontEndAt(url, params.frontEnd);
    if (file !== null) return file;
    if (url.href === SCRIPT) return { body: scriptOf(params.ids ?? {}) };
    if (url.hostname === 'x.com' && /^\/\w+$/.test(url.pathname))
      return params.ids ? { body: `<html><script src="${SCRIPT}"></script></html>` } : { status: 404, body: '' };
    const api = APIS.find((each) => url.href.startsWith(each));
    if (api === undefined) return null;
    const csrf = headers['x-csrf-token'] ?? '';
    if (csrf === '' || !(headers['cookie'] ?? '').includes(`ct0=${csrf}`))
      return refused(403, 353, 'This request requires a matching csrf cookie and header.');
    const [id = '', name = ''] = `${url.origin}${url.pathname}`.slice(api.length).split('/');
    const valid = (params.frontEnd?.ids ?? params.ids)?.[name];
    if (valid !== undefined && valid !== id) return { status: 404, body: '' };
    if (params.frontEnd !== undefined && (params.frontEnd.signed?.includes(name) ?? true)) {
      if (!isSigned(headers['x-client-transaction-id'], method, url.pathname)) return { status: 404, body: '' };
    }
    const { features, variables } = argumentsOf(url, body);
    const missing = (params.switches ?? []).filter((feature) => !(feature in features));
    if (missing.length > 0) return refused(400, 336, `The following features cannot be null: ${missing.slice(0, 1).join(', ')}`);
    return answerTo({ name, variables, page: Number(String(variables['cursor'] ?? 'page-0').replace(/\D/g, '')) }, params);
  };
}

/** In the address of a GET, in the body of a POST. */
function argumentsOf(
  { searchParams: query }: URL,
  body: string,
): { readonly features: Readonly<Record<string, boolean>>; readonly variables: Readonly<Record<string, unknown>> } {
  if (body !== '') return { features: {}, variables: {}, ...(JSON.parse(body) as object) };
  return { features: JSON.parse(query.get('features') ?? '{}'), variables: JSON.parse(query.get('variables') ?? '{}') };
}

function answerTo(call: Call, params: TwitterParams): SimulatedAnswer {
  const { name, variables } = call;
  if (name === 'UserByScreenName') return lookUp(String(variables['screen_name']), params);
  if (name === 'TweetDetail')
    return variables['focalTweetId'] === POST ? conversation(call, params) : refused(200, 144, '_Missing: No status found with that ID');
  const shape = params.shape ?? 2026;
  const ofUser = (rows: readonly Row[]): SimulatedAnswer => {
    if (variables['userId'] !== OWNER.id) return { body: { data: { user: {} } } };
    return { body: { data: { user: { result: { __typename: 'User', timeline: { timeline: listPage(rows, call, params) } } } } } };
  };
  const count = params.listed ?? 45;
  const accounts = Array.from({ length: count }, (_, index) => account(300 + index, shape));
  switch (name) {
    case 'UserTweets':
      return ofUser(posts(count, { shape, replies: false }));
    case 'UserTweetsAndReplies':
      return ofUser(posts(count, { shape, replies: true }));
    case 'UserMedia':
      return ofUser(posts(count, { shape, replies: false }).filter((row) => row.id.startsWith('tweet-')));
    case 'Followers':
    case 'Following':
    case 'BlueVerifiedFollowers':
      return ofUser(accounts);
    case 'Favoriters':
      return { body: { data: { favoriters_timeline: { timeline: listPage(accounts, call, params) } } } };
    case 'Retweeters':
      return { body: { data: { retweeters_timeline: { timeline: listPage(accounts, call, params) } } } };
    case 'SearchTimeline': {
      const rows = Array.from({ length: count }, (_, index) => post(5000 + index, { author: 300 + index, shape }));
      return { body: { data: { search_by_raw_query: { search_timeline: { timeline: listPage(rows, call, params) } } } } };
    }
    default:
      return { status: 404, body: '' };
  }
}

function lookUp(handle: string, { account: state = 'open', shape = 2026, listed = 45 }: TwitterParams): SimulatedAnswer {
  if (handle.toLowerCase() !== OWNER.handle || state === 'unknown') return { body: { data: {} } };
  if (state === 'suspended')
    return { body: { data: { user: { result: { __typename: 'UserUnavailable', message: 'User is suspended', reason: 'Suspended' } } } } };
  const flags = { isProtected: state !== 'open', isFollowed: state === 'followed', count: listed };
  return { body: { data: { user: { result: user(100, shape, flags) } } } };
}

function conversation({ variables, page }: Call, params: TwitterParams): SimulatedAnswer {
  const shape = params.shape ?? 2026;
  const count = params.replies ?? 50;
  const asked = String(variables['cursor'] ?? '');
  if (asked.startsWith('thread-'))
    return { body: { data: { threaded_conversation_with_injections_v2: moreOfThread(page, shape, params.unshown ?? 0) } } };
  const empty = params.emptyPages ?? 0;
  const pages = Math.max(1, Math.ceil(count / PER_PAGE)) + empty;
  const isEmpty = page > 0 && page <= empty;
  const first = (page <= empty ? 0 : page - empty) * PER_PAGE;
  const threads = isEmpty
    ? []
    : Array.from({ length: Math.max(0, Math.min(PER_PAGE, count - first)) }, (_, at) => thread(first + at, shape, params.unshown ?? 0));
  const focal = page === 0 ? [tweet(POST, { author: 100, shape })] : [];
  const advertisement: Row = {
    id: 'promoted-tweet-9',
    content: { itemContent: { itemType: 'TimelineTweet', promotedMetadata: {}, tweet_results: {} } },
  };
  const more: Row = {
    id: 'module-1',
    content: { items: [{ entryId: 'module-1-tweet-7', item: { itemContent: itemOf(tweet('7', { author: 300, shape })) } }] },
  };
  const cursorType = params.cursorType ?? 'Bottom';
  const cursor: Row[] =
    page + 1 < pages
      ? [
          {
            id: `cursor-bottom-${page}`,
            content: { itemContent: { itemType: 'TimelineTimelineCursor', cursorType, value: `page-${page + 1}` } },
          },
        ]
      : [];
  return {
    body: { data: { threaded_conversation_with_injections_v2: timelineOf([...focal, ...threads, advertisement, ...cursor, more]) } },
  };
}

function itemOf(row: Row): unknown {
  return row.content['itemContent'];
}

/** A reply, what answers it, and where the thread is cut off. */
function thread(index: number, shape: 2024 | 2026, unshown: number): Row {
  const id = `${10_000 + index}`;
  const isAnswered = index % 3 === 0;
  const isCut = index % 10 === 0;
  const below = isCut ? BEHIND_CURSOR.length : 0;
  const head = tweet(id, {
    author: index % 5 === 4 ? 100 : 300 + index,
    shape,
    answers: POST,
    replies: (isAnswered ? 1 : below) + unshown,
  });
  const nested = isAnswered ? [tweet(`${20_000 + index}`, { author: 100, shape, answers: id, replies: below + unshown })] : [];
  const cut = isCut
    ? [
        {
          id: `cursor-showmore-${id}`,
          content: { itemContent: { itemType: 'TimelineTimelineCursor', cursorType: 'ShowMore', value: `thread-${index}` } },
        },
      ]
    : [];
  const items = [head, ...nested, ...cut].map((row) => ({
    entryId: `conversationthread-${id}-${row.id}`,
    item: { itemContent: itemOf(row) },
  }));
  return { id: `conversationthread-${id}`, content: { items } };
}

/** Answers to the last post that the thread shows. */
function moreOfThread(index: number, shape: 2024 | 2026, unshown: number): object {
  const id = `${10_000 + index}`;
  const answers = index % 3 === 0 ? `${20_000 + index}` : id;
  const rows = BEHIND_CURSOR.map((base) => tweet(`${base + index}`, { author: 300, shape, answers, replies: unshown }));
  const moduleItems = rows.map((row) => ({ entryId: `conversationthread-${id}-${row.id}`, item: { itemContent: itemOf(row) } }));
  return { instructions: [{ type: 'TimelineAddToModule', moduleEntryId: `conversationthread-${id}`, moduleItems, prepend: false }] };
}

function listPage(rows: readonly Row[], { page }: Call, { end = 'mark', frozen }: TwitterParams): object {
  const [pinned] = rows.filter((row) => row.isPinned);
  const listed = rows.filter((row) => !row.isPinned);
  const at = frozen === true ? 0 : page;
  const shown = listed.slice(at * PER_PAGE, (at + 1) * PER_PAGE);
  const isLast = frozen !== true && (page + 1) * PER_PAGE >= listed.length;
  const value = isLast && end === 'mark' ? '0|77' : isLast && end === 'sameCursor' ? `page-${page}` : `page-${page + 1}`;
  const cursors: Row[] = [
    { id: 'cursor-top-1', content: { entryType: 'TimelineTimelineCursor', cursorType: 'Top', value: 'top' } },
    { id: 'cursor-bottom-1', content: { entryType: 'TimelineTimelineCursor', cursorType: 'Bottom', value } },
  ];
  return timelineOf([...shown, ...cursors], page === 0 ? pinned : undefined);
}

function refused(status: number, code: number, message: string): SimulatedAnswer {
  return { status, body: { errors: [{ code, message }], data: {} } };
}

function scriptOf(ids: Readonly<Record<string, string>>): string {
  return Object.entries(ids)
    .map(([name, id]) => `params:{id:"${id}",metadata:{},name:"${name}",operationKind:"query"}`)
    .join(';');
}
