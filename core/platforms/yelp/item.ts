import type { Item } from '#core/contract/item.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { plainOfField } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import type { WireInstant, WireReview } from '#core/platforms/yelp/wire.ts';

const SCALE = 5;
/** What a search puts around the words it was for. */
const HIGHLIGHT = /\[\[(?:END)?HIGHLIGHT\]\]/g;
/** Names of the reactions in the item. */
const REACTIONS: Readonly<Record<string, string>> = {
  HELPFUL: 'helpful',
  THANKS: 'thanks',
  LOVE_THIS: 'loveThis',
  OH_NO: 'ohNo',
};

/** @param alias of the business, where the review does not name it */
export function reviewItem(review: WireReview, alias: string): Item {
  const { author, bizUserPublicReply: reply, text } = review;
  const id = orNull(author?.encid);
  const replyText = orNull(reply?.text);
  return makeItem({
    id: review.encid,
    kind: 'review',
    author: {
      name: orNull(author?.displayName),
      id,
      url: id === null ? null : `https://www.yelp.com/user_details?userid=${id}`,
      avatarUrl: orNull(author?.profilePhoto?.photoUrl?.url),
    },
    text: plain(text?.full ?? ''),
    createdAt: instantOf(review.createdAt, 'createdAt'),
    rating: review.rating ?? null,
    ratingScale: SCALE,
    language: orNull(text?.language),
    url: `https://www.yelp.com/biz/${orNull(review.business?.alias) ?? alias}?hrid=${review.encid}`,
    likes: likesOf(review),
    media: mediaOf(
      (review.businessPhotos ?? []).map(({ photoUrl }) => photoUrl?.url),
      (review.businessVideos ?? []).map(({ videoUrl }) => videoUrl),
    ),
    isEdited: editedOf(review),
    ownerReply:
      replyText === null ? null : { text: plain(replyText), createdAt: instantOf(reply?.createdAt, 'bizUserPublicReply.createdAt') },
    extra: extraOf(review),
  });
}

/** @throws PlatformChanged at `at` */
function instantOf(instant: WireInstant, at: string): string | null {
  return statedInstant(orNull(instant?.utcDateTime) ?? instant?.localDateTimeForBusiness, at);
}

function plain(words: string): string {
  return plainOfField(words.replace(HIGHLIGHT, ''));
}

/** All reactions together; null where the answer names none. */
function likesOf({ availableReactionsContainer }: WireReview): number | null {
  const reactions = availableReactionsContainer?.availableReactions;
  return reactions ? reactions.reduce((sum, { count }) => sum + (count ?? 0), 0) : null;
}

/** Null where the answer says nothing of earlier versions. */
function editedOf({ latestReviewUpdate, previousReviews }: WireReview): boolean | null {
  if (latestReviewUpdate === undefined && previousReviews === undefined) return null;
  return Boolean(latestReviewUpdate) || (previousReviews ?? []).length > 0;
}

function extraOf({ author, text, tags, previousReviews, bizUserPublicReply, ...review }: WireReview): Item['extra'] {
  const reactions = (review.availableReactionsContainer?.availableReactions ?? []).flatMap(({ reactionType, count }) => {
    const name = REACTIONS[reactionType];
    return name === undefined || !count ? [] : [[name, count] as const];
  });
  const translated = orNull(text?.translated);
  const captions = (review.businessPhotos ?? []).flatMap(({ caption }) => orNull(caption) ?? []);
  return {
    location: orNull(author?.displayLocation) ?? undefined,
    authorReviewCount: author?.reviewCount ?? undefined,
    authorFriendCount: author?.friendCount ?? undefined,
    authorPhotoCount: author?.businessPhotoCount ?? undefined,
    authorEliteYear: author?.currentTruncatedEliteYear ?? undefined,
    ...Object.fromEntries(reactions),
    translation: translated === null ? undefined : plain(translated),
    photoCaptions: captions.length > 0 ? captions : undefined,
    isFirstReview: tags?.isFirstReviewer ?? undefined,
    checkInCount: tags?.checkInCount ?? undefined,
    previousReviewCount: previousReviews && previousReviews.length > 0 ? previousReviews.length : undefined,
    ownerReplyAuthor: orNull(bizUserPublicReply?.owner?.displayName) ?? undefined,
    ownerReplyRole: orNull(bizUserPublicReply?.owner?.role) ?? undefined,
  };
}
