import type { ChosenTarget, ExportOptions } from '#core/platform-api/define.ts';
import { type SubjectKind, SUBJECTS } from '#core/platforms/vk/address.ts';

type Order = 'asc' | 'desc' | 'smart';
type OfSubject = { readonly kind: SubjectKind; readonly owner: string; readonly id: string };
type Reactions = 'likes' | 'shares';

export type CommentsCursor = OfSubject & { readonly list: 'comments'; readonly order: Order; readonly offset: number };
/** The rest of the answers to one comment. */
export type ThreadCursor = OfSubject & { readonly list: 'thread'; readonly order: Order; readonly root: string; readonly offset: number };
export type ReactionsCursor = OfSubject & { readonly list: Reactions; readonly offset: number };
/** A list of a page. `owner`: its number, negative for a community; null: still to be resolved from `name`, unless VK takes the name itself. */
export type PageCursor = {
  readonly list: 'posts' | 'followers' | 'following';
  readonly owner: string | null;
  readonly name: string | null;
  readonly offset: number;
};
/** Where a short link leads is still to be asked. */
export type ShortCursor = { readonly list: 'short'; readonly short: string; readonly to: 'comments' | Reactions; readonly order: Order };
export type VkCursor = CommentsCursor | ThreadCursor | ReactionsCursor | PageCursor | ShortCursor;

const ORDERS: Readonly<Partial<Record<NonNullable<ExportOptions['sort']>, Order>>> = { old: 'asc', new: 'desc', top: 'smart' };

/** The first request for what was chosen. */
export function firstCursor({ target, params, type }: Pick<ChosenTarget, 'target' | 'params' | 'type'>, { sort }: ExportOptions): VkCursor {
  const order = ORDERS[sort ?? 'old'] ?? 'asc';
  const { short, user, group, name = null, owner = '', id = '' } = params;
  const to = type === 'likes' || type === 'shares' ? type : 'comments';
  if (short !== undefined) return { list: 'short', short, to, order };
  const kind = SUBJECTS.find((each) => each === target);
  if (kind !== undefined) return cursorOfSubject({ kind, owner, id }, to, order);
  const list = type === 'followers' || type === 'following' ? type : 'posts';
  return { list, owner: user ?? (group === undefined ? null : `-${group}`), name, offset: 0 };
}

export function cursorOfSubject(subject: OfSubject, to: 'comments' | Reactions, order: Order): CommentsCursor | ReactionsCursor {
  return to === 'comments' ? { list: to, ...subject, order, offset: 0 } : { list: to, ...subject, offset: 0 };
}
