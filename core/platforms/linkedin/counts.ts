import { readWire } from '#core/platform-kit/wire.ts';
import type { Voyage } from '#core/platforms/linkedin/ask.ts';
import { entityOf } from '#core/platforms/linkedin/voyage.ts';
import {
  countsSchema,
  socialDetailSchema,
  type WireComment,
  type WireCounts,
  type WireSocialDetail,
} from '#core/platforms/linkedin/wire.ts';

/** What hangs on a comment or a post: how much of it there is, and the answers that came along. */
export function detailOf(
  { '*socialDetail': urn, socialDetail }: Pick<WireComment, '*socialDetail' | 'socialDetail'>,
  voyage: Voyage,
): WireSocialDetail | null {
  if (socialDetail) return readWire(socialDetailSchema, socialDetail, 'included.socialDetail');
  return entityOf(voyage, urn, socialDetailSchema);
}

export function countsOf(detail: WireSocialDetail | null, voyage: Voyage): WireCounts | null {
  return detail?.totalSocialActivityCounts ?? entityOf(voyage, detail?.['*totalSocialActivityCounts'], countsSchema);
}

/** Reactions of all kinds together. Today they are counted by kind alone; older answers have their sum beside that, or instead. */
export function likesIn(counts: WireCounts | null): number | null {
  const kinds = counts?.reactionTypeCounts?.map(({ count }) => count ?? null) ?? null;
  const known = kinds?.filter((count) => count !== null) ?? [];
  if (kinds === null || known.length < kinds.length) return counts?.numLikes ?? null;
  return kinds.length === 0 ? (counts?.numLikes ?? 0) : known.reduce((sum, count) => sum + count, 0);
}

/** Answers to a comment or a post. Where an answer names its counts and does not hold them, the list of answers still says how long it is. */
export function repliesIn(detail: WireSocialDetail | null, counts: WireCounts | null): number | null {
  return counts?.numComments ?? detail?.comments?.paging?.total ?? null;
}
