import { indexesOf, type Simulator } from '#test/world/simulator.ts';

export interface MediumParams {
  /** Responses to the article, without the answers to them. Default 60. */
  readonly responses?: number;
  /** Entries of any other list. Default 60. */
  readonly listed?: number;
  /** Operations that are known, by name. Default: those of today. */
  readonly operations?: readonly string[];
}

interface Asked {
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly query: string;
}
interface Paging {
  readonly limit?: number;
  readonly to?: string;
  readonly from?: string;
  readonly page?: number;
}

const OPERATIONS = ['PagedThreadedPostResponsesQuery', 'PostVotersDialogQuery', 'UserFollowers', 'UserFollowing', 'UserProfileQuery'];
export const ARTICLE = '0123456789ab';
const SILENT = 'aaaaaaaaaaaa';
const LOCKED = 'bbbbbbbbbbbb';
const CLOSED = 'cccccccccccc';
const OWNER = 'f00df00df00d';
const FIRST_TIME = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
/** What Medium sorts responses by. A word beside these is no value of its schema. */
const SORTS = ['RECOMMENDS', 'REVERSE_CHRON', 'TOP', 'TOP_CATALOG'];
/** How many answers a query wants to come along with each response; the list of the article itself is asked with a variable. */
const HELD = /threadedPostResponses\(paging: \{ ?limit: (\d+) ?\}/;

/**
 * Medium with the article 0123456789ab by `@somebody`; aaaaaaaaaaaa has no responses, bbbbbbbbbbbb and cccccccccccc allow none, others do not exist.
 * Every third response has one answer, every sixth twelve; the first of the twelve is answered too.
 */
export function mediumSimulator(params: MediumParams): Simulator {
  const listed = params.listed ?? 60;
  return ({ url, method, body }) => {
    if (url.hostname === 'link.medium.com')
      return url.pathname === '/AbCdEfGhIj'
        ? { status: 302, headers: { location: `https://medium.com/p/${ARTICLE}?_branch_match_id=1` } }
        : { status: 404, body: '' };
    if (url.hostname !== 'medium.com') return null;
    if (url.pathname.startsWith('/feed/')) return url.pathname === '/feed/@somebody' ? { body: feed() } : { status: 404, body: '' };
    if (url.pathname !== '/_/graphql' || method !== 'POST') return { body: '<!doctype html><title>Medium</title>' };
    const asked = JSON.parse(body) as Asked | readonly Asked[];
    const answers = (Array.isArray(asked) ? (asked as readonly Asked[]) : [asked as Asked]).map((one) => answer(one, params, listed));
    const [first = { errors: [] }] = answers;
    return 'errors' in first ? { status: 400, body: first } : { body: Array.isArray(asked) ? answers : first };
  };
}

function answer({ operationName, variables, query }: Asked, params: MediumParams, listed: number): object {
  const known = params.operations ?? OPERATIONS;
  if (!known.includes(operationName) || !query.includes(operationName)) return invalid(`Unknown operation "${operationName}".`);
  const { sortType = 'TOP' } = variables;
  if (!SORTS.includes(String(sortType))) return invalid(`Value "${String(sortType)}" does not exist in "ResponseSortType" enum.`);
  if (operationName.includes('Responses'))
    return { data: { post: discussion(variables, params.responses ?? 60, Number(HELD.exec(query)?.[1] ?? 0)) } };
  if (operationName === 'PostVotersDialogQuery') return { data: { post: voters(variables, listed) } };
  return { data: { userResult: person(operationName, variables, listed, query) } };
}

function invalid(message: string): object {
  return { errors: [{ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] };
}

/** `held`: how many answers come along with a response; 0 where none are asked for. */
function discussion(variables: Asked['variables'], count: number, held: number): object | null {
  const id = String(variables['postId']);
  const paging = Object.entries(variables).find(([name]) => name.includes('aging'))?.[1] as Paging | undefined;
  const fields = { __typename: 'Post', id, creator: { __typename: 'User', id: OWNER }, ...rightsOf(id) };
  if (id === SILENT || id === LOCKED || id === CLOSED)
    return { ...fields, responsesCount: 0, postResponses: { count: 0 }, threadedPostResponses: { pagingInfo: { next: null }, posts: [] } };
  const below = belowOf(id, count);
  if (below === null) return null;
  const order = variables['sortType'] === 'REVERSE_CHRON' ? below.toReversed() : below;
  const { limit = 10, to = '0' } = paging ?? {};
  const first = Number(to.split(':')[0]);
  const posts = order.slice(first, first + limit);
  const next = first + limit < order.length ? { limit, page: null, source: null, to: `${first + limit}:${ARTICLE}`, from: null } : null;
  const kept = variables['replies'] === false ? 0 : held;
  return {
    ...fields,
    responsesCount: id === ARTICLE ? total(count) : below.length,
    threadedPostResponses: { pagingInfo: { next }, posts: posts.map((post) => response(post, id, count, kept)) },
  };
}

/** Two ways to take no responses. */
function rightsOf(id: string): object {
  return { allowResponses: id !== LOCKED, responsesLocked: id === CLOSED };
}

/** Ids of the direct answers: a letter for the level, then a number. */
function belowOf(id: string, count: number): string[] | null {
  if (id === ARTICLE) return Array.from({ length: count }, (_, index) => `c0${String(index).padStart(10, '0')}`);
  const level = Number(id.slice(1, 2));
  const index = Number(id.slice(2));
  if (!/^c\d{11}$/.test(id)) return null;
  const answers =
    level === 0 ? (index % 6 === 0 ? 12 : index % 3 === 0 ? 1 : 0) : level === 1 && index % 10 === 0 && (index / 10) % 6 === 0 ? 1 : 0;
  return Array.from({ length: answers }, (_, place) => `c${level + 1}${String(index * 10 + place).padStart(10, '0')}`);
}

function total(count: number): number {
  const down = (id: string): number => (belowOf(id, count) ?? []).reduce((sum, below) => sum + 1 + down(below), 0);
  return down(ARTICLE);
}

function response(id: string, parent: string, count: number, held: number): object {
  const index = Number(id.slice(2));
  const below = belowOf(id, count) ?? [];
  const published = FIRST_TIME + index * 60_000;
  const next = below.length > held ? { limit: held, page: null, source: null, to: `${held}:${id}`, from: null } : null;
  const nested = { pagingInfo: { next }, posts: below.slice(0, held).map((post) => response(post, id, count, 0)) };
  return {
    __typename: 'Post',
    ...story(id, index, published),
    responsesCount: below.length,
    postResponses: { count: below.length },
    creator: user(index % 7 === 0 ? 0 : index),
    inResponseToPostResult: { __typename: 'Post', id: parent },
    content: {
      bodyModel: {
        paragraphs: [
          { id: `${id}_0`, name: 'a1', type: 'P', text: `Response ${index} & <3`, markups: [], metadata: null },
          ...(index % 4 === 0 ? [{ id: `${id}_1`, name: 'a2', type: 'IMG', text: '', markups: [], metadata: { id: `1*${id}.png` } }] : []),
          { id: `${id}_2`, name: 'a3', type: 'ULI', text: 'second', markups: [] },
        ],
      },
    },
    ...(held > 0 ? { threadedPostResponses: nested } : {}),
  };
}

function story(id: string, index: number, published: number): object {
  return {
    id,
    createdAt: published - 5_000,
    firstPublishedAt: published,
    latestPublishedAt: index % 5 === 0 ? published + 60_000 : published,
    clapCount: index * 3,
    mediumUrl: `https://medium.com/@user${index}/story-${id}`,
    detectedLanguage: index % 2 === 0 ? 'en' : '',
    isLocked: index % 8 === 0,
    visibility: index % 8 === 0 ? 'LOCKED' : 'PUBLIC',
  };
}

function user(index: number): object {
  return {
    __typename: 'User',
    id: index === 0 ? OWNER : `e${String(index).padStart(11, '0')}`,
    name: index === 0 ? 'Some Body' : `User ${index}`,
    username: index === 0 ? 'somebody' : `user${index}`,
    imageId: index % 2 === 0 ? `1*face${index}.jpeg` : '',
    bio: index % 3 === 0 ? '' : `I am ${index}`,
  };
}

function voters(variables: Asked['variables'], listed: number): object | null {
  const id = String(variables['postId']);
  if (belowOf(id, 1) === null) return null;
  const { limit = 10, page = 1 } = (variables['pagingOptions'] ?? {}) as Paging;
  const first = (page - 1) * limit;
  const items = indexesOf(first, limit, listed).map((index) => ({ user: user(index + 1), clapCount: (index % 50) + 1 }));
  return { id, voterCount: listed, voters: { items, pagingInfo: { next: first + limit < listed ? { page: page + 1 } : null } } };
}

/** A profile shows a person's responses to others among the stories, unless it is told not to. */
function person(operation: string, variables: Asked['variables'], listed: number, query: string): object | null {
  if (variables['username'] === 'gone') return { __typename: 'UserSuspended' };
  if (variables['username'] !== 'somebody') return null;
  const { limit = 10, from } = (variables['paging'] ?? {}) as Paging;
  const isProfile = operation === 'UserProfileQuery';
  const first = isProfile && from ? (FIRST_TIME - Number(from.slice(1))) / DAY : Number(from ?? 0);
  const last = first + limit;
  const pagingInfo = { next: last < listed ? { from: isProfile ? `L${FIRST_TIME - last * DAY}` : String(last), limit } : null };
  const fields = { __typename: 'User', id: OWNER, socialStats: { followerCount: listed, followingCount: listed } };
  const rows = indexesOf(first, limit, listed);
  const answers = query.includes('includeDistributedResponses: false') || first > 0 ? [] : [response('c00000000001', ARTICLE, 60, 0)];
  if (isProfile) return { ...fields, homepagePostsConnection: { posts: [...answers, ...rows.map(ownStory)], pagingInfo } };
  const list = { users: rows.map((index) => user(index + 1)), pagingInfo };
  return operation === 'UserFollowers' ? { ...fields, followersUserConnection: list } : { ...fields, followingUserConnection: list };
}

function ownStory(index: number): object {
  const id = `d${String(index).padStart(11, '0')}`;
  return {
    ...story(id, index, FIRST_TIME - index * DAY),
    createdAt: FIRST_TIME - (index + 30) * DAY,
    title: `Story ${index} & more`,
    creator: user(0),
    postResponses: { count: index },
    extendedPreviewContent: { subtitle: index % 2 === 0 ? '' : `Subtitle ${index}` },
    previewImage: { id: index % 3 === 0 ? '' : `1*${id}.jpeg` },
    readingTime: 3.5,
  };
}

/** The ten newest stories of `@somebody`, the newest first. */
function feed(): string {
  const stories = Array.from({ length: 10 }, (_, index) => {
    const id = `f0${String(index).padStart(10, '0')}`;
    const words = `<p>Words of ${index} &amp; more</p><figure><img src="https://cdn-images-1.medium.com/max/1024/1*${id}.png"></figure>`;
    return `<item><title><![CDATA[Story ${index} & <3]]></title><link>https://medium.com/@somebody/story-${id}?source=rss-1------2</link>
      <guid isPermaLink="false">https://medium.com/p/${id}</guid>${index % 2 === 0 ? '<category><![CDATA[music]]></category>' : ''}
      <dc:creator><![CDATA[Some Body]]></dc:creator><pubDate>${new Date(FIRST_TIME - index * DAY).toUTCString()}</pubDate>
      <atom:updated>2024-02-01T00:00:00.000Z</atom:updated>
      <content:encoded><![CDATA[${words}<img src="https://medium.com/_/stat?event=post.clientViewed" width="1" height="1">]]></content:encoded></item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"><channel>
    <title><![CDATA[Stories by Some Body on Medium]]></title>${stories.join('')}</channel></rss>`;
}
