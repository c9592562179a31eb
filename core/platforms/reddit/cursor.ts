import type { ExportType } from '#core/contract/options.ts';
import type { TargetParams } from '#core/platform-api/define.ts';
import type { ThreadFacts } from '#core/platforms/reddit/items.ts';

export type ShareCursor = { readonly at: 'share'; readonly path: string };
export type ThreadCursor = { readonly at: 'thread'; readonly post: string; readonly comment: string | null };
/** At most 100 ids of one stub. `expect` is what they may bring at most. */
export type MoreCursor = {
  readonly at: 'more';
  readonly thread: Facts;
  readonly children: readonly string[];
  /** Full name of what they answer. */
  readonly parent?: string;
};
/** The replies below `parent`, which were too deep for the answer they belong to. */
export type DeeperCursor = {
  readonly at: 'deeper';
  readonly thread: Facts;
  readonly parent: string;
  /** Set where it was not delivered itself either: the full name of what it answers. */
  readonly own?: string;
};
export type ListingCursor = {
  readonly at: 'posts' | 'comments';
  readonly path: string;
  /** `t` and `sort` of the request. */
  readonly query: Readonly<Record<string, string>>;
  readonly after: string | null;
};
export type RedditCursor = ShareCursor | ThreadCursor | MoreCursor | DeeperCursor | ListingCursor;

/** `ThreadFacts` as a cursor carries them: an interface is no plain JSON to the compiler. */
type Facts = Pick<ThreadFacts, keyof ThreadFacts>;

const NEWEST = { sort: 'new' };

/** The first request of a target, by its name. */
export function cursorOf(target: string, params: TargetParams, type: ExportType): RedditCursor {
  const { post = '', comment = null, path = '', t, user = '' } = params;
  if (target === 'thread') return { at: 'thread', post, comment };
  if (target === 'share') return { at: 'share', path };
  if (target === 'listing') return { at: 'posts', path, query: t ? { t } : {}, after: null };
  return type === 'comments'
    ? { at: 'comments', path: `/user/${user}/comments`, query: NEWEST, after: null }
    : { at: 'posts', path: `/user/${user}/submitted`, query: NEWEST, after: null };
}
