import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

interface HackerNewsParams {
  /** Comments in the thread, and in the list of any user. Default 100. */
  readonly comments?: number;
  /** Which doors answer for threads; the others are 404. Default: all. */
  readonly doors?: readonly ('algolia' | 'mirror' | 'firebase')[];
  /** Id of the story; its comments are the ids that follow. Default 1000000. */
  readonly story?: number;
}

interface Comment {
  readonly id: number;
  readonly author: string;
  readonly html: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly kids: Comment[];
  readonly parent: number;
}

/** A thread of five: the first is top level, two answer it, and a chain hangs below the first of them. */
const PARENT_IN_GROUP = [-1, 0, 0, 1, 3];
const SUBMITTER = 'submitter';
const STORY_TIME = 1_700_000_000;

/** Hacker News with one story, through Algolia, the mirror and Firebase, and people with as many comments and submissions. */
export function hackerNewsSimulator(params: HackerNewsParams): Simulator {
  const story = params.story ?? 1_000_000;
  const count = params.comments ?? 100;
  const doors = new Set(params.doors ?? ['algolia', 'mirror', 'firebase']);
  const { top, byId } = thread(story, count);
  const whole = {
    algolia: keptBody(() => algoliaThread(story, top)),
    mirror: keptBody(() => mirrorThread(story, count, top)),
  };
  return ({ url }) => {
    if (url.hostname === 'hn.algolia.com' && url.pathname === '/api/v1/search_by_date') return userList(url, count);
    const id = Number(/\/(\d+)(?:\.json)?$/.exec(url.pathname)?.[1]);
    if (url.hostname === 'hn.algolia.com') return id === story && doors.has('algolia') ? whole.algolia() : notFound();
    if (url.hostname === 'api.hackerwebapp.com') return id === story && doors.has('mirror') ? whole.mirror() : notFound();
    // Firebase gives any part of what it holds by its path.
    if (url.pathname === `/v0/item/${story}/descendants.json`)
      return doors.has('firebase') ? { headers: { 'content-type': 'application/json' }, body: String(count) } : notFound();
    if (url.hostname === 'hacker-news.firebaseio.com')
      return doors.has('firebase') ? firebaseItem(id, story, count, top, byId) : notFound();
    return null;
  };
}

function thread(story: number, count: number): { top: Comment[]; byId: Map<number, Comment> } {
  const top: Comment[] = [];
  const all: Comment[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = index % PARENT_IN_GROUP.length;
    const parent = place === 0 ? null : all[index - place + (PARENT_IN_GROUP[place] ?? 0)]!;
    const comment: Comment = {
      id: story + 1 + index,
      author: index % 7 === 0 ? SUBMITTER : `reader${index % 97}`,
      html: `<p>Comment ${index} &amp; more.<p>See <a href="https:&#x2F;&#x2F;example.org&#x2F;${index}" rel="nofollow">example.org...</a>`,
      time: STORY_TIME + 60 * (index + 1),
      kids: [],
      parent: parent?.id ?? story,
    };
    all.push(comment);
    (parent?.kids ?? top).push(comment);
  }
  return { top, byId: new Map(all.map((comment) => [comment.id, comment])) };
}

function algoliaThread(story: number, top: readonly Comment[]): object {
  const node = (comment: Comment): object => ({
    id: comment.id,
    created_at: iso(comment.time),
    created_at_i: comment.time,
    type: 'comment',
    author: comment.author,
    title: null,
    url: null,
    text: comment.html,
    points: null,
    parent_id: comment.parent,
    story_id: story,
    children: comment.kids.map(node),
    options: [],
  });
  return {
    id: story,
    created_at: iso(STORY_TIME),
    type: 'story',
    author: SUBMITTER,
    title: 'A story',
    text: null,
    points: 42,
    children: top.map(node),
  };
}

function mirrorThread(story: number, count: number, top: readonly Comment[]): object {
  const node = (comment: Comment, level: number): object => ({
    id: comment.id,
    level,
    user: comment.author,
    time: comment.time,
    time_ago: 'some time ago',
    content: comment.html,
    comments: comment.kids.map((kid) => node(kid, level + 1)),
  });
  return {
    id: story,
    title: 'A story',
    points: 42,
    user: SUBMITTER,
    time: STORY_TIME,
    type: 'link',
    comments_count: count,
    comments: top.map((comment) => node(comment, 0)),
  };
}

function firebaseItem(
  id: number,
  story: number,
  count: number,
  top: readonly Comment[],
  byId: ReadonlyMap<number, Comment>,
): SimulatedAnswer {
  if (id === story) {
    return {
      body: {
        id,
        type: 'story',
        by: SUBMITTER,
        time: STORY_TIME,
        title: 'A story',
        score: 42,
        descendants: count,
        kids: top.map((kid) => kid.id),
      },
    };
  }
  const comment = byId.get(id);
  if (!comment) return { headers: { 'content-type': 'application/json' }, body: 'null' };
  const { author, time, html, parent, kids } = comment;
  return {
    body: { id, type: 'comment', by: author, time, text: html, parent, ...(kids.length > 0 ? { kids: kids.map((kid) => kid.id) } : {}) },
  };
}

function userList(url: URL, count: number): SimulatedAnswer {
  const [kind, author] = (url.searchParams.get('tags') ?? '').split(',author_');
  const perPage = Math.min(Number(url.searchParams.get('hitsPerPage') ?? 20), 1000);
  const page = Number(url.searchParams.get('page') ?? 0);
  const size = Math.max(0, Math.min(perPage, count - page * perPage));
  const hits = Array.from({ length: size }, (_, place) => {
    const index = page * perPage + place;
    const time = STORY_TIME - 60 * index;
    const common = { objectID: String(9_000_000 - index), author, created_at: iso(time), created_at_i: time };
    return kind === 'story'
      ? { ...common, title: `Story ${index}`, url: `https://example.org/${index}`, points: index, num_comments: index % 50 }
      : {
          ...common,
          comment_text: `Comment ${index}`,
          points: null,
          parent_id: 5_000_000 + index,
          story_id: 5_000_000 + (index % 2 === 0 ? index : 0),
          story_title: 'A story',
        };
  });
  return { body: { hits, nbHits: count, page, nbPages: Math.ceil(count / perPage), hitsPerPage: perPage } };
}

function keptBody(make: () => object): () => SimulatedAnswer {
  let body: Buffer | null = null;
  return () => ({ headers: { 'content-type': 'application/json' }, body: (body ??= Buffer.from(JSON.stringify(make()))) });
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: { status: 404, error: 'Not Found' } };
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
