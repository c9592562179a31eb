import type { Author, Item, ItemKind } from '#core/contract/item.ts';
import { isoFromText, statedInstant } from '#core/platform-kit/dates.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { Comment, Review, Stated, User } from '#core/platforms/producthunt/wire.ts';

const SITE = 'https://www.producthunt.com';
const HIDDEN_NAME = '[REDACTED]';
const HIDDEN_ID = '0';
const RATING_SCALE = 5;

const MAKER = 'maker';

/** `authors`: ids of those who made or hunted it; null where nothing says them. */
export interface Launch {
  readonly slug: string;
  readonly authors: readonly string[] | null;
}

export function commentItem(comment: Comment, parentId: string | null, { slug, authors }: Launch): Item {
  const { user } = comment;
  return makeItem({
    id: comment.id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorOf(user),
    text: plainText(comment.body ?? comment.bodyHtml),
    createdAt: statedInstant(comment.createdAt, 'createdAt'),
    likes: comment.votesCount ?? null,
    replyCount: replyCountOf(comment),
    url: orNull(comment.url) ?? `${SITE}/posts/${slug}?comment=${comment.id}`,
    isPinned: comment.isSticky ?? null,
    isAuthorPost: isByAuthor(comment, authors),
    extra: { headline: orNull(user?.headline) ?? undefined },
  });
}

/** As stated, or as many as there are where all of them came along. */
function replyCountOf({ repliesCount, replies }: Comment): number | null {
  const listed = replies && 'edges' in replies && !replies.pageInfo.hasNextPage ? replies.edges.length : null;
  return repliesCount ?? replies?.totalCount ?? listed;
}

/** Ids of those who made or hunted it; null where no part says them. */
export function authorsOf(parts: readonly Pick<Stated, 'user' | 'makers'>[]): string[] | null {
  const isKnown = parts.some(({ user, makers }) => user || makers);
  return isKnown ? parts.flatMap(({ user, makers }) => [user, ...(makers ?? [])].flatMap((each) => each?.id ?? [])) : null;
}

/** A badge marks the makers; who hunted it is known by number alone. */
function isByAuthor({ badges, user }: Comment, authors: Launch['authors']): boolean | null {
  if (badges?.includes(MAKER) === true) return true;
  if (authors === null || !user || user.id === HIDDEN_ID) return badges ? false : null;
  return authors.includes(user.id);
}

/** What is good and what is not stand apart from the whole. */
export function reviewItem(review: Review, product: string): Item {
  const rating = review.rating ?? review.overallRating ?? null;
  return makeItem({
    id: review.id,
    kind: 'review',
    author: authorOf(review.user),
    text: plainText(review.body) ?? plainText(review.overallExperience),
    createdAt: statedInstant(review.createdAt, 'createdAt'),
    likes: review.votesCount ?? null,
    replyCount: review.comments?.totalCount ?? null,
    rating,
    ratingScale: rating === null ? null : RATING_SCALE,
    url: `${SITE}/products/${product}/reviews?review=${review.id}`,
    extra: {
      positiveFeedback: plainText(review.positiveFeedback) ?? undefined,
      negativeFeedback: plainText(review.negativeFeedback) ?? undefined,
      alternativesFeedback: plainText(review.alternativesFeedback) ?? undefined,
      headline: orNull(review.user?.headline) ?? undefined,
    },
  });
}

/** `act`: the id and the moment of what the account did, where the platform says them. A hidden account has no id of its own. */
export function accountItem(
  user: User,
  kind: ItemKind,
  act: { readonly id: string; readonly createdAt?: string | null } | null = null,
): Item {
  const author = authorOf(user);
  return makeItem({
    id: author.id ?? act?.id ?? user.id,
    kind,
    author,
    text: orNull(user.headline),
    createdAt: statedInstant(act?.createdAt, 'createdAt'),
    url: author.url ?? null,
    extra: { accountCreatedAt: isoFromText(user.createdAt) ?? undefined },
  });
}

function authorOf(user: User | null | undefined): Partial<Author> {
  if (!user) return {};
  const username = shown(user.username);
  return {
    name: shown(user.name),
    username,
    id: user.id === HIDDEN_ID ? null : user.id,
    url: username === null ? null : `${SITE}/@${username}`,
    avatarUrl: orNull(user.profileImage) ?? orNull(user.avatarUrl),
  };
}

function shown(name: string | null | undefined): string | null {
  return name === HIDDEN_NAME ? null : orNull(name);
}

function plainText(html: string | null | undefined): string | null {
  return orNull(htmlToText(html ?? '', { whiteSpace: 'keepNewlines' }));
}
