import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface DisqusParams {
  /** Comments of the thread, and of any person. Default 230. */
  readonly comments?: number;
  /** How many of them the embed page holds, the most popular. Default 50. */
  readonly embedded?: number;
}

const LINK = 'https://blog.example.org/a-post/';
const FORUM = 'example';
const THREAD = '4482008787';
const FIRST_TIME = Date.UTC(2025, 0, 1);
const KEY = 'E8Uh5l5fHZ6gD8U3KycjAIAk46f68Zw7C6eW8WSjZvCLXebZ7p0r1yrYDrLilk2F';

/** Disqus with one thread, that of `https://blog.example.org/a-post/` (forum `example`, identifier `42`), and one person, `somebody`. */
export function disqusSimulator(params: DisqusParams): Simulator {
  const count = params.comments ?? 230;
  const embedded = Math.min(params.embedded ?? 50, count);
  return ({ url, headers }) => {
    if (url.hostname === 'disq.us' || url.hostname === 'example.disqus.com')
      return { status: 302, headers: { location: `${LINK}#comment-1000001` } };
    if (url.hostname === 'blog.example.org') return url.pathname === '/a-post/' ? { body: article() } : { status: 404 };
    if (url.hostname !== 'disqus.com') return null;
    const { searchParams: query, pathname } = url;
    if (pathname === '/embed/comments/') return embed(query, count, embedded);
    if (query.get('api_key') !== KEY) return { status: 401, body: { code: 5, response: 'Invalid API key' } };
    if (headers['referer'] !== 'https://disqus.com/') return { status: 403, body: { code: 11, response: 'Domain not allowed' } };
    const isKnown = query.get('thread') === THREAD || query.get('user:username') === 'somebody';
    if (!isKnown) return { status: 400, body: { code: 2, response: 'Invalid argument, unable to find it' } };
    return list(query, count, pathname.includes('/users/'));
  };
}

function article(): string {
  return `<!DOCTYPE html><html><head><link rel="canonical" href="${LINK}"></head><body><div id="disqus_thread"></div><script>
    // var disqus_identifier = 'an example';
    var disqus_config = function () { this.page.identifier = '42'; this.page.url = PAGE_URL; };
    (function() { var s = document.createElement('script'); s.src = '//${FORUM}.disqus.com/embed.js'; })();
  </script></body></html>`;
}

function embed(query: URLSearchParams, count: number, embedded: number): SimulatedAnswer {
  if (query.get('f') !== FORUM) return { body: '<html><body>We were unable to load Disqus.</body></html>' };
  const popular = Array.from({ length: count }, (_, index) => index).toSorted((one, other) => likesOf(other) - likesOf(one) || one - other);
  // A reply stands below what it answers, as far as the page has both.
  const posts = popular.slice(0, embedded).toSorted((one, other) => Number(one % 4 !== 0) - Number(other % 4 !== 0));
  const data = {
    cursor: { hasPrev: false, hasNext: embedded < count, total: count, next: '1:0:0' },
    code: 0,
    response: {
      posts: posts.map((index) => post(index, false)),
      thread: { id: THREAD, link: LINK, forum: FORUM, posts: count, moderators: [3] },
    },
    order: 'popular',
  };
  const json = JSON.stringify(data).replaceAll('</', '<\\/');
  return { body: `<!DOCTYPE html><html><body><script type="text/json" id="disqus-threadData">${json}</script></body></html>` };
}

/** Cursors as the API writes them: an instant, an offset, a direction. */
function list(query: URLSearchParams, count: number, isOfPerson: boolean): SimulatedAnswer {
  const limit = Number(query.get('limit') ?? 25);
  const first = Number(query.get('cursor')?.split(':')[1] ?? 0);
  const indexes = indexesOf(first, limit, count);
  const isDescending = isOfPerson || query.get('order') === 'desc';
  const posts = indexes.map((index) => post(isDescending ? count - 1 - index : index, isOfPerson));
  const hasNext = first + limit < count;
  return { body: { cursor: { hasNext, next: `1213061528000000:${first + limit}:0`, total: null }, code: 0, response: posts } };
}

function likesOf(index: number): number {
  return (index * 7) % 23;
}

/** Of four comments the second answers the first, and the third the second. */
function post(index: number, isOfPerson: boolean): object {
  const place = index % 4;
  const isGuest = index % 5 === 2;
  return {
    id: String(1_000_000 + index),
    parent: place === 1 || place === 2 ? 1_000_000 + index - 1 : null,
    author: isGuest
      ? { name: `Guest ${index}`, url: '', profileUrl: '', isAnonymous: true, avatar: { cache: '//a.disquscdn.com/noavatar92.png' } }
      : {
          id: String(index % 10),
          name: `Reader ${index % 10}`,
          username: `reader${index % 10}`,
          profileUrl: `https://disqus.com/by/reader${index % 10}/`,
          isAnonymous: false,
          reputation: 1.2,
          avatar: { cache: 'https://c.disquscdn.com/avatar92.jpg' },
        },
    raw_message: index % 17 === 5 ? '' : `Comment ${index} <3 &amp; <b>more</b>\n\n\nbelow`,
    message: `<p>Comment ${index} &lt;3</p>`,
    createdAt: new Date(FIRST_TIME + index * 60_000).toISOString().slice(0, 19),
    likes: likesOf(index),
    dislikes: 0,
    points: likesOf(index),
    depth: place % 3,
    isEdited: index % 9 === 0,
    isHighlighted: index === 8,
    isDeleted: index % 17 === 5,
    media: index % 25 === 1 ? [{ url: `https://uploads.disquscdn.com/images/${index}.jpg` }] : [],
    thread: isOfPerson ? { id: THREAD, link: LINK, title: 'A post' } : THREAD,
  };
}
