import { PlatformChanged } from '#core/contract/error.ts';
import type { Item, Media } from '#core/contract/item.ts';
import type { WireReview } from '#core/platforms/airbnb/wire.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { plainOfField } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { absoluteAddress } from '#core/platform-kit/web-address.ts';

export const SITE = 'https://www.airbnb.com';
const SCALE = 5;

export function reviewItem(review: WireReview): Item {
  const { reviewer } = review;
  const profile = orNull(reviewer?.profilePath);
  const response = orNull(review.response);
  const { comments: translation, needsTranslation } = review.localizedReview ?? {};
  return makeItem({
    id: review.id,
    kind: 'review',
    author: {
      name: orNull(reviewer?.firstName),
      id: reviewer?.id ?? null,
      url: absoluteAddress(profile, SITE),
      avatarUrl: orNull(reviewer?.pictureUrl) ?? orNull(reviewer?.userProfilePicture?.baseUrl),
    },
    text: plain(review.comments ?? ''),
    createdAt: statedInstant(review.createdAt, 'reviews.createdAt'),
    rating: review.rating || null,
    ratingScale: SCALE,
    language: orNull(review.language),
    media: mediaOf(review),
    ownerReply: response === null ? null : { text: plain(response), createdAt: null },
    extra: {
      location: orNull(review.localizedReviewerLocation) ?? undefined,
      highlight: orNull(review.reviewHighlight) ?? undefined,
      translation: needsTranslation !== false && orNull(translation) !== null ? plain(translation ?? '') : undefined,
      ownerReplyDate: orNull(review.localizedRespondedDate) ?? undefined,
      roomType: orNull(review.roomTypeListingTitle) ?? undefined,
      authorIsSuperhost: reviewer?.isSuperhost ?? undefined,
      collectionTag: review.collectionTag ?? undefined,
    },
  });
}

/** Never more than one blank line in a row: guests part paragraphs by as many breaks as they like. */
function plain(html: string): string {
  return plainOfField(html).replace(/\n(?:[ \t]*\n){2,}/g, '\n\n');
}

/** Pictures come as addresses or as objects around one, and in both lists at once. */
function mediaOf({ reviewMediaItems, reviewPhotoUrls }: WireReview): Media[] {
  const all = [...(reviewMediaItems ?? []), ...(reviewPhotoUrls ?? [])].flatMap((each) => (each === null ? [] : [mediumOf(each)]));
  return [...new Map(all.map((medium) => [medium.url, medium])).values()];
}

function mediumOf(value: unknown): Media {
  const isText = (each: unknown): boolean => typeof each === 'string' && each !== '';
  const keys = ['baseUrl', 'url', 'pictureUrl', 'videoUrl'];
  const url = typeof value === 'string' ? value : keys.map((key) => shallowest(value, key, isText)).find((found) => found !== undefined);
  if (typeof url !== 'string') throw new PlatformChanged('reviews.reviewMediaItems');
  return { type: /video/i.test(String(shallowest(value, '__typename', isText) ?? '')) ? 'video' : 'image', url };
}
