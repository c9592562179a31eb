import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { makeItem, orNull, trimLines } from '#core/platform-api/item.ts';
import { countSchema, idSchema, numberSchema, text } from '#core/platform-kit/wire.ts';
import { ORIGIN } from '#core/platforms/glassdoor/address.ts';

const SUB_RATINGS = [
  'ratingCareerOpportunities',
  'ratingCompensationAndBenefits',
  'ratingCultureAndValues',
  'ratingDiversityAndInclusion',
  'ratingSeniorLeadership',
  'ratingWorkLifeBalance',
] as const;
const VOTES = ['ratingCeo', 'ratingBusinessOutlook', 'ratingRecommendToFriend'] as const;
const PARTS = [
  ['pros', 'Pros'],
  ['cons', 'Cons'],
  ['advice', 'Advice'],
] as const;

const responseSchema = z.object({ id: idSchema.nullish(), response: text, responseDateTime: text });

export const reviewSchema = z.object({
  reviewId: idSchema,
  reviewDateTime: text,
  summary: text,
  summaryOriginal: text,
  pros: text,
  prosOriginal: text,
  cons: text,
  consOriginal: text,
  advice: text,
  adviceOriginal: text,
  languageId: text,
  originalLanguageId: text,
  translationMethod: text,
  ratingOverall: numberSchema.nullish(),
  ...inEach(SUB_RATINGS, numberSchema.nullish()),
  ...inEach(VOTES, text),
  countHelpful: countSchema.nullish(),
  countNotHelpful: countSchema.nullish(),
  employerResponses: z.array(responseSchema).nullish(),
  jobTitle: z.object({ text }).nullish(),
  location: z.object({ name: text }).nullish(),
  isCurrentJob: z.boolean().nullish(),
  lengthOfEmployment: numberSchema.nullish(),
  employmentStatus: text,
  featured: z.boolean().nullish(),
  employer: z.object({ shortName: text }).nullish(),
});
type Review = z.output<typeof reviewSchema>;
type Part = (typeof PARTS)[number][0] | 'summary';

/** `employer`: its name as addresses write it, where the page says; the review's own word for it stands in else. */
export function toItem(review: Review, employer: string | null): Item {
  const words = (part: Part): string | null => orNull(review[`${part}Original`]) ?? orNull(review[part]);
  const isTranslated = hasOriginal(review);
  const [first, ...others] = review.employerResponses ?? [];
  const answer = orNull(first?.response);
  const name = employer ?? orNull(review.employer?.shortName)?.replace(/[^\p{L}\p{N}]+/gu, '-') ?? null;
  const date = orNull(review.reviewDateTime);
  return makeItem({
    id: review.reviewId,
    kind: 'review',
    title: words('summary'),
    text: PARTS.flatMap(([part, label]) => (words(part) === null ? [] : [`${label}: ${words(part)}`])).join('\n'),
    createdAt: statedInstant(date, 'reviewDateTime'),
    ...(date !== null && !date.includes(':') ? { createdAtPrecision: 'day' as const } : {}),
    rating: review.ratingOverall || null,
    ratingScale: 5,
    likes: review.countHelpful ?? null,
    dislikes: review.countNotHelpful ?? null,
    language: (isTranslated ? orNull(review.originalLanguageId) : null) ?? orNull(review.languageId),
    url: name === null ? null : `${ORIGIN}/Reviews/Employee-Review-${name}-RVW${review.reviewId}.htm`,
    ownerReply:
      answer === null ? null : { text: answer, createdAt: statedInstant(first?.responseDateTime, 'employerResponses.0.responseDateTime') },
    extra: {
      jobTitle: stated(review.jobTitle?.text),
      location: stated(review.location?.name),
      isCurrentJob: review.isCurrentJob ?? undefined,
      pros: trimLines(words('pros')) ?? undefined,
      cons: trimLines(words('cons')) ?? undefined,
      advice: trimLines(words('advice')) ?? undefined,
      ...Object.fromEntries(VOTES.map((vote) => [vote, stated(review[vote])])),
      // 0 stands for none.
      ...Object.fromEntries(SUB_RATINGS.map((rating) => [rating, review[rating] || undefined])),
      lengthOfEmployment: review.lengthOfEmployment ?? undefined,
      employmentStatus: stated(review.employmentStatus),
      featured: review.featured ?? undefined,
      translation: isTranslated ? translationOf(review) : undefined,
      furtherResponses:
        others.length === 0
          ? undefined
          : others.map(({ response, responseDateTime }) => ({
              text: response ?? null,
              createdAt: statedInstant(responseDateTime, 'employerResponses.responseDateTime'),
            })),
    },
  });
}

/** True where the site shows its own translation in place of what was written. */
function hasOriginal(review: Review): boolean {
  return (['summary', 'pros', 'cons', 'advice'] as const).some((part) => orNull(review[`${part}Original`]) !== null);
}

function translationOf(review: Review): Record<string, string> {
  const { languageId, summary, pros, cons, advice } = review;
  const parts = { language: languageId, title: summary, pros, cons, advice };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, value]) => (orNull(value) === null ? [] : [[part, trimLines(value as string)]])),
  );
}

function stated(value: string | null | undefined): string | undefined {
  return orNull(value) ?? undefined;
}

function inEach<K extends string, S extends z.ZodType>(names: readonly K[], schema: S): Record<K, S> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<K, S>;
}
