import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface DiscourseParams {
  /** Numbers of posts in the topic 1000, the subject included. Default 45. The seventh is gone, the ninth says that something was done. */
  readonly posts?: number;
  /** A topic too long to list its posts. Default false. */
  readonly isMega?: boolean;
  /** Those who like the second post. Default 130. */
  readonly likers?: number;
  /** Topics of the category 5. Default 65. */
  readonly topics?: number;
  /** The folder that the forum stands in: `/community`. Default: none. */
  readonly folder?: string;
}

const HOST = 'discourse.example';
const TOPIC = 1000;
const SLUG = 'some-words';
const OWNER = 101;
const GONE = 7;
const DONE = 9;
const CHUNK = 20;
const TOPICS_PER_PAGE = 30;
const FIRST_TIME = Date.UTC(2026, 0, 8, 19);

/** The forum `discourse.example` with the topic 1000, whose posts answer each other here and there, and the category `general` (5). */
export function discourseSimulator(params: DiscourseParams = {}): Simulator {
  const { posts = 45, isMega = false, likers = 130, topics = 65, folder = '' } = params;
  const numbers = Array.from({ length: posts }, (_, index) => index + 1).filter((number) => number !== GONE);
  return ({ url }) => {
    if (url.hostname !== HOST) return null;
    const path = url.pathname.startsWith(`${folder}/`) ? url.pathname.slice(folder.length) : '';
    const query = url.searchParams;
    const asked = /^\/t\/(\d+)(?:\/(\d+))?\.json$/.exec(path);
    if (asked !== null) return Number(asked[1]) === TOPIC ? topic(numbers, Number(asked[2] ?? 1), isMega) : notFound();
    if (path === `/t/${TOPIC}/posts.json`) return chunk(numbers, query);
    if (path === '/post_action_users.json') return likersOf(query, likers);
    return path === '/c/general/5.json' ? category(Number(query.get('page') ?? 0), topics) : notFound();
  };
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: { errors: ['The requested URL or resource could not be found.'], error_type: 'not_found' } };
}

/** Begins with the chunk that the number stands in. */
function topic(numbers: readonly number[], from: number, isMega: boolean): SimulatedAnswer {
  const at = Math.floor(numbers.findIndex((number) => number >= from) / CHUNK) * CHUNK;
  const posts = numbers.slice(at, at + CHUNK).map((number) => post(number, numbers));
  return {
    body: {
      post_stream: { posts, ...(isMega ? {} : { stream: numbers.map(idOf) }) },
      id: TOPIC,
      title: 'Some words & more',
      slug: SLUG,
      posts_count: numbers.length,
      created_at: timeOf(1),
      user_id: OWNER,
      archetype: 'regular',
      chunk_size: CHUNK,
      details: { created_by: { id: OWNER, username: 'user101' } },
    },
  };
}

function chunk(numbers: readonly number[], query: URLSearchParams): SimulatedAnswer {
  const ids = new Set(query.getAll('post_ids[]'));
  const from = Number(query.get('post_number') ?? 0);
  const chosen =
    ids.size > 0
      ? numbers.filter((number) => ids.has(String(idOf(number))))
      : query.get('asc') === 'true'
        ? numbers.filter((number) => number > from).slice(0, CHUNK)
        : numbers.filter((number) => number < from).slice(-CHUNK);
  return { body: { post_stream: { posts: chosen.toReversed().map((number) => post(number, numbers)) }, id: TOPIC } };
}

function idOf(number: number): number {
  return 5_000 + number * 3;
}

function timeOf(number: number): string {
  return new Date(FIRST_TIME + number * 60_000).toISOString();
}

/** Whom a post answers: each tenth answers the one two before it, and the one after that the answer. */
function answered(number: number): number | null {
  if (number % 10 === 0) return number - 2;
  return number % 10 === 1 && number > 1 ? number - 1 : null;
}

function userOf(id: number): { readonly id: number } {
  const user = {
    username: `user${id}`,
    name: id % 3 === 0 ? '' : `User ${id}`,
    avatar_template: id % 2 === 0 ? `/user_avatar/${HOST}/user${id}/{size}/5_2.png` : `https://avatars.example/${id}/{size}.png`,
  };
  return { id, ...user };
}

function post(number: number, all: readonly number[]): object {
  const { id: userId, ...user } = userOf(number % 20 === 1 ? OWNER : 100 + number);
  return {
    id: idOf(number),
    ...user,
    created_at: timeOf(number),
    cooked: number === DONE ? '' : cooked(number),
    post_number: number,
    post_type: number === DONE ? 3 : 1,
    updated_at: timeOf(number),
    reply_count: all.filter((each) => answered(each) === number).length,
    reply_to_post_number: answered(number),
    quote_count: 0,
    reads: 10,
    score: 2.5,
    topic_id: TOPIC,
    topic_slug: SLUG,
    version: number % 6 === 0 ? 2 : 1,
    trust_level: 2,
    user_id: userId,
    actions_summary: number % 4 === 0 ? [{ id: 2, count: 3 }] : [],
    moderator: false,
    admin: false,
    staff: false,
    user_deleted: false,
    hidden: false,
  };
}

function cooked(number: number): string {
  if (number % 8 === 0)
    return `<aside class="quote no-group" data-username="user101" data-post="1" data-topic="${TOPIC}">
<div class="title">
<div class="quote-controls"></div>
<img alt="" width="24" height="24" src="https://avatars.example/101/48.png" class="avatar"> user101:</div>
<blockquote>
<p>Words of the first.</p>
</blockquote>
</aside>
<p>Post ${number} quotes.</p>`;
  if (number % 8 === 2)
    return `<p>Post ${number} shows <img src="/images/emoji/smile.png?v=12" title=":smile:" class="emoji" alt=":smile:">.</p>
<div class="lightbox-wrapper"><a class="lightbox" href="/uploads/large-${number}.png" title="a"><img src="//cdn.example/small-${number}.png" alt="a"><div class="meta"><span class="filename">a</span><span class="informations">800×600 12.3 KB</span></div></a></div>
<aside class="onebox allowlistedgeneric" data-onebox-src="https://far.example/page"><header class="source"><img src="https://far.example/icon.png" class="site-icon"><a href="https://far.example/page">far.example</a></header><article class="onebox-body"><h3><a href="https://far.example/page">A page</a></h3><p>About it.</p></article></aside>`;
  return `<p>Post ${number} &amp; <strong>more</strong>.<br>\nA line.</p>`;
}

function likersOf(query: URLSearchParams, count: number): SimulatedAnswer {
  if (query.get('id') !== String(idOf(2)) || query.get('post_action_type_id') !== '2') return { body: { post_action_users: [] } };
  const limit = Math.min(200, Number(query.get('limit') ?? 200));
  const users = indexesOf(Number(query.get('page') ?? 0) * limit, limit, count).map((index) => userOf(1_100 + index));
  return { body: { post_action_users: users, total_rows_post_action_users: count } };
}

/** A topic that is pinned comes on every page. */
function category(page: number, count: number): SimulatedAnswer {
  const indexes = indexesOf(page * TOPICS_PER_PAGE, TOPICS_PER_PAGE, count);
  const topics = (page === 0 || indexes.length === 0 ? indexes : [0, ...indexes]).map(listedTopic);
  const more = (page + 1) * TOPICS_PER_PAGE < count ? { more_topics_url: `/c/general/5?page=${page + 1}` } : {};
  const users = topics.map((_, index) => userOf(300 + index));
  return {
    body: {
      users,
      topic_list: {
        per_page: TOPICS_PER_PAGE,
        ...more,
        topics: topics.map((each, index) => ({ ...each, posters: [{ user_id: 300 + index }] })),
      },
    },
  };
}

function listedTopic(index: number): object {
  return {
    id: 2_000 + index,
    title: `Topic ${index} & more`,
    slug: `topic-${index}`,
    posts_count: index % 5,
    created_at: timeOf(index),
    last_posted_at: timeOf(index + 100),
    pinned: index === 0,
    closed: index % 9 === 0,
    ...(index % 2 === 0 ? { excerpt: `About &hellip; ${index}` } : {}),
    views: 100 + index,
    like_count: index % 7,
    category_id: 5,
    tags: index % 3 === 0 ? ['cats'] : [{ id: 4, name: 'dogs', slug: 'dogs' }],
  };
}
