import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface VkParams {
  /** Comments of the post. Every fourth has 25 answers, ten of which come along. Default 230. */
  readonly comments?: number;
  /** Accounts of every list. Default 2500. */
  readonly listed?: number;
  /** Posts of the page. Default 230. */
  readonly posts?: number;
  /** Whether anybody gets a token. Default true. */
  readonly hasAnonymousToken?: boolean;
  /** So many calls take a token, then it has ended, with this code. */
  readonly tokenLasts?: { readonly calls: number; readonly code: number };
}

export const WALL_OWNER = 500;
export const POST = 7;
const EPOCH = 1_650_000_000;
const REPLIES = 25;
const INLINE = 10;
/** The oldest that is played here; newer ones answer alike. */
const VERSION = 5.131;
const HOSTS: readonly string[] = ['api.vk.com', 'api.vk.ru'];
type Query = URLSearchParams;

/**
 * VK's API, by GET or POST on either of its hosts, with one thing of each kind (wall, video, photo, topic, product) by person 500 and
 * community 9, whose name is `somename`.
 */
export function vkSimulator(params: VkParams = {}): Simulator {
  let minted = 0;
  let calls = 0;
  return ({ url, method, body }) => {
    if (url.hostname === 'vk.cc')
      return {
        status: 302,
        headers: { location: url.pathname === '/post1' ? `https://m.vk.com/wall${WALL_OWNER}_${POST}` : 'https://vk.com/feed' },
      };
    if (url.hostname === 'login.vk.ru' || url.hostname === 'login.vk.com') {
      const form = new URLSearchParams(body);
      const isAnonymous = url.searchParams.get('act') === 'get_anonym_token';
      if (method !== 'POST' || form.get('app_id') !== '6287487') return { status: 400 };
      if (isAnonymous && (params.hasAnonymousToken === false || form.get('client_secret') === null)) return { body: { type: 'error' } };
      minted += 1;
      calls = 0;
      return { body: { type: 'okay', data: { access_token: `${isAnonymous ? 'anonym' : 'own'}.${minted}` } } };
    }
    if (!HOSTS.includes(url.hostname)) return null;
    const query = method === 'POST' ? new URLSearchParams([...url.searchParams, ...new URLSearchParams(body)]) : url.searchParams;
    calls += 1;
    if (!(Number(query.get('v')) >= VERSION)) return refusal(8, 'Invalid request: versions below 5.131 are not supported.');
    if (!query.get('access_token')) return refusal(5, 'User authorization failed: no access_token passed.');
    if (params.tokenLasts && calls > params.tokenLasts.calls) return refusal(params.tokenLasts.code, 'access_token has expired.');
    const answer = METHODS[url.pathname.replace('/method/', '')]?.(query, params);
    return answer === undefined ? null : answer;
  };
}

const METHODS: Readonly<Record<string, (query: Query, params: VkParams) => SimulatedAnswer>> = {
  'wall.getComments': (query, params) =>
    query.get('owner_id') === String(WALL_OWNER) && query.get('post_id') === String(POST)
      ? wallComments(query, params)
      : refusal(100, 'no post'),
  'video.getComments': flat,
  'photos.getComments': flat,
  'board.getComments': flat,
  'market.getComments': flat,
  'likes.getList': (query, params) =>
    accounts(query, params, (index) => (index === 1 ? { type: 'group', id: 9, name: 'A club' } : { type: 'profile', ...person(index) })),
  'users.getFollowers': (query, params) => accounts(query, params, person),
  'groups.getMembers': (query, params) => accounts(query, params, person),
  // People and communities are numbered apart: some have the same number.
  'users.getSubscriptions': (query, params) =>
    accounts(query, params, (index) =>
      index % 2 === 0 ? { type: 'profile', ...person(index) } : { type: 'page', id: 99 + index, name: `Page ${index}` },
    ),
  'wall.get': posts,
  'utils.resolveScreenName': (query) => {
    const name = query.get('screen_name');
    if (name === 'somename') return ok({ type: 'user', object_id: WALL_OWNER });
    return name === 'someclub' ? ok({ type: 'group', object_id: 9 }) : ok([]);
  },
};

function ok(response: object): SimulatedAnswer {
  return { body: { response } };
}

function refusal(code: number, words: string): SimulatedAnswer {
  return { body: { error: { error_code: code, error_msg: words, request_params: [] } } };
}

function window(query: Query, count: number): number[] {
  const from = Number(query.get('offset') ?? 0);
  return indexesOf(from, Number(query.get('count') ?? 20), count);
}

function wallComments(query: Query, params: VkParams): SimulatedAnswer {
  const count = params.comments ?? 230;
  const root = query.get('comment_id');
  if (root !== null)
    return ok({
      count: REPLIES,
      current_level_count: REPLIES,
      items: window(query, REPLIES).map((index) => reply(Number(root), index)),
      ...people(),
    });
  const threads = Math.ceil(count / 4);
  const order = query.get('sort');
  const inline = Math.min(INLINE, Number(query.get('thread_items_count') ?? 0));
  const at = (index: number) => (order === 'desc' ? count - 1 - index : order === 'smart' ? (index * 7) % count : index);
  const items = window(query, count).map((index) => comment(at(index), inline));
  return ok({ count: count + threads * REPLIES, current_level_count: count, items, ...people() });
}

function comment(index: number, inline: number): object {
  const id = 1000 + index;
  const thread = {
    count: index % 4 === 0 ? REPLIES : 0,
    items: index % 4 === 0 ? Array.from({ length: inline }, (_, place) => reply(id, place)) : [],
  };
  if (index === 3) return { id, date: EPOCH + index * 60, deleted: true, parents_stack: [], thread };
  return {
    id,
    from_id: index === 1 ? -9 : index === 2 ? WALL_OWNER : 100 + (index % 5),
    date: EPOCH + index * 60,
    text: index === 5 ? '' : `Слова ${index} [id101|Имя], [club9|Клуб] &amp; ещё\nстрока`,
    post_id: POST,
    owner_id: WALL_OWNER,
    parents_stack: [],
    likes: { count: index },
    attachments:
      index === 5
        ? [photo, { type: 'sticker', sticker: { images: [{ url: 'https://cdn.example/s.png', width: 64, height: 64 }] } }]
        : undefined,
    thread,
  };
}

const photo = {
  type: 'photo',
  photo: {
    id: 1,
    sizes: [
      { type: 'm', url: 'https://cdn.example/m.jpg', width: 130, height: 100 },
      { type: 'z', url: 'https://cdn.example/z.jpg', width: 1280, height: 900 },
      { type: 'x', url: 'https://cdn.example/x.jpg', width: 604, height: 500 },
    ],
  },
};

function reply(root: number, index: number): object {
  return {
    id: root * 100 + index,
    from_id: 100 + (index % 5),
    date: EPOCH + root + index,
    text: `[id101|Имя], ответ ${index}`,
    parents_stack: [root],
    ...(index === 3 ? { reply_to_comment: root * 100 + 1 } : {}),
    likes: { count: 0 },
  };
}

function people(): object {
  return {
    profiles: [...Array.from({ length: 5 }, (_, index) => person(index)), { ...person(400), id: WALL_OWNER }],
    groups: [{ id: 9, name: 'A club', screen_name: 'someclub', photo_100: 'https://cdn.example/g.jpg' }],
  };
}

function person(index: number): object {
  return {
    id: 100 + index,
    first_name: 'Имя',
    last_name: `Фамилия ${index}`,
    screen_name: `name${index}`,
    photo_100: `https://cdn.example/${index}.jpg`,
    verified: index === 0 ? 1 : 0,
    ...(index % 2 === 0 ? { status: `Status ${index}` } : {}),
  };
}

function flat(query: Query, { comments = 130 }: VkParams): SimulatedAnswer {
  const row = (index: number) => ({
    id: 1 + index,
    from_id: 100 + index,
    date: EPOCH + index,
    text: `Words ${index}`,
    likes: { count: 1 },
  });
  return ok({
    count: comments,
    items: window(query, comments).map((index) => ({ ...row(index), ...(index === 4 ? { reply_to_comment: 2 } : {}) })),
  });
}

function accounts(query: Query, { listed = 2500 }: VkParams, row: (index: number) => object): SimulatedAnswer {
  return ok({ count: listed, items: window(query, listed).map(row) });
}

function posts(query: Query, params: VkParams): SimulatedAnswer {
  const count = params.posts ?? 230;
  if (query.get('domain') !== 'somename' && !['500', '-9'].includes(query.get('owner_id') ?? ''))
    return refusal(18, 'User was deleted or banned');
  const items = window(query, count).map((index) => ({
    id: 10_000 - index,
    owner_id: WALL_OWNER,
    from_id: WALL_OWNER,
    date: EPOCH - index * 3600,
    text: `Post ${index}`,
    likes: { count: index },
    comments: { count: 2 },
    reposts: { count: 3 },
    views: { count: 4 },
    ...(index === 0 ? { is_pinned: 1, attachments: [photo] } : {}),
    ...(index === 1 ? { text: '', copy_history: [{ id: 1, text: 'Said before' }] } : {}),
  }));
  return ok({ count, items, ...people() });
}
