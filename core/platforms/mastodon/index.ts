// Mastodon and servers with its API: the REST API of whatever host the URL names, without login. Fragile: a thread comes
// cut at 60 descendants, so that the rest is read by asking again for those with replies unseen; a server knows only what reached it.
import type { z } from 'zod';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { type ChosenTarget, definePlatform, type Gap, type Next, type Page } from '#core/platform-api/define.ts';
import { linkIn } from '#core/platform-kit/link-header.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { profileOf, statusOf } from '#core/platforms/mastodon/address.ts';
import { accountOf, type ContextReading, directReplies, postOf, readContext, type Subject } from '#core/platforms/mastodon/items.ts';
import { accountsSchema, contextSchema, ownerSchema, statusesSchema, subjectSchema } from '#core/platforms/mastodon/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** `branch`: the descendant whose context is asked for; null for the pasted status, whose `owner` is not known yet. `stated`: the direct replies that a branch counts. */
type ThreadCursor = {
  readonly list: 'thread';
  readonly host: string;
  readonly status: string;
  readonly owner: string | null;
  readonly branch: string | null;
  readonly stated: number | null;
};
/** `next`: the address of a further page, as the server gave it. */
type StatusListCursor = { readonly list: 'likes' | 'shares'; readonly host: string; readonly status: string; readonly next: string | null };
type AccountListCursor = {
  readonly list: 'followers' | 'following';
  readonly host: string;
  readonly acct: string;
  readonly next: string | null;
};
type PostsCursor = {
  readonly list: 'posts';
  readonly host: string;
  readonly acct: string;
  readonly tab: string;
  readonly next: string | null;
};
type ListCursor = StatusListCursor | AccountListCursor | PostsCursor;
type Cursor = ThreadCursor | ListCursor;

const UNKNOWN_HERE = 'These replies are counted, and did not reach this server or are not public.';
const ACCOUNTS_PER_PAGE = 80;
const POSTS_PER_PAGE = 40;

const LIKES = { type: 'likes' } as const;
const SHARES = { type: 'shares' } as const;
const POSTS = { type: 'posts', order: 'served' } as const;
const FOLLOWERS = { type: 'followers' } as const;
const FOLLOWING = { type: 'following' } as const;
const OF_A_STATUS = { likes: LIKES, shares: SHARES };
const OF_A_PROFILE = { tweets: POSTS, followers: FOLLOWERS, following: FOLLOWING };

const KINDS = { likes: 'like', shares: 'share', followers: 'follower', following: 'following' } as const;
const COUNTS = { likes: 'favourites_count', shares: 'reblogs_count', followers: 'followers_count', following: 'following_count' } as const;
const CALLS = { likes: 'favourited_by', shares: 'reblogged_by', followers: 'followers', following: 'following' } as const;

export default definePlatform<Cursor>({
  id: 'mastodon',
  name: 'Mastodon',
  homepage: 'https://joinmastodon.org',
  description: 'Replies, favourites and boosts of a post; posts, followers and follows of a profile, on any server.',
  category: 'social',
  recorded: '2026-04',
  comparedWith: [{ client: 'gallery-dl', date: '2026-03-03' }],
  withoutTotal: ['posts'],
  targets: [
    {
      name: 'status',
      patterns: [
        '<server>/@<user>/<id>',
        '<server>/@<user>@<server>/<id>',
        '<server>/users/<user>/statuses/<id>',
        '<server>/web/statuses/<id>',
      ],
      examples: [
        'https://mastodon.social/@austinkocher/109294719267373593',
        'https://fosstodon.org/@user@mastodon.social/109294719267373593',
        'https://mastodon.social/users/austinkocher/statuses/109294719267373593',
        'https://mastodon.social/web/statuses/109294719267373593',
        'https://mastodon.social/web/@austinkocher/109294719267373593',
        'https://mastodon.social/deck/@austinkocher/109294719267373593',
      ],
      match: (url) => statusOf(url, null),
      exports: { own: { type: 'comments' }, ...OF_A_STATUS },
    },
    {
      name: 'favourites',
      patterns: ['<server>/@<user>/<id>/favourites'],
      examples: ['https://mastodon.social/@austinkocher/109294719267373593/favourites'],
      match: (url) => statusOf(url, 'favourites'),
      exports: { own: LIKES, ...OF_A_STATUS },
    },
    {
      name: 'reblogs',
      patterns: ['<server>/@<user>/<id>/reblogs'],
      examples: ['https://mastodon.social/@austinkocher/109294719267373593/reblogs'],
      match: (url) => statusOf(url, 'reblogs'),
      exports: { own: SHARES, ...OF_A_STATUS },
    },
    {
      name: 'profile',
      patterns: [
        '<server>/@<user>',
        '<server>/@<user>@<server>',
        '<server>/users/<user>',
        '<server>/@<user>/with_replies',
        '<server>/@<user>/media',
      ],
      examples: [
        'https://fosstodon.org/@schochastics',
        'https://mastodon.social/@schochastics@fosstodon.org',
        'https://fosstodon.org/users/schochastics',
        'https://fosstodon.org/@schochastics/with_replies',
        'https://fosstodon.org/@schochastics/media',
      ],
      match: (url) => profileOf(url, null) ?? profileOf(url, 'with_replies') ?? profileOf(url, 'media'),
      exports: { own: POSTS, ...OF_A_PROFILE },
    },
    {
      name: 'followers',
      patterns: ['<server>/@<user>/followers'],
      examples: ['https://fosstodon.org/@schochastics/followers'],
      match: (url) => profileOf(url, 'followers'),
      exports: { own: FOLLOWERS, ...OF_A_PROFILE },
    },
    {
      name: 'following',
      patterns: ['<server>/@<user>/following'],
      examples: ['https://fosstodon.org/@schochastics/following'],
      match: (url) => profileOf(url, 'following'),
      exports: { own: FOLLOWING, ...OF_A_PROFILE },
    },
  ],
  options: ['replies'],
  hosts: [],
  pastedHosts: ({ host = '' }) => [host],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 0.9, concurrency: 4 },
  walk: 'queue',

  start(target) {
    return [{ cursor: firstCursor(target), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list !== 'thread') return listPage(cursor, session);
    return cursor.branch === null ? threadPage(cursor, session) : branchPage(cursor, cursor.branch, session);
  },
});

function firstCursor({ type, params }: ChosenTarget): Cursor {
  const { host = '', status = '', acct = '', tab = '' } = params;
  if (type === 'comments') return { list: 'thread', host, status, owner: null, branch: null, stated: null };
  if (type === 'likes' || type === 'shares') return { list: type, host, status, next: null };
  if (type === 'followers' || type === 'following') return { list: type, host, acct, next: null };
  return { list: 'posts', host, acct, tab, next: null };
}

async function threadPage(cursor: ThreadCursor, session: Session): Promise<Page<Cursor>> {
  const { host, status } = cursor;
  const about = await optionalAnswer(session, subjectSchema, statusAt(host, status));
  const subject = { status, owner: about?.account.id ?? null };
  const { descendants } = await askFor(contextSchema, contextOf(host, status), session);
  const total = { total: about?.replies_count ?? null, door: 'REST API' };
  if (!session.options.replies) return { ...total, items: directReplies(descendants, subject) };
  const { items, cut } = readContext(descendants, status, subject);
  return { ...total, items, next: branches({ ...cursor, owner: subject.owner }, cut) };
}

async function branchPage(cursor: ThreadCursor, branch: string, session: Session): Promise<Page<Cursor>> {
  const { descendants } = await askFor(contextSchema, contextOf(cursor.host, branch), session);
  const { items, cut, direct } = readContext(descendants, branch, cursor satisfies Subject);
  const missing = (cursor.stated ?? 0) - direct;
  const gaps: Gap[] = missing > 0 ? [{ cause: 'notServed', count: missing, note: UNKNOWN_HERE }] : [];
  return { items, next: branches(cursor, cut), gaps, door: 'REST API' };
}

function branches(cursor: ThreadCursor, cut: ContextReading['cut']): Next<Cursor>[] {
  return cut.map(({ id, stated, missing }) => ({
    cursor: { ...cursor, branch: id, stated },
    role: 'replies',
    under: id,
    expect: missing,
    optional: true,
  }));
}

function contextOf(host: string, status: string): PlatformRequest {
  return { url: `https://${host}/api/v1/statuses/${status}/context` };
}

async function listPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const answer = await ask(cursor.next === null ? await firstRequest(cursor, session) : { url: cursor.next }, session);
  const total = cursor.next === null ? { total: await totalOf(cursor, session) } : {};
  const items = itemsOf(cursor, answer);
  const next = nextAddress(answer);
  return {
    items,
    next: next === null ? [] : [{ cursor: { ...cursor, next }, role: 'page' }],
    mayRepeat: items.length === 0,
    door: 'REST API',
    ...total,
  };
}

/** A status and an account state how long their lists are. What is posted is counted with boosts and answers, and so never the list that is read. */
async function totalOf(cursor: ListCursor, session: Session): Promise<number | null> {
  if (cursor.list === 'posts') return null;
  if ('acct' in cursor) return (await ownerOf(cursor, session))[COUNTS[cursor.list]] ?? null;
  return (await optionalAnswer(session, subjectSchema, statusAt(cursor.host, cursor.status)))?.[COUNTS[cursor.list]] ?? null;
}

function itemsOf(cursor: ListCursor, answer: Answer): readonly Item[] {
  if (cursor.list === 'posts') return answer.json(statusesSchema).map(postOf);
  return answer.json(accountsSchema).map((account) => accountOf(account, KINDS[cursor.list]));
}

async function firstRequest(cursor: ListCursor, session: Session): Promise<PlatformRequest> {
  const api = `https://${cursor.host}/api/v1`;
  if ('status' in cursor) {
    return { url: `${api}/statuses/${cursor.status}/${CALLS[cursor.list]}`, query: { limit: ACCOUNTS_PER_PAGE } };
  }
  const { id } = await ownerOf(cursor, session);
  if (cursor.list !== 'posts') return { url: `${api}/accounts/${id}/${CALLS[cursor.list]}`, query: { limit: ACCOUNTS_PER_PAGE } };
  const query = {
    limit: POSTS_PER_PAGE,
    exclude_replies: session.options.replies || cursor.tab === 'with_replies' ? undefined : 'true',
    only_media: cursor.tab === 'media' ? 'true' : undefined,
  };
  return { url: `${api}/accounts/${id}/statuses`, query };
}

function ownerOf({ host, acct }: AccountListCursor | PostsCursor, session: Session): Promise<z.output<typeof ownerSchema>> {
  const request = { url: `https://${host}/api/v1/accounts/lookup`, query: { acct } };
  return session.once(`account ${acct}`, () => askFor(ownerSchema, request, session));
}

function statusAt(host: string, status: string): PlatformRequest {
  return { url: `https://${host}/api/v1/statuses/${status}` };
}

/** Where the list goes on; null at its end. */
function nextAddress(answer: Answer): string | null {
  const next = linkIn(answer.headers['link'], 'next', answer.url);
  return next === null ? null : overTls(new URL(next), answer.url);
}

/** Servers behind a proxy may not know that they are asked over https. */
function overTls(next: URL, asked: string): string {
  const own = new URL(asked);
  return next.hostname === own.hostname && next.port === '' ? new URL(next.pathname + next.search, own).href : next.href;
}

async function askFor<S extends z.ZodType>(schema: S, request: PlatformRequest, session: Session): Promise<z.output<S>> {
  return (await ask(request, session)).json(schema);
}

/** @throws PlatformRefusal where a page stands in place of the API, or the API says no */
async function ask(request: PlatformRequest, session: Session): Promise<Answer> {
  const answer = await session.fetch({ ...request, accept: [403] });
  const isPage = !answer.isJson && /^\s*</.test(answer.text);
  if (answer.status === 403 && answer.isJson) {
    throw new PlatformRefusal('PRIVATE', 'This server shows the list to nobody but those its owner allows.');
  }
  if (isPage || answer.status === 403) {
    throw new PlatformRefusal(
      'BLOCKED',
      "A web page answered instead of the server's API: the host is no Mastodon server, or it keeps programs out.",
    );
  }
  return answer;
}
