import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

interface BlueskyParams {
  /** Replies of all levels below the post. Default 300. */
  readonly comments?: number;
  /** Replies to each reply that are counted and not even named. Default 0. */
  readonly unseen?: number;
  /** Accounts or posts in any list. Default 250. */
  readonly listed?: number;
  /** Posts whose own thread cannot be asked for: 400, one in so many; 0: none. Default 0. */
  readonly refusedEvery?: number;
}

interface Reply {
  readonly index: number;
  readonly kids: Reply[];
}

/** Fifteen: a chain of thirteen, deeper than one answer shows, and two more direct replies of its second link. */
const PARENT_IN_GROUP = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 1];
const LEVELS = 10;
const OWNER = 'did:plc:owner';
const HANDLE = 'owner.example';
const OWNER_VIEW = { did: OWNER, handle: HANDLE, displayName: 'Owner' };
const ROOT = `at://${OWNER}/app.bsky.feed.post/root`;
/** Of every record: its contents are not played. */
const CID = 'bafyreiaxtqbp52735npxbekqbclxmfpq5tnfleitje5kyloaeryxcakkmy';
const FIRST_TIME = Date.UTC(2025, 0, 1);

/** Bluesky with one post (`/profile/owner.example/post/root`), whose threads are cut ten levels down, and the lists of its author. */
export function blueskySimulator(params: BlueskyParams): Simulator {
  const { listed = 250, unseen = 0 } = params;
  const { top, byUri } = thread(params.comments ?? 300);
  const isRefused = (index: number): boolean => Boolean(params.refusedEvery) && index % (params.refusedEvery ?? 1) === 0;

  const postThread = (uri: string): SimulatedAnswer => {
    if (uri === ROOT)
      return { body: { thread: { ...viewOf(post('root', top.length)), replies: top.map((reply) => nodeOf(reply, 1, unseen)) } } };
    const reply = byUri.get(uri);
    if (!reply || isRefused(reply.index)) return { status: 400, body: { error: 'NotFound', message: `Post not found: ${uri}` } };
    return { body: { thread: nodeOf(reply, 0, unseen) } };
  };

  return ({ url }) => {
    if (url.hostname !== 'public.api.bsky.app') return null;
    const { searchParams: query } = url;
    const list = (name: string, entry: (index: number) => object, of: object = {}): SimulatedAnswer =>
      page(query, { name, count: listed, entry, of });
    const ofPost = { uri: query.get('uri') ?? '', cid: CID };
    const ofOwner = { subject: OWNER_VIEW };
    switch (url.pathname.slice(url.pathname.lastIndexOf('.') + 1)) {
      case 'resolveHandle':
        return query.get('handle') === HANDLE
          ? { body: { did: OWNER } }
          : { status: 400, body: { error: 'InvalidRequest', message: 'Unable to resolve handle' } };
      case 'getProfile':
        return { body: { ...OWNER_VIEW, followersCount: listed, followsCount: listed } };
      case 'getPosts': {
        const counts = { likeCount: listed, repostCount: listed, quoteCount: listed };
        return { body: { posts: query.getAll('uris').map((uri) => ({ ...post(uri.slice(uri.lastIndexOf('/') + 1), 0), ...counts })) } };
      }
      case 'getPostThread':
        return postThread(query.get('uri') ?? '');
      case 'getLikes':
        return list('likes', (index) => ({ actor: account(index), createdAt: timeOf(index), indexedAt: timeOf(index) }), ofPost);
      case 'getRepostedBy':
        return list('repostedBy', account, ofPost);
      case 'getFollowers':
        return list('followers', account, ofOwner);
      case 'getFollows':
        return list('follows', account, ofOwner);
      case 'getQuotes':
        return list('posts', (index) => post(`quote${index}`, 0), ofPost);
      case 'getAuthorFeed':
        return list('feed', (index) => feedEntry(index));
      default:
        return { status: 404, body: { error: 'XRPCNotSupported' } };
    }
  };
}

function thread(count: number): { readonly top: Reply[]; readonly byUri: Map<string, Reply> } {
  const top: Reply[] = [];
  const all: Reply[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = index % PARENT_IN_GROUP.length;
    const reply: Reply = { index, kids: [] };
    all.push(reply);
    if (place === 0) top.push(reply);
    else all[index - place + (PARENT_IN_GROUP[place] ?? 0)]?.kids.push(reply);
  }
  return { top, byUri: new Map(all.map((reply) => [uriOf(`c${reply.index}`), reply])) };
}

/** The lowest level has no replies: as an empty list or not at all. Now and then a deleted reply stands beside the others. */
function nodeOf(reply: Reply, level: number, unseen: number): object {
  const view = viewOf(post(`c${reply.index}`, reply.kids.length + unseen));
  if (level >= LEVELS) return reply.index % 2 === 0 ? view : { ...view, replies: [] };
  const deleted = reply.index % 30 === 1 ? [{ $type: 'app.bsky.feed.defs#notFoundPost', uri: uriOf('gone'), notFound: true }] : [];
  return { ...view, replies: [...reply.kids.map((kid) => nodeOf(kid, level + 1, unseen)), ...deleted] };
}

function viewOf(ofPost: object): { readonly $type: string; readonly post: object } {
  return { $type: 'app.bsky.feed.defs#threadViewPost', post: ofPost };
}

function uriOf(rkey: string): string {
  return `at://${OWNER}/app.bsky.feed.post/${rkey}`;
}

function post(rkey: string, replyCount: number): object {
  const index = Number(/\d+/.exec(rkey)?.[0] ?? 0);
  const text = `🦋 post ${rkey} at example.org/${index}...`;
  const bytes = Buffer.byteLength(text);
  const start = bytes - Buffer.byteLength(`example.org/${index}...`);
  return {
    uri: uriOf(rkey),
    cid: CID,
    author: rkey === 'root' || index % 9 === 0 ? OWNER_VIEW : account(index),
    record: {
      $type: 'app.bsky.feed.post',
      text,
      createdAt: timeOf(index),
      langs: ['en'],
      facets: [
        {
          index: { byteStart: start, byteEnd: bytes },
          features: [{ $type: 'app.bsky.richtext.facet#link', uri: `https://example.org/${index}/whole` }],
        },
      ],
    },
    replyCount,
    likeCount: index % 13,
    repostCount: 0,
    quoteCount: 0,
    indexedAt: timeOf(index),
  };
}

function feedEntry(index: number): object {
  const entry = { post: post(`own${index}`, 0) };
  return index % 6 === 0
    ? { ...entry, reason: { $type: 'app.bsky.feed.defs#reasonRepost', by: account(index), indexedAt: timeOf(index) } }
    : entry;
}

function account(index: number): object {
  return {
    did: `did:plc:user${index}`,
    handle: `user${index}.example`,
    displayName: index % 4 === 0 ? '' : `User ${index}`,
    description: `I am ${index}`,
    createdAt: timeOf(index),
  };
}

function timeOf(index: number): string {
  return new Date(FIRST_TIME + index * 60_000).toISOString();
}

interface List {
  readonly name: string;
  readonly count: number;
  readonly entry: (index: number) => object;
  /** What the list hangs on, which every page repeats. */
  readonly of: object;
}

/** Every second page is two accounts short; before the last one stands an empty page. */
function page(query: URLSearchParams, { name, count, entry, of }: List): SimulatedAnswer {
  const limit = Number(query.get('limit') ?? 50);
  const asked = query.get('cursor') ?? '0';
  const first = Number(asked.replace('gap', ''));
  const isLast = first + limit >= count;
  if (isLast && first > 0 && !asked.startsWith('gap')) return { body: { ...of, [name]: [], cursor: `gap${first}` } };
  const length = Math.min(limit, count - first) - (!isLast && (first / limit) % 2 === 0 ? 2 : 0);
  const entries = Array.from({ length: Math.max(0, length) }, (_, place) => entry(first + place));
  return { body: { ...of, [name]: entries, ...(isLast ? {} : { cursor: String(first + limit) }) } };
}
