import type { z } from 'zod';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import { isRedirect, isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { linkIn } from '#core/platform-kit/link-header.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { accountItem, commentItem, postItem } from '#core/platforms/pixelfed/items.ts';
import { accountsSchema, commentsSchema, postSchema, remotePostSchema, statusesSchema } from '#core/platforms/pixelfed/wire.ts';

/** The pasted post. `name`: of its account; null where the address does not say it. */
export type PostCursor = { readonly list: 'post'; readonly host: string; readonly name: string | null; readonly id: string };
/** Comments of the status `of` of the account `by`, which is the pasted post or a comment below it. */
export type CommentsCursor = {
  readonly list: 'comments';
  readonly host: string;
  readonly post: string;
  readonly owner: string;
  readonly isClosed: boolean;
  readonly by: string;
  readonly of: string;
  readonly page: number;
};
export type StatusesCursor = { readonly list: 'statuses'; readonly host: string; readonly account: string; readonly below: string | null };
/** `next`: the address of a further page, as the server gave it. */
export type AccountsCursor = {
  readonly list: 'likes' | 'shares' | 'followers' | 'following';
  readonly host: string;
  readonly id: string;
  readonly next: string | null;
};

const COMMENTS_PER_PAGE = 50;
const STATUSES_PER_PAGE = 24;
const ACCOUNTS_PER_PAGE = 80;
const KINDS = { likes: 'like', shares: 'share', followers: 'follower', following: 'following' } as const;
const OF_WEB = "JSON of the site's own pages";
const OF_API = 'API';
const NEEDS_TOKEN =
  'This server gives that to its own members alone. Give a personal token of an account there (options.cookies.auth_token).';

export async function postPage(cursor: PostCursor, session: Session): Promise<Page<CommentsCursor>> {
  const { host, name, id } = cursor;
  const { account, comments_disabled: isClosed } =
    name === null
      ? await ask(session, remotePostSchema, { ...withToken(host, session), url: `https://${host}/api/v1/statuses/${id}` })
      : (await ask(session, postSchema, { url: `https://${host}/api/v2/profile/${percentEncoded(name)}/status/${id}` })).status;
  const at = { list: 'comments', host, post: id, owner: account.id, isClosed: isClosed ?? false, by: account.id, of: id, page: 1 } as const;
  return commentsPage(at, session);
}

export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor>> {
  const { host, post, owner, isClosed, by, of, page } = cursor;
  const answer = await answerOf(session, {
    url: `https://${host}/api/v2/comments/${by}/status/${of}`,
    query: { limit: COMMENTS_PER_PAGE, page },
  });
  if (isClosed && of === post && answer.status === 404) throw new PlatformRefusal('COMMENTS_DISABLED');
  const { data, meta } = checkedAnswer(answer).json(commentsSchema);
  const pages = meta?.pagination?.total_pages ?? null;
  const isOver = rowsGiven(data) === 0 || (pages !== null && page >= pages);
  const answered = session.options.replies ? data.filter(({ reply_count: replies }) => (replies ?? 0) > 0) : [];
  return {
    items: readRows(data, 'data', (status) => commentItem(status, post, owner)),
    next: [
      ...answered.map((status): Next<CommentsCursor> => ({
        cursor: { ...cursor, by: status.account.id, of: status.id, page: 1 },
        role: 'replies',
        under: status.id,
        expect: status.reply_count ?? 0,
      })),
      ...(isOver ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' as const }]),
    ],
    ...(of === post && page === 1 ? { total: meta?.pagination?.total ?? null } : {}),
    door: OF_WEB,
  };
}

/** Posts of an account, the newest first. */
export async function statusesPage(cursor: StatusesCursor, session: Session): Promise<Page<StatusesCursor>> {
  const { host, account, below } = cursor;
  const url = `https://${host}/api/pixelfed/v1/accounts/${account}/statuses`;
  const statuses = await ask(session, statusesSchema, { url, query: { limit: STATUSES_PER_PAGE, max_id: below ?? undefined } });
  const last = statuses.map(({ id }) => id).toSorted(byNumber)[0];
  return {
    items: readRows(statuses, '$', postItem),
    next: last === undefined ? [] : [{ cursor: { ...cursor, below: last }, role: 'page' }],
    door: OF_WEB,
  };
}

/** Too long for a number. */
function byNumber(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

/** Accounts, by the API, which asks for a token. */
export async function accountsPage(cursor: AccountsCursor, session: Session): Promise<Page<AccountsCursor>> {
  const { host, list, id, next } = cursor;
  const path =
    list === 'likes' ? `statuses/${id}/favourited_by` : list === 'shares' ? `statuses/${id}/reblogged_by` : `accounts/${id}/${list}`;
  const first = { url: `https://${host}/api/v1/${path}`, query: { limit: ACCOUNTS_PER_PAGE } };
  const answer = checkedAnswer(await answerOf(session, { ...withToken(host, session), ...(next === null ? first : { url: next }) }));
  const accounts = answer.json(accountsSchema);
  const address = URL.parse(linkIn(answer.headers['link'], 'next', answer.url) ?? '');
  return {
    items: readRows(accounts, '$', (account) => accountItem(account, KINDS[list])),
    // A token is for this host alone.
    next:
      address?.host !== host ? [] : [{ cursor: { ...cursor, next: `https://${host}${address.pathname}${address.search}` }, role: 'page' }],
    mayRepeat: accounts.length === 0,
    door: OF_API,
  };
}

/** @throws PlatformRefusal LOGIN_REQUIRED where none was given */
function withToken(host: string, session: Session): Pick<PlatformRequest, 'headers' | 'withoutCookies'> {
  const token = session.cookie(`https://${host}/`, 'auth_token');
  if (token === null) throw new PlatformRefusal('LOGIN_REQUIRED', NEEDS_TOKEN);
  return { headers: { authorization: `Bearer ${token}` }, withoutCookies: true };
}

async function ask<S extends z.ZodType>(session: Session, schema: S, request: PlatformRequest): Promise<z.output<S>> {
  return checkedAnswer(await answerOf(session, request)).json(schema);
}

function answerOf(session: Session, request: PlatformRequest): Promise<Answer> {
  return session.fetch({ ...request, accept: 'any', redirect: 'manual' });
}

/** @throws CommentdockError for all that is no data */
function checkedAnswer(answer: Answer): Answer {
  const { status, headers, isJson, url } = answer;
  if (isRedirect(status)) {
    const leads = URL.parse(headers['location'] ?? '', url)?.pathname;
    throw leads === '/login' ? new PlatformRefusal('LOGIN_REQUIRED', NEEDS_TOKEN) : new PlatformRefusal('BLOCKED', NO_PIXELFED);
  }
  if (status === 403 && isJson) throw new PlatformRefusal('PRIVATE', 'This server shows that to nobody but those its owner allows.');
  if (status < 200 || status >= 300) throw refusalOf(answer);
  if (isWebPage(answer)) throw new PlatformRefusal('BLOCKED', NO_PIXELFED);
  return answer;
}

const NO_PIXELFED = "Something else answered instead of the server's data: the host is no Pixelfed server, or it keeps programs out.";
