import type { Item } from '#core/contract/item.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import type { WirePicture, WireReview } from '#core/platforms/tripadvisor/wire.ts';

export const SITE = 'https://www.tripadvisor.com';
const SCALE = 5;

export function reviewItem(review: WireReview): Item {
  const { userProfile: person, mgmtResponse: reply } = review;
  const username = orNull(person?.username);
  const route = orNull(review.reviewDetailPageWrapper?.reviewDetailPageRoute?.url);
  const createdAt = statedInstant(orNull(review.publishedDate) ?? review.createdDate, 'publishedDate');
  const replyText = orNull(reply?.text);
  return makeItem({
    id: review.id,
    kind: 'review',
    author: {
      name: orNull(person?.displayName),
      username,
      id: person?.id ?? null,
      url: username === null ? null : `${SITE}/Profile/${username}`,
      avatarUrl: pictureUrl(person?.avatar),
    },
    title: orNull(review.title),
    text: review.text ?? '',
    createdAt,
    createdAtPrecision: createdAt === null ? null : 'day',
    rating: review.rating || null,
    ratingScale: SCALE,
    likes: review.helpfulVotes ?? null,
    language: orNull(review.language),
    url: route === null ? null : route.startsWith('/') ? SITE + route : route,
    media: mediaOf((review.photos ?? []).map(pictureUrl)),
    ownerReply:
      replyText === null ? null : { text: replyText, createdAt: statedInstant(reply?.publishedDate, 'mgmtResponse.publishedDate') },
    extra: extraOf(review),
  });
}

function extraOf({ userProfile: person, mgmtResponse: reply, tripInfo, additionalRatings, ...review }: WireReview): Item['extra'] {
  const { location, fallbackString } = person?.hometown ?? {};
  const ratings = (additionalRatings ?? []).flatMap(({ ratingLabel, rating }) => {
    const label = orNull(ratingLabel);
    return label === null || !rating ? [] : [[label, rating] as const];
  });
  return {
    location: orNull(location?.additionalNames?.long) ?? orNull(location?.name) ?? orNull(fallbackString) ?? undefined,
    originalLanguage: orNull(review.originalLanguage) ?? undefined,
    translationType: orNull(review.translationType) ?? undefined,
    authorReviewCount: person?.contributionCounts?.sumAllUgc ?? undefined,
    stayDate: orNull(tripInfo?.stayDate) ?? undefined,
    tripType: orNull(tripInfo?.tripType) ?? undefined,
    ratings: ratings.length > 0 ? Object.fromEntries(ratings) : undefined,
    writtenOn: orNull(review.createdDate) ?? undefined,
    publishPlatform: orNull(review.publishPlatform) ?? undefined,
    ownerReplyAuthor: orNull(reply?.userProfile?.displayName) ?? undefined,
    ownerReplyRole: orNull(reply?.connectionToSubject) ?? undefined,
  };
}

/** The whole picture where it can be had, else the widest. */
function pictureUrl(picture: WirePicture | null | undefined): string | null {
  const sizes = [picture?.data, picture];
  for (const each of sizes) {
    const template = orNull(each?.photoSizeDynamic?.urlTemplate);
    if (template !== null) return template.split('?', 1)[0] ?? null;
  }
  const all = sizes.flatMap((each) => (each?.photoSizes ?? []).flatMap((size) => size ?? []));
  return orNull(all.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))[0]?.url);
}
