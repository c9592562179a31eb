import type { Author, Item } from '#core/contract/item.ts';
import type { Comment, Review } from '#core/platforms/goodreads/wire.ts';
import { isoFromMs } from '#core/platform-kit/dates.ts';
import { plainOfField } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';

const SCALE = 5;
/** People who publish have an address as authors. */
const PERSON_ID = /\/(?:user|author)\/show\/(\d+)/;

export function reviewItem(review: Review): Item {
  const { creator, shelving } = review;
  const tags = (shelving?.taggings ?? []).flatMap(({ tag }) => orNull(tag?.name) ?? []);
  return makeItem({
    id: review.id,
    kind: 'review',
    author: authorOf(creator),
    text: plainOfField(review.text ?? ''),
    createdAt: isoFromMs(review.createdAt),
    likes: review.likeCount ?? null,
    replyCount: review.commentCount ?? null,
    rating: review.rating || null,
    ratingScale: SCALE,
    url: orNull(shelving?.webUrl),
    extra: {
      spoiler: review.spoilerStatus ?? undefined,
      shelf: orNull(shelving?.shelf?.name) ?? undefined,
      tags: tags.length > 0 ? tags : undefined,
      lastRevisionAt: isoFromMs(review.lastRevisionAt) ?? undefined,
      authorIsWriter: creator?.isAuthor ?? undefined,
      authorReviewCount: creator?.textReviewsCount ?? undefined,
      authorFollowerCount: creator?.followersCount ?? undefined,
    },
  });
}

/** `review`: id of what it stands below. */
export function commentItem({ id, text, createdAt, creator }: Comment, review: string): Item {
  return makeItem({
    id,
    kind: 'reply',
    parentId: review,
    author: authorOf(creator),
    text: orNull(plainOfField(text ?? '')),
    createdAt: isoFromMs(createdAt),
    extra: { authorIsWriter: creator?.isAuthor ?? undefined },
  });
}

function authorOf(creator: Review['creator']): Partial<Author> {
  const webUrl = orNull(creator?.webUrl);
  return {
    name: orNull(creator?.name),
    id: PERSON_ID.exec(webUrl ?? '')?.[1] ?? null,
    url: webUrl,
    avatarUrl: orNull(creator?.imageUrlSquare),
  };
}
