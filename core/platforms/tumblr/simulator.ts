import { redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface TumblrParams {
  /** Notes of the post: likes, reblogs, replies and the post itself in turn. Default 260. */
  readonly notes?: number;
  /** Posts of the blog. Default 130. */
  readonly posts?: number;
  /** Whether an answer points at the next page of posts. Default true. */
  readonly hasLinks?: boolean;
}

export const KEY = 'O3hU2tMi5e4Qs5t3vezEi6L0qRORJ5y9oUpSGsrWu8iA3UCc3B';
export const POST = '788338580402716673';
const NEWEST = Date.UTC(2025, 6, 1) / 1000;
const MODES: Readonly<Record<string, readonly string[]>> = {
  all: ['like', 'reblog', 'reply', 'posted'],
  likes: ['like'],
  conversation: ['reblog', 'reply'],
};
/** Of six notes. */
const TYPES = ['like', 'reply', 'reblog', 'like', 'reply', 'reblog'];

/**
 * Tumblr's API with one blog (`owner.tumblr.com`, also `blog.example.org`), its posts, and the notes of one of them. `hidden.tumblr.com` is
 * shown to people with a login only, `secret.tumblr.com` answers 403; `tmblr.co/post` leads to the post, `tmblr.co/blog` to the blog.
 */
export function tumblrSimulator(params: TumblrParams): Simulator {
  const notes = params.notes ?? 260;
  const posts = params.posts ?? 130;
  return ({ url }) => {
    if (url.hostname === 'tmblr.co')
      return redirect(url.pathname === '/post' ? `https://at.tumblr.com/owner/a-slug/code` : 'https://owner.tumblr.com/');
    if (url.hostname === 'at.tumblr.com') return redirect(`https://www.tumblr.com/owner/${POST}/a-slug?source=share`);
    if (url.hostname !== 'api.tumblr.com') return null;
    const [, blog = '', list = ''] = /^\/v2\/blog\/([^/]+)\/(\w+)$/.exec(url.pathname) ?? [];
    const query = url.searchParams;
    if (query.get('api_key') !== KEY) return refusal(401, 'Unauthorized', 1016);
    if (blog === 'hidden.tumblr.com') return refusal(404, 'Not Found', 4012);
    if (blog === 'secret.tumblr.com') return refusal(403, 'Forbidden', 0);
    if (blog !== 'owner.tumblr.com' && blog !== 'blog.example.org') return refusal(404, 'Not Found', 0);
    if (list === 'posts') return postsOf(query, posts, params.hasLinks ?? true);
    return list === 'notes' && query.get('id') === POST ? notesOf(query, notes) : refusal(404, 'Not Found', 0);
  };
}

function refusal(status: number, msg: string, code: number): SimulatedAnswer {
  return { status, body: { meta: { status, msg }, response: [], errors: [{ title: msg, code, detail: 'Some words' }] } };
}

function answer(response: object): SimulatedAnswer {
  return { body: { meta: { status: 200, msg: 'OK' }, response } };
}

function notesOf(query: URLSearchParams, count: number): SimulatedAnswer {
  const mode = query.get('mode') ?? 'all';
  const wanted = MODES[mode] ?? [];
  const all = Array.from({ length: count }, (_, index) => index).filter((index) => wanted.includes(typeOf(index, count)));
  const before = Number(query.get('before_timestamp') ?? Infinity);
  const left = all.filter((index) => NEWEST - index * 60 < before);
  const page = left.slice(0, 50);
  const last = NEWEST - (page.at(-1) ?? 0) * 60;
  const links = { next: { href: 'x', method: 'GET', query_params: { mode, id: POST, before_timestamp: String(last) } } };
  const counted = (type: string): number =>
    Array.from({ length: count }, (_, index) => typeOf(index, count)).filter((each) => each === type).length;
  return answer({
    notes: page.map((index) => note(index, count)),
    total_notes: count,
    total_likes: counted('like'),
    total_reblogs: counted('reblog'),
    ...(left.length > page.length ? { _links: links } : {}),
  });
}

/** The oldest note is the post itself. */
function typeOf(index: number, count: number): string {
  return index === count - 1 ? 'posted' : (TYPES[index % TYPES.length] ?? 'like');
}

function note(index: number, count: number): object {
  const type = typeOf(index, count);
  const blog = index % 20 === 1 ? 'owner' : `blog${index}`;
  return {
    type,
    timestamp: NEWEST - index * 60,
    blog_name: blog,
    blog_uuid: `t:${index}`,
    blog_url: `https://${blog}.tumblr.com/`,
    followed: false,
    avatar_shape: 'square',
    avatar_url: { 16: `https://cdn.example/${index}_16.png`, 64: `https://cdn.example/${index}_64.png` },
    ...(type === 'reply'
      ? {
          reply_text: `Reply ${index} & more`,
          reply_id: `r${index}`,
          ...(index % 12 === 4 ? { parent_reply_id: `r${index + 3}` } : {}),
          formatting: [],
        }
      : {}),
    ...(type === 'reblog'
      ? {
          post_id: `7000000000000000${index}`,
          reblog_parent_blog_name: 'owner',
          tags: index % 4 === 0 ? ['a tag'] : [],
          ...(index % 2 === 0 ? { added_text: `Added ${index}` } : {}),
        }
      : {}),
  };
}

function postsOf(query: URLSearchParams, count: number, hasLinks: boolean): SimulatedAnswer {
  const first = Number(query.get('page_number') ?? query.get('offset') ?? 0);
  const limit = Math.min(50, Number(query.get('limit') ?? 20));
  const size = Math.max(0, Math.min(limit, count - first));
  const isLast = first + size >= count;
  const params = { limit: String(limit), tumblelog: 'owner.tumblr.com', page_number: String(first + size) };
  return answer({
    blog: { name: 'owner', posts: count },
    posts: Array.from({ length: size }, (_, place) => post(first + place)),
    total_posts: count,
    ...(hasLinks && !isLast ? { _links: { next: { href: 'x', method: 'GET', query_params: params } } } : {}),
  });
}

function post(index: number): object {
  const isHtml = index % 5 === 2;
  return {
    type: isHtml ? 'text' : 'blocks',
    blog_name: 'owner',
    blog: { name: 'owner', url: 'https://owner.tumblr.com/', uuid: 't:owner' },
    id: 1,
    id_string: `78000000000000${String(1000 - index).padStart(4, '0')}`,
    post_url: `https://owner.tumblr.com/post/78000000000000${1000 - index}/slug`,
    timestamp: NEWEST - index * 3600,
    note_count: index,
    title: '',
    tags: ['family'],
    ...(isHtml
      ? { body: `<p>HTML ${index} &amp; more</p><figure><img src="https://cdn.example/${index}.jpg"></figure><p>below</p>` }
      : {
          content: [
            { type: 'text', text: `Post ${index}` },
            { type: 'image', media: [{ url: `https://cdn.example/${index}_big.jpg` }, { url: `https://cdn.example/${index}_small.jpg` }] },
            { type: 'text', subtype: 'unordered-list-item', text: 'one' },
            { type: 'text', subtype: 'unordered-list-item', text: 'two' },
          ],
        }),
    trail: index % 7 === 3 ? [{ blog: { name: 'other' }, content: [{ type: 'text', text: 'Said before' }] }] : [],
    ...(index % 7 === 3 ? { reblogged_from_name: 'other' } : {}),
  };
}
