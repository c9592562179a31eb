import type { ChosenTarget, TargetParams } from '#core/platform-api/define.ts';

/** Posts of an account. `account`: its number, null until it was looked up. `below`: the last one that was read. */
export type PostsCursor = {
  readonly list: 'posts';
  readonly user: string;
  readonly account: string | null;
  readonly below: string | null;
};

/** What a page asks for by itself while it is scrolled. `thread`: the answers below one of the answers. */
export type HeardList = 'answers' | 'thread' | 'likes' | 'shares' | 'followers' | 'following' | 'posts heard';

/**
 * `of`: what the page is about. `post`: the pasted post, where that is another one. `owner`: the account that wrote it, where it was heard.
 * `taken`: answers that earlier pages have read. `heard`: what of the list is among them, by what its last piece says.
 */
export type HeardCursor = {
  readonly list: HeardList;
  readonly of: { readonly user?: string; readonly group?: string; readonly status?: string };
  readonly post?: { readonly status: string; readonly user: string | null };
  readonly owner: string | null;
  readonly taken: number;
  readonly heard: 'nothing' | 'part' | 'whole';
};

export type TruthSocialCursor = PostsCursor | HeardCursor;

/** The first request for what was chosen. */
export function firstCursor({ target, params, type }: Pick<ChosenTarget, 'target' | 'params' | 'type'>): TruthSocialCursor {
  if (type === 'posts') return { list: 'posts', user: params['user'] ?? '', account: null, below: null };
  const isAnswers = target === 'post' && type === 'comments';
  return { list: isAnswers ? 'answers' : (type as HeardList), of: ofParams(params), owner: null, taken: 0, heard: 'nothing' };
}

function ofParams({ user, group, status }: TargetParams): HeardCursor['of'] {
  return { ...(user !== undefined && { user }), ...(group !== undefined && { group }), ...(status !== undefined && { status }) };
}
