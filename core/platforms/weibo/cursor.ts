import type { ChosenTarget, ExportOptions } from '#core/platform-api/define.ts';
import { midOf } from '#core/platforms/weibo/mblog-id.ts';

export type FrontEnd = 'web' | 'mobile';
type Reactions = 'likes' | 'shares';
type OfPost = {
  readonly post: string;
  /** Null: still to be looked up (web), where a call says it. */
  readonly mid: string | null;
  /** Who wrote the post; null where that is not known. */
  readonly owner: string | null;
};
/** Where a list of comments goes on. `recent`: ids of its last pages and the places it came from, to notice that it goes in circles. */
export type Position = {
  readonly maxId: string | null;
  readonly maxIdType: number;
  readonly recent: readonly string[];
  readonly places: readonly string[];
  readonly stale: number;
};

export type CommentsCursor = OfPost & {
  readonly list: 'comments';
  readonly front: FrontEnd;
  readonly flow: 0 | 1 | null;
  readonly at: Position;
};
/** Comments of a post through the old door of the mobile page, by pages. */
export type OldCommentsCursor = { readonly list: 'old-comments'; readonly mid: string; readonly page: number };
export type ThreadCursor = {
  readonly list: 'thread';
  readonly front: FrontEnd;
  readonly root: string;
  readonly owner: string | null;
  readonly at: Position;
};
export type ReactionsCursor = OfPost & { readonly list: Reactions; readonly front: FrontEnd; readonly page: number };
/** A list of an account. `uid` null: still to be looked up by its name. `since`: the place that the last answer gave. */
export type AccountCursor = {
  readonly list: 'posts' | 'followers' | 'following';
  readonly front: FrontEnd;
  readonly uid: string | null;
  readonly name: string | null;
  readonly nick: string | null;
  readonly page: number;
  readonly since: string | null;
};
/** A page of weibo.cn. `of`: the post, or the account for posts. */
export type PlainCursor = {
  readonly list: 'plain';
  readonly what: 'comments' | 'posts' | Reactions;
  readonly of: string;
  readonly page: number;
};
export type WeiboCursor = CommentsCursor | OldCommentsCursor | ThreadCursor | ReactionsCursor | AccountCursor | PlainCursor;

export const START: Position = { maxId: null, maxIdType: 0, recent: [], places: [], stale: 0 };
const FLOWS: Readonly<Partial<Record<NonNullable<ExportOptions['sort']>, 0 | 1>>> = { top: 0, new: 1 };

/** The first request for what was chosen. */
export function firstCursor(
  { target, params, type }: Pick<ChosenTarget, 'target' | 'params' | 'type'>,
  { sort }: ExportOptions,
): WeiboCursor {
  const { post, uid = null, name = null, nick = null } = params;
  if (target.startsWith('plain-')) {
    const what = type === 'likes' || type === 'shares' || type === 'posts' ? type : 'comments';
    return { list: 'plain', what, of: post ?? uid ?? '', page: 1 };
  }
  const front = target.startsWith('mobile-') ? 'mobile' : 'web';
  if (post === undefined) {
    const list = type === 'followers' || type === 'following' ? type : 'posts';
    return { list, front, uid, name, nick, page: 1, since: null };
  }
  const of: OfPost = { post, mid: front === 'mobile' ? midOf(post) : null, owner: front === 'mobile' ? null : uid };
  if (type === 'likes' || type === 'shares') return { list: type, front, ...of, page: 1 };
  return { list: 'comments', front, ...of, flow: sort === null ? null : (FLOWS[sort] ?? null), at: START };
}
