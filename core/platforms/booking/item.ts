import type { Item } from '#core/contract/item.ts';
import type { WireReview } from '#core/platforms/booking/wire.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { absoluteAddress, withScheme } from '#core/platform-kit/web-address.ts';

const SCALE = 10;
/** What stands for a language that nobody made out. */
const NO_LANGUAGE = new Set(['xu', 'xx']);
/** Of pictures whose address names no host. */
const PICTURES = 'https://cf.bstatic.com';

export function reviewItem(review: WireReview): Item {
  const { guestDetails: guest, textDetails: words } = review;
  const [positiveText, negativeText] = [orNull(words?.positiveText), orNull(words?.negativeText)];
  const language = orNull(words?.lang);
  const reply = orNull(review.partnerReply?.reply);
  return makeItem({
    id: review.reviewUrl,
    kind: 'review',
    author: { name: orNull(guest?.username), avatarUrl: withScheme(guest?.avatarUrl) },
    title: orNull(words?.title),
    text: [positiveText, negativeText].filter((part) => part !== null).join('\n'),
    createdAt: isoFromSeconds(review.reviewedDate),
    rating: review.reviewScore ?? null,
    ratingScale: SCALE,
    likes: review.helpfulVotesCount ?? null,
    language: language === null || NO_LANGUAGE.has(language) ? null : language,
    media: mediaOf((review.photos ?? []).map(pictureOf)),
    ownerReply: reply === null ? null : { text: reply, createdAt: null },
    extra: {
      positiveText: positiveText ?? undefined,
      negativeText: negativeText ?? undefined,
      ...stayOf(review),
      country: orNull(guest?.countryName) ?? undefined,
      countryCode: orNull(guest?.countryCode) ?? undefined,
      guestType: orNull(guest?.guestTypeTranslation) ?? undefined,
      authorIsAnonymous: guest?.anonymous ?? undefined,
    },
  });
}

function stayOf({ bookingDetails: stay }: WireReview): Item['extra'] {
  return {
    roomType: orNull(stay?.roomType?.name) ?? undefined,
    nights: stay?.numNights ?? undefined,
    checkIn: orNull(stay?.checkinDate) ?? undefined,
    checkOut: orNull(stay?.checkoutDate) ?? undefined,
    stayStatus: orNull(stay?.stayStatus) ?? undefined,
  };
}

/** Each picture comes in several sizes. */
function pictureOf({ urls }: NonNullable<WireReview['photos']>[number]): string | null {
  const url = orNull((urls?.find(({ size }) => size?.startsWith('max')) ?? urls?.[0])?.url);
  return absoluteAddress(url, PICTURES);
}
