import type { ChosenTarget } from '#core/platform-api/define.ts';

type OfNote = { readonly note: string; readonly token: string | null; readonly source: string | null };

/**
 * Comments of a note, as its page asks for them. `taken`: answers that earlier pages have read; `more`: whether the last one said that there
 * are more; `way`: the last comment of each, by which the page can be scrolled to those after it.
 */
export type CommentsCursor = OfNote & {
  readonly list: 'comments';
  readonly owner: string | null;
  readonly taken: number;
  readonly more: boolean;
  readonly way: readonly string[];
};
/** The rest of the answers to one comment. `had`: those that came with it; `missing`: how many there are besides. */
export type ThreadCursor = OfNote & {
  readonly list: 'thread';
  readonly owner: string | null;
  readonly root: string;
  readonly had: number;
  readonly missing: number;
  readonly way: readonly string[];
};
/** Notes of an account. */
export type PostsCursor = {
  readonly list: 'posts';
  readonly user: string;
  readonly token: string | null;
  readonly source: string | null;
  readonly taken: number;
  readonly more: boolean;
};
/** Where a short link leads is still to be asked. */
export type ShortCursor = { readonly list: 'short'; readonly short: string };
export type XiaohongshuCursor = CommentsCursor | ThreadCursor | PostsCursor | ShortCursor;

/** The first request for what was chosen. */
export function firstCursor({ params }: Pick<ChosenTarget, 'params'>): XiaohongshuCursor {
  const { short, user, note = '', token = null, source = null } = params;
  if (short !== undefined) return { list: 'short', short };
  if (user !== undefined) return { list: 'posts', user, token, source, taken: 0, more: false };
  return firstOfNote(note, token, source);
}

export function firstOfNote(note: string, token: string | null, source: string | null): CommentsCursor {
  return { list: 'comments', note, token, source, owner: null, taken: 0, more: false, way: [] };
}
