import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item, Media } from '#core/contract/item.ts';
import { statedInstant } from '#core/platforms/kit/dates.ts';
import { plainOrNull } from '#core/platforms/kit/field-html.ts';
import { makeItem, orNull } from '#core/platforms/kit/item.ts';
import { countSchema } from '#core/platforms/kit/wire.ts';

const SCALE = 5;
const VERIFIED = 'VerifiedPurchaser';
/** The number under which the site takes comments on a review. */
const REVIEW_NUMBER = /\/review\/(\d+)/;
/** How names of badges write what is not ASCII: "My Best Buy\u00ae Member", escaped twice. */
const ESCAPED = /\\u([0-9a-f]{4})/gi;

const text = z.string().nullish();
const number = z.number().nullish();

/** No recorded answer has a reply: its words are looked for under the names that such answers have elsewhere. */
const responseSchema = z.object({
  response: text,
  responseText: text,
  text,
  date: text,
  submissionTime: text,
  department: text,
  name: text,
});

export const topicSchema = z.object({
  id: z.union([z.string().min(1), z.int().transform(String)]),
  author: text,
  title: text,
  text,
  submissionTime: text,
  rating: number,
  positiveFeedbackCount: countSchema.nullish(),
  negativeFeedbackCount: countSchema.nullish(),
  commentCount: countSchema.nullish(),
  photos: z.array(z.object({ normalUrl: text })).nullish(),
  brandResponses: z.array(responseSchema).nullish(),
  badges: z.array(z.object({ badgeCode: text, badgeName: text })).nullish(),
  recommended: z.boolean().nullish(),
  secondaryRatings: z.array(z.object({ attribute: text, attributeLabel: text, value: number })).nullish(),
  pros: z.unknown().optional(),
  cons: z.unknown().optional(),
  daysOfOwnership: number,
  qualityRating: number,
  valueRating: number,
  easeOfUseRating: number,
  writeCommentUrl: text,
});
type Topic = z.infer<typeof topicSchema>;

export function reviewItem(topic: Topic): Item {
  return makeItem({
    id: topic.id,
    kind: 'review',
    author: { name: orNull(topic.author) },
    title: plainOrNull(topic.title),
    text: plainOrNull(topic.text),
    createdAt: statedInstant(topic.submissionTime, 'topics.submissionTime'),
    rating: topic.rating ?? null,
    ratingScale: SCALE,
    likes: topic.positiveFeedbackCount ?? null,
    dislikes: topic.negativeFeedbackCount ?? null,
    replyCount: topic.commentCount ?? null,
    media: (topic.photos ?? []).flatMap(({ normalUrl }): Media[] => {
      const url = orNull(normalUrl);
      return url === null ? [] : [{ type: 'image', url }];
    }),
    ownerReply: ownerReplyOf(topic),
    extra: {
      ...badgesOf(topic),
      recommended: topic.recommended ?? undefined,
      secondaryRatings: secondaryOf(topic),
      pros: topic.pros ?? undefined,
      cons: topic.cons ?? undefined,
      daysOfOwnership: topic.daysOfOwnership ?? undefined,
      qualityRating: topic.qualityRating ?? undefined,
      valueRating: topic.valueRating ?? undefined,
      easeOfUseRating: topic.easeOfUseRating ?? undefined,
      ownerReplyBy: orNull(topic.brandResponses?.[0]?.department ?? topic.brandResponses?.[0]?.name) ?? undefined,
      reviewNumber: REVIEW_NUMBER.exec(topic.writeCommentUrl ?? '')?.[1],
    },
  });
}

function ownerReplyOf({ brandResponses }: Topic): Item['ownerReply'] {
  const given = brandResponses?.[0];
  if (given === undefined) return null;
  const words = plainOrNull(given.response ?? given.responseText ?? given.text);
  if (words === null) throw new PlatformChanged('topics.brandResponses.0.response');
  return { text: words, createdAt: statedInstant(given.date ?? given.submissionTime, 'topics.brandResponses.0.date') };
}

function badgesOf({ badges }: Topic) {
  if (!badges) return {};
  const others = badges
    .filter(({ badgeCode }) => badgeCode !== VERIFIED)
    .flatMap((badge) => unescaped(orNull(badge.badgeName ?? badge.badgeCode)) ?? []);
  return {
    verifiedPurchase: badges.some(({ badgeCode }) => badgeCode === VERIFIED),
    badges: others.length > 0 ? others : undefined,
  };
}

function unescaped(name: string | null): string | undefined {
  return name?.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** By the name that readers see: `{ 'Ease of Use': 5 }`. */
function secondaryOf({ secondaryRatings }: Topic): Record<string, number> | undefined {
  const named = (secondaryRatings ?? []).flatMap(({ attribute, attributeLabel, value }) => {
    const name = orNull(attributeLabel) ?? orNull(attribute);
    return name === null || value == null ? [] : [[name, value] as const];
  });
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}
