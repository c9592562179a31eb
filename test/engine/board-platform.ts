import type { Item } from '#core/contract/item.ts';
import type { NetworkPort } from '#core/engine/ports.ts';
import { definePlatform, type Next, type Page, type PlatformDefinition, type Walk } from '#core/platform-api/define.ts';
import { makeItem } from '#core/platform-api/item.ts';

/** A post as the board shows it now. Tests change it between two runs. */
interface BoardPost {
  readonly id: string;
  text: string;
  /** Minutes since the board began; null: the board shows no date. */
  minute: number | null;
  likes: number;
  isPinned: boolean;
  ownerReply: string | null;
  /** Its place is shown, without its words. */
  isDeleted: boolean;
  replies: { readonly id: string; text: string }[];
}

export interface Board {
  /** In the order in which the board lists them. */
  posts: BoardPost[];
  pageSize: number;
  repliesPerPage: number;
  /** Whether its pages say that they run newest first. */
  statesOrder: boolean;
  /** Whether its pages say how many posts there are. */
  statesTotal: boolean;
  /** Called before each page is answered; throws what it fails with. */
  beforePage(cursor: BoardCursor): void | Promise<void>;
  /** Every request, `page 0` or `p1 0` for the replies below p1. */
  readonly asked: string[];
  readonly platform: PlatformDefinition;
}

interface BoardCursor {
  readonly [key: string]: string | number | null;
  /** Null: the list of posts. */
  readonly under: string | null;
  readonly page: number;
}

const BEGAN_MS = Date.UTC(2026, 0, 1);

function dateOf(minute: number): string {
  return new Date(BEGAN_MS + minute * 60_000).toISOString();
}

export function post(id: string, minute: number | null, fields: Partial<BoardPost> = {}): BoardPost {
  return { text: `text of ${id}`, likes: 0, isPinned: false, ownerReply: null, isDeleted: false, replies: [], ...fields, id, minute };
}

/** So many posts, newest first: `p<count>` ... `p1`, a minute apart. */
export function newestFirst(count: number): BoardPost[] {
  return Array.from({ length: count }, (_, index) => post(`p${count - index}`, count - index));
}

/** A board whose posts change while nobody looks. */
export function board(posts: BoardPost[], parts: { readonly walk?: Walk } = {}): Board {
  const state: Omit<Board, 'platform'> = {
    posts,
    pageSize: 10,
    repliesPerPage: 2,
    statesOrder: true,
    statesTotal: false,
    beforePage: () => undefined,
    asked: [],
  };
  const platform = definePlatform<BoardCursor>({
    id: 'board',
    name: 'Board',
    homepage: 'https://board.example/',
    description: 'Posts and answers.',
    category: 'forum',
    recorded: '2026-08',
    comparedWith: [],
    targets: [
      {
        name: 'thread',
        patterns: ['board.example/<id>'],
        examples: ['https://board.example/1'],
        match: () => null,
        exports: { own: { type: 'comments' } },
      },
    ],
    options: ['replies'],
    hosts: [],
    cookies: { need: 'none', domains: [] },
    pace: { perSecond: 1000, concurrency: 4 },
    ...(parts.walk === undefined ? {} : { walk: parts.walk }),
    start: () => [{ cursor: { under: null, page: 0 }, role: 'page' }],
    async fetchPage(cursor, session) {
      const { options } = session;
      state.asked.push(`${cursor.under ?? 'page'} ${cursor.page}`);
      await state.beforePage(cursor);
      return cursor.under === null ? pageOfPosts(state, cursor.page, options.replies) : pageOfReplies(state, cursor.under, cursor.page);
    },
  });
  return Object.assign(state, { platform: platform as unknown as PlatformDefinition });
}

function pageOfPosts(state: Omit<Board, 'platform'>, page: number, replies: boolean): Page<BoardCursor> {
  const { posts, pageSize } = state;
  const shown = posts.slice(page * pageSize, (page + 1) * pageSize);
  const threads = shown.filter((shownPost) => replies && shownPost.replies.length > 0);
  const next: Next<BoardCursor>[] = threads.map(({ id }) => ({ cursor: { under: id, page: 0 }, role: 'replies', under: id }));
  if ((page + 1) * pageSize < posts.length) next.push({ cursor: { under: null, page: page + 1 }, role: 'page' });
  return {
    items: shown.map(itemOf),
    next,
    ...(state.statesOrder ? { dateOrder: 'newestFirst' as const } : {}),
    ...(state.statesTotal ? { total: posts.length } : {}),
  };
}

function pageOfReplies({ posts, repliesPerPage }: Omit<Board, 'platform'>, under: string, page: number): Page<BoardCursor> {
  const all = posts.find(({ id }) => id === under)?.replies ?? [];
  const shown = all.slice(page * repliesPerPage, (page + 1) * repliesPerPage);
  return {
    items: shown.map(({ id, text }) => makeItem({ id, kind: 'reply', parentId: under, text })),
    next: (page + 1) * repliesPerPage < all.length ? [{ cursor: { under, page: page + 1 }, role: 'page' }] : [],
  };
}

function itemOf({ id, text, minute, likes, isPinned, isDeleted, ownerReply, replies }: BoardPost): Item {
  return makeItem({
    id,
    kind: 'comment',
    text: isDeleted ? null : text,
    author: { name: isDeleted ? null : `author of ${id}` },
    createdAt: minute === null ? null : dateOf(minute),
    createdAtPrecision: minute === null ? null : 'second',
    likes,
    isPinned,
    replyCount: replies.length,
    ownerReply: ownerReply === null ? null : { text: ownerReply, createdAt: null },
  });
}

/** The board answers by itself: a session knows the options, no more. */
export function boardNetwork(): NetworkPort {
  return {
    openSession: async ({ options }) => ({ forPage: ({ signal }) => ({ signal, options }) as never, close: async () => undefined }),
    close: async () => undefined,
  };
}
