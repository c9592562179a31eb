import type { Item } from '#core/contract/item.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { plainOrNull } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { absoluteAddress } from '#core/platform-kit/web-address.ts';
import { keyedFile, numberedPhoto } from '#core/platforms/wildberries/shards.ts';
import type { Feedback } from '#core/platforms/wildberries/wire.ts';

const SCALE = 5;
/** What became of the order. */
const PURCHASES: Readonly<Record<number, string>> = { 16: 'bought', 14: 'refused', 8: 'returned' };
/** How the platform writes that something never happened. */
const NEVER = /^0001-/;

export function feedbackItem(feedback: Feedback): Item {
  const { wbUserDetails: user, votes, answer, bables } = feedback;
  const reply = plainOrNull(answer?.text);
  const ids = [feedback.wbUserId, feedback.globalUserId];
  return makeItem({
    id: feedback.id,
    kind: 'review',
    author: { name: orNull(user?.name), id: ids.find((id) => id && id !== '0') ?? null },
    text: plainOrNull(feedback.text),
    createdAt: isoOf(feedback.createdDate, 'feedbacks.createdDate'),
    likes: votes?.pluses ?? null,
    dislikes: votes?.minuses ?? null,
    rating: feedback.productValuation || null,
    ratingScale: SCALE,
    media: mediaOf(picturesOf(feedback), [filmOf(feedback)]),
    ownerReply: reply === null ? null : { text: reply, createdAt: isoOf(answer?.createDate, 'feedbacks.answer.createDate') },
    extra: {
      pros: plainOrNull(feedback.pros) ?? undefined,
      cons: plainOrNull(feedback.cons) ?? undefined,
      nmId: feedback.nmId ?? undefined,
      color: orNull(feedback.color) ?? undefined,
      size: orNull(feedback.size) ?? undefined,
      location: orNull(user?.country) ?? undefined,
      matchingSize: orNull(feedback.matchingSize) ?? undefined,
      statusId: feedback.statusId ?? undefined,
      purchase: PURCHASES[feedback.statusId ?? 0],
      tags: bables && bables.length > 0 ? bables : undefined,
      excludedFromRating: feedback.excludedFromRating ?? undefined,
      reasons: feedback.reasons ?? undefined,
      parentFeedbackId: orNull(feedback.parentFeedbackId) ?? undefined,
      childFeedbackId: orNull(feedback.childFeedbackId) ?? undefined,
      supplierId: answer?.supplierId ?? undefined,
    },
  });
}

/** By their names, older or newer; by their numbers where they have none. */
function picturesOf({ photo, photos }: Feedback): string[] {
  const named = (photos ?? []).flatMap(({ fullSizeUri, key }) => {
    const uri = orNull(fullSizeUri);
    return (uri === null ? keyedFile('photo', key ?? '') : absoluteAddress(uri, 'https://feedbackphotos.wbstatic.net/')) ?? [];
  });
  return named.length > 0 ? named : (photo ?? []).map(numberedPhoto);
}

function filmOf({ video }: Feedback): string | null {
  return orNull(video?.link) ?? keyedFile('video', video?.id ?? '');
}

function isoOf(instant: string | null | undefined, at: string): string | null {
  return NEVER.test(instant ?? '') ? null : statedInstant(instant, at);
}
