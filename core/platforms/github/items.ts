import { PlatformChanged } from '#core/contract/error.ts';
import type { Author, Item, ItemKind } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { isEditedAfter, statedInstant } from '#core/platform-kit/dates.ts';
import type {
  WireAccount,
  WireActor,
  WireComment,
  WireFork,
  WirePost,
  WireReaction,
  WireReply,
  WireStar,
  WireThread,
  WireUser,
} from '#core/platforms/github/wire.ts';

/** What the rows of a list do not say: title and author of what they stand under; null where that was not read, or has none. */
export type Subject = { readonly title: string | null; readonly author: string | null };

export const UNREAD: Subject = { title: null, author: null };
const SITE = 'https://github.com';
const THREAD_NUMBER = /discussioncomment-(\d+)/;

/** How GraphQL names reactions. */
const GRAPHQL_REACTIONS: Readonly<Record<string, string>> = {
  THUMBS_UP: '+1',
  THUMBS_DOWN: '-1',
  LAUGH: 'laugh',
  CONFUSED: 'confused',
  HEART: 'heart',
  HOORAY: 'hooray',
  ROCKET: 'rocket',
  EYES: 'eyes',
};

/** Under an issue, a pull request or a commit. */
export function plainComment(row: WireComment, subject: Subject): Item {
  return commentItem(row, subject, { id: String(row.id), isEdited: isEditedAfter(row.created_at, row.updated_at) });
}

/** GitHub gives no address of its own. @param gist its id */
export function gistComment(row: WireComment, subject: Subject, gist: string): Item {
  const place = subject.author === null ? gist : `${subject.author}/${gist}`;
  const url = `https://gist.github.com/${place}?permalink_comment_id=${row.id}#gistcomment-${row.id}`;
  return { ...plainComment(row, subject), url };
}

/** Null where the review has no words: what it says then are its comments on the code. */
export function reviewComment(row: WireComment, subject: Subject): Item | null {
  return orNull(row.body) === null ? null : commentItem(row, subject, { id: `pullrequestreview-${row.id}` });
}

/** On the code of a pull request; the moment of its last change moves without an edit. */
export function codeComment(row: WireComment, subject: Subject): Item {
  const { in_reply_to_id: parent } = row;
  return commentItem(row, subject, { id: codeId(row.id), ...(parent == null ? {} : { parentId: codeId(parent) }) });
}

function codeId(id: number): string {
  return `discussion_r${id}`;
}

/** In a discussion, as REST gives it. */
export function discussionComment(row: WireComment, subject: Subject): Item {
  const { parent_id: parent } = row;
  return {
    ...commentItem(row, subject, {
      id: String(row.id),
      isEdited: isEditedAfter(row.created_at, row.updated_at),
      ...(parent == null ? {} : { parentId: String(parent) }),
    }),
    replyCount: row.child_comment_count ?? null,
  };
}

interface Standing {
  readonly id: string;
  readonly parentId?: string;
  readonly isEdited?: boolean | null;
}

function commentItem(row: WireComment, subject: Subject, standing: Standing): Item {
  return makeItem({
    ...standing,
    kind: standing.parentId === undefined ? 'comment' : 'reply',
    author: authorOf(row.user),
    text: orNull(row.body),
    title: subject.title,
    createdAt: statedInstant(row.submitted_at ?? row.created_at, 'created_at'),
    ...likesOf(row),
    url: orNull(row.html_url),
    isAuthorPost: isBy(subject, row.user?.login),
    extra: {
      authorAssociation: orNull(row.author_association) ?? undefined,
      reactions: given(row.reactions),
      path: orNull(row.path) ?? undefined,
      line: row.line ?? undefined,
      reviewState: orNull(row.state) ?? undefined,
    },
  });
}

/** A comment of a discussion as GraphQL gives it, or an answer to the comment with the number `parentId`. */
export function threadItem(node: WireThread | WireReply, subject: Subject, parentId: string | null): Item {
  const reactions = reactionsOf(node);
  const author = actorOf(node.author);
  return makeItem({
    id: threadNumber(node),
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author,
    text: orNull(node.body),
    title: subject.title,
    createdAt: statedInstant(node.createdAt, 'createdAt'),
    likes: node.upvoteCount ?? null,
    dislikes: reactions?.['-1'] ?? null,
    replyCount: 'replies' in node ? (node.replies?.totalCount ?? null) : null,
    url: node.url,
    isEdited: isEditedAfter(node.createdAt, node.lastEditedAt),
    isAuthorPost: isBy(subject, author.username),
    extra: {
      authorAssociation: orNull(node.authorAssociation) ?? undefined,
      reactions: given(reactions),
      isAnswer: node.isAnswer ?? undefined,
    },
  });
}

/** The number that a comment of a discussion has in its address. @throws PlatformChanged where there is none */
function threadNumber({ url }: Pick<WireReply, 'url'>): string {
  const number = THREAD_NUMBER.exec(url)?.[1];
  if (number === undefined) throw new PlatformChanged('url');
  return number;
}

export function postItem(row: WirePost): Item {
  const labels = (row.labels ?? []).flatMap((label) => orNull(typeof label === 'string' ? label : label.name) ?? []);
  return makeItem({
    id: String(row.number),
    kind: 'post',
    author: authorOf(row.user),
    title: orNull(row.title),
    text: orNull(row.body),
    createdAt: statedInstant(row.created_at, 'created_at'),
    ...likesOf(row),
    replyCount: row.comments ?? null,
    url: orNull(row.html_url),
    extra: {
      state: orNull(row.state) ?? undefined,
      isPullRequest: row.pull_request != null,
      labels: labels.length > 0 ? labels : undefined,
      closedAt: orNull(row.closed_at) ?? undefined,
      authorAssociation: orNull(row.author_association) ?? undefined,
      reactions: given(row.reactions),
    },
  });
}

export function accountItem(account: WireAccount, kind: Extract<ItemKind, 'follower' | 'following' | 'like'>): Item {
  const author = authorOf(account);
  return makeItem({ id: String(account.id), kind, author, url: author.url ?? null });
}

export function starItem(star: WireStar): Item {
  if (!('user' in star)) return accountItem(star, 'like');
  const createdAt = statedInstant(star.starred_at, 'starred_at');
  return { ...accountItem(star.user, 'like'), createdAt, createdAtPrecision: createdAt === null ? null : 'second' };
}

/** One account may react in several ways: each is an item. */
export function reactionItem(row: WireReaction): Item {
  const author = authorOf(row.user);
  return makeItem({
    id: String(row.id),
    kind: 'like',
    author,
    createdAt: statedInstant(row.created_at, 'created_at'),
    url: author.url ?? null,
    extra: { reaction: orNull(row.content) ?? undefined },
  });
}

export function forkItem(row: WireFork): Item {
  return makeItem({
    id: String(row.id),
    kind: 'share',
    author: authorOf(row.owner),
    createdAt: statedInstant(row.created_at, 'created_at'),
    url: orNull(row.html_url),
    extra: { repository: orNull(row.full_name) ?? undefined },
  });
}

function authorOf(user: WireUser): Partial<Author> {
  const username = orNull(user?.login);
  if (username === null) return {};
  const id = user?.id == null ? null : String(user.id);
  return { username, id, url: orNull(user?.html_url) ?? `${SITE}/${username}`, avatarUrl: orNull(user?.avatar_url) };
}

function actorOf(actor: WireActor): Partial<Author> {
  return authorOf(actor && { login: actor.login, html_url: actor.url, avatar_url: actor.avatarUrl });
}

function isBy({ author }: Subject, login: string | null | undefined): boolean | null {
  return author === null || !login ? null : login === author;
}

function likesOf({ reactions }: Pick<WireComment, 'reactions'>) {
  return { likes: reactions?.['+1'] ?? null, dislikes: reactions?.['-1'] ?? null };
}

type Reactions = Readonly<Record<string, number | null | undefined>>;

function reactionsOf({ reactionGroups }: WireReply): Reactions | null {
  const groups = reactionGroups ?? [];
  if (groups.length === 0) return null;
  return Object.fromEntries(
    groups.map(({ content, reactors }) => [GRAPHQL_REACTIONS[content ?? ''] ?? content ?? '', reactors?.totalCount]),
  );
}

/** Those that somebody has given. */
function given(reactions: Reactions | null | undefined): Reactions | undefined {
  const some = Object.entries(reactions ?? {}).filter(([, count]) => (count ?? 0) > 0);
  return some.length === 0 ? undefined : Object.fromEntries(some);
}
