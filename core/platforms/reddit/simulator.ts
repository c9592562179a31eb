import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';
import { pageOfListing, pageOfThread } from '#core/platforms/reddit/simulator/old-pages.ts';

export interface RedditParams {
  /** Comments of the thread. Default 500. */
  readonly comments?: number;
  /** Top-level comments delivered with the page; the others are behind stubs. Default 50. */
  readonly delivered?: number;
  /** Posts of any listing, comments of any user. Default 250. */
  readonly listed?: number;
  /** `escaped`: strings come HTML-escaped, as from a server that ignores raw_json. */
  readonly strings?: 'plain' | 'escaped';
  /**
   * Who gets answers (`.json`): everybody (default), those with the cookie of a visitor or of a login, as since 30 May 2026 (yt-dlp #16839,
   * #16877), or nobody on this machine (D4Vinci/Scrapling #402), with pages that stay open.
   */
  readonly answers?: 'open' | 'wantCookie' | 'oldSiteOnly' | 'refused';
  /** False: pages are refused with the answers, or lead to the login under 200. */
  readonly pages?: 'open' | 'refused' | 'login';
}

const OLD_HOST = 'old.reddit.com';
const BLOCKED: SimulatedAnswer = {
  status: 403,
  body: '<html><head><title>Blocked</title></head><body><h1>whoa there, pardner!</h1></body></html>',
};
const LOGIN_PAGE = '<html><body><form id="login-form" action="https://www.reddit.com/login"><input name="user"></form></body></html>';

interface Comment {
  readonly id: string;
  readonly parent: Comment | null;
  readonly kids: Comment[];
  readonly index: number;
  readonly depth: number;
}

export type Thing = { readonly kind: 't1' | 'more' | 't3'; readonly data: object };
export type ListingBody = {
  readonly kind: 'Listing';
  readonly data: { readonly after: string | null; readonly children: readonly Thing[] };
};

/** Of ten: two top-level comments, the first with a chain of replies deep enough to be cut, the second with three answers. */
const PARENT_IN_GROUP = [-1, 0, 1, 2, 3, 4, -1, 6, 6, 6];
const POST = 'simpost';
const PERMALINK = `/r/simulated/comments/${POST}/a_simulated_post/`;
const SUBMITTER = 'submitter';
const POST_TIME = 1_700_000_000;
/** Replies deeper than this are a "continue this thread" stub. */
const MOST_DEPTH = 4;
/** Of more than this many replies the rest is behind a stub. */
const MOST_REPLIES = 2;
const PAGE_SIZE = 100;

/** Reddit with one post (id `simpost`) whose comments hide behind stubs of both kinds, listings, and share links that lead to the post. */
export function redditSimulator(params: RedditParams): Simulator {
  const thread = new Thread(params.comments ?? 500, params.delivered ?? 50, params.strings ?? 'plain');
  const listed = params.listed ?? 250;
  return (request) => {
    const { url } = request;
    if (url.hostname !== 'www.reddit.com' && url.hostname !== OLD_HOST) return null;
    if (url.hostname === OLD_HOST && url.pathname === '/') return frontPage();
    const isAnswer = url.pathname.endsWith('.json');
    if (isAnswer && isRefused(request, params.answers ?? 'open')) return BLOCKED;
    if (url.hostname === OLD_HOST && !isAnswer) return oldPage(url, thread, params);
    if (url.pathname === '/api/morechildren.json') return thread.more(request);
    const deeper = /^\/comments\/\w+\/_\/(\w+)\.json$/.exec(url.pathname)?.[1];
    if (deeper) return thread.below(deeper);
    if (url.pathname === `/comments/${POST}.json`) return thread.whole();
    if (/^\/(?:r|u|user)\/[^/]+\/s\/\w+$/.test(url.pathname)) {
      return { status: 301, headers: { location: `https://www.reddit.com${PERMALINK}?share_id=x&utm_source=share` } };
    }
    return /^\/(?:r|user)\/.+\.json$/.test(url.pathname) ? listing(url, listed) : notFound();
  };
}

/** Gives whoever comes the cookie of a visitor. */
function frontPage(): SimulatedAnswer {
  const cookies = ['loid=0000000000simulated; Domain=reddit.com; Path=/; Secure', 'session_tracker=x; Domain=reddit.com; Path=/; Secure'];
  return { headers: { 'set-cookie': cookies }, body: '<html><body><div id="siteTable"></div></body></html>' };
}

function isRefused({ url, headers }: SimulatedRequest, answers: NonNullable<RedditParams['answers']>): boolean {
  if (answers === 'oldSiteOnly') return url.hostname !== OLD_HOST;
  if (answers === 'wantCookie') return !/\b(?:loid|reddit_session)=/.test(headers['cookie'] ?? '');
  return answers === 'refused';
}

function oldPage(url: URL, thread: Thread, { pages = 'open', listed = 250 }: RedditParams): SimulatedAnswer {
  if (pages === 'refused') return BLOCKED;
  if (pages === 'login') return { body: LOGIN_PAGE };
  const [, post, comment] = /^\/comments\/(\w+)\/(?:_\/(\w+)\/)?$/.exec(url.pathname) ?? [];
  if (post !== undefined)
    return pageOfThread(post === POST ? (comment === undefined ? thread.whole() : thread.below(comment)) : notFound());
  const answer = listing(new URL(url.href.replace(/\/(?=\?|$)/, '.json')), listed);
  return pageOfListing(answer.body as ListingBody, url);
}

class Thread {
  private readonly top: Comment[] = [];
  private readonly byId = new Map<string, Comment>();
  private readonly delivered: number;
  private readonly strings: 'plain' | 'escaped';

  constructor(count: number, delivered: number, strings: 'plain' | 'escaped') {
    this.delivered = delivered;
    this.strings = strings;
    const all: Comment[] = [];
    for (let index = 0; index < count; index += 1) {
      const place = index % PARENT_IN_GROUP.length;
      const above = PARENT_IN_GROUP[place] ?? -1;
      const parent = above === -1 ? null : (all[index - place + above] ?? null);
      const comment: Comment = { id: `c${index.toString(36)}`, parent, kids: [], index, depth: parent === null ? 0 : parent.depth + 1 };
      all.push(comment);
      this.byId.set(comment.id, comment);
      (parent?.kids ?? this.top).push(comment);
    }
  }

  whole(): SimulatedAnswer {
    const shown = this.top.slice(0, this.delivered).map((comment) => this.thing(comment, MOST_DEPTH));
    return { body: [this.post(), asListing([...shown, ...stubOf(this.top.slice(this.delivered), `t3_${POST}`)])] };
  }

  below(id: string): SimulatedAnswer {
    const root = this.byId.get(id);
    return root ? { body: [this.post(), asListing([this.thing(root, root.depth + MOST_DEPTH)])] } : notFound();
  }

  more({ method, body }: SimulatedRequest): SimulatedAnswer {
    const form = new URLSearchParams(body);
    const ids = (form.get('children') ?? '').split(',');
    if (method !== 'POST' || form.get('link_id') !== `t3_${POST}` || ids.length > PAGE_SIZE) {
      return { status: 400, body: { json: { errors: [['BAD_REQUEST', 'not a call of morechildren', 'children']] } } };
    }
    const things = ids.flatMap((id) => {
      const comment = this.byId.get(id);
      return comment ? this.flat(comment, comment.depth + 1) : [];
    });
    return { body: { json: { errors: [], data: { things } } } };
  }

  /** A comment and what hangs below it down to `depth`, side by side. */
  private flat(comment: Comment, depth: number): Thing[] {
    const { id, kids } = comment;
    const own: Thing = { kind: 't1', data: { ...this.fields(comment), replies: '' } };
    if (kids.length === 0) return [own];
    if (comment.depth >= depth) return [own, ...stubOf(kids, `t1_${id}`)];
    return [own, ...kids.flatMap((kid) => this.flat(kid, depth))];
  }

  private thing(comment: Comment, depth: number): Thing {
    const { id, kids } = comment;
    const shown = comment.depth >= depth ? [] : kids.slice(0, MOST_REPLIES).map((kid) => this.thing(kid, depth));
    const hidden = kids.slice(MOST_REPLIES);
    const deeper: Thing[] =
      comment.depth >= depth && kids.length > 0
        ? [{ kind: 'more', data: { id: '_', name: 't1__', count: 0, parent_id: `t1_${id}`, children: [] } }]
        : [];
    const below = comment.depth >= depth ? deeper : [...shown, ...stubOf(hidden, `t1_${id}`)];
    return { kind: 't1', data: { ...this.fields(comment), replies: below.length === 0 ? '' : asListing(below) } };
  }

  private fields({ id, parent, index }: Comment): object {
    const escaped = this.strings === 'escaped';
    return {
      id,
      name: `t1_${id}`,
      link_id: `t3_${POST}`,
      parent_id: parent === null ? `t3_${POST}` : `t1_${parent.id}`,
      author: index % 11 === 0 ? SUBMITTER : `reader${index % 97}`,
      author_fullname: `t2_a${index % 97}`,
      body: escaped ? `Comment ${index} &amp; &gt; more` : `Comment ${index} & > more`,
      body_html: escaped
        ? `&lt;div class="md"&gt;&lt;p&gt;Comment ${index}&lt;/p&gt;&lt;/div&gt;`
        : `<div class="md"><p>Comment ${index}</p></div>`,
      created_utc: POST_TIME + 60 * (index + 1),
      score: index,
      score_hidden: false,
      edited: index % 13 === 0 ? POST_TIME + 9_999 : false,
      stickied: false,
      is_submitter: index % 11 === 0,
      permalink: `${PERMALINK}${id}/`,
    };
  }

  private post(): ListingBody {
    return asListing([postThing(POST, this.byId.size, POST_TIME)]);
  }
}

function asListing(children: readonly Thing[], after: string | null = null): ListingBody {
  return { kind: 'Listing', data: { after, children } };
}

function stubOf(hidden: readonly Comment[], parent: string): Thing[] {
  const ids = hidden.map((comment) => comment.id);
  return ids.length === 0
    ? []
    : [{ kind: 'more', data: { id: ids[0], name: `t1_${ids[0]}`, count: countBelow(hidden), parent_id: parent, children: ids } }];
}

function countBelow(comments: readonly Comment[]): number {
  return comments.reduce((sum, comment) => sum + 1 + countBelow(comment.kids), 0);
}

function postThing(id: string, comments: number, time: number): Thing {
  const permalink = id === POST ? PERMALINK : `/r/simulated/comments/${id}/a_post/`;
  return {
    kind: 't3',
    data: {
      id,
      name: `t3_${id}`,
      author: SUBMITTER,
      author_fullname: 't2_sub',
      title: `Post ${id}`,
      selftext: '',
      selftext_html: null,
      created_utc: time,
      score: 42,
      num_comments: comments,
      permalink,
      url: `https://www.reddit.com${permalink}`,
      is_self: true,
      edited: false,
      stickied: false,
      subreddit: 'simulated',
    },
  };
}

/** Posts, or the comments of a user, a hundred a page, newest first. */
function listing(url: URL, count: number): SimulatedAnswer {
  const start = Number(/\d+$/.exec(url.searchParams.get('after') ?? '')?.[0] ?? -1) + 1;
  const size = Math.max(0, Math.min(PAGE_SIZE, count - start));
  const isComments = url.pathname.endsWith('/comments.json');
  const children = Array.from({ length: size }, (_, place) => {
    const index = start + place;
    return isComments ? commentInList(index) : postThing(`p${index}`, index % 50, POST_TIME - 60 * index);
  });
  const last = start + size - 1;
  return { body: asListing(children, last + 1 < count ? `${isComments ? 't1_c' : 't3_p'}${last}` : null) };
}

function commentInList(index: number): Thing {
  return {
    kind: 't1',
    data: {
      id: `l${index}`,
      parent_id: index % 2 === 0 ? 't3_other' : 't1_another',
      link_id: 't3_other',
      link_author: SUBMITTER,
      link_permalink: 'https://www.reddit.com/r/simulated/comments/other/another_post/',
      author: 'reader1',
      body: `Listed ${index}`,
      body_html: `<p>Listed ${index}</p>`,
      created_utc: POST_TIME - 60 * index,
      score: 1,
      edited: false,
      stickied: false,
      replies: '',
    },
  };
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: { message: 'Not Found', error: 404 } };
}
