import { idSchema, jsonIn } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

const textSchema = z.string().nullish();
const pictureSchema = z.looseObject({ imgSrcOrigin: textSchema, imgSrcThumbnail: textSchema });

/** Answers to the shop's questions ("How does it fit?"). */
const surveySchema = z.array(z.looseObject({ question: textSchema, answer: z.unknown() }));

/** A list, also where it is sent as JSON within a text. */
function listOrText<S extends z.ZodType>(list: S) {
  const parsed = z.string().transform((text, context) => {
    const value = text.trim() === '' ? null : jsonIn(text);
    if (value !== undefined) return value as unknown;
    context.addIssue({ code: 'custom', message: 'no JSON' });
    return z.NEVER;
  });
  return z.union([list, parsed.pipe(list.nullish())]).nullish();
}

/** A review by the names of the usual answer, and by those of the newer one. */
const reviewSchema = z.object({
  reviewId: idSchema,
  itemName: textSchema,
  member: z.object({ name: textSchema }).nullish(),
  displayName: textSchema,
  memberName: textSchema,
  rating: z.number().nullish(),
  title: textSchema,
  reviewTitle: textSchema,
  content: textSchema,
  reviewContent: textSchema,
  reviewAt: z.union([z.number(), z.string()]).nullish(),
  helpfulTrueCount: z.int().nullish(),
  helpfulCount: z.int().nullish(),
  commentCount: z.int().nullish(),
  attachments: z.array(pictureSchema).nullish(),
  displayImageAttachments: z.array(pictureSchema).nullish(),
  videoAttachments: z.array(z.record(z.string(), z.unknown())).nullish(),
  attachment: listOrText(z.array(pictureSchema)),
  reviewSurveyAnswers: listOrText(surveySchema),
  vendorName: textSchema,
  deleted: z.boolean().nullish(),
  blinded: z.boolean().nullish(),
});
export type Review = z.infer<typeof reviewSchema>;

const usualSchema = z.object({
  rCode: z.string(),
  rMessage: textSchema,
  rData: z
    .object({
      paging: z.object({
        totalCount: z.int().nullish(),
        totalPage: z.int().nullish(),
        contents: rowsOf(reviewSchema),
      }),
    })
    .nullish(),
});
const newerSchema = z.object({
  data: z.object({
    content: rowsOf(reviewSchema),
    pagination: z.object({ totalPages: z.int().nullish(), totalElements: z.int().nullish() }).nullish(),
  }),
});

/** Both as one page; `code` of the usual answer says whether all went well. */
export const pageSchema = z.union([
  usualSchema.transform(({ rCode, rMessage, rData }) => ({
    code: rCode,
    words: rMessage ?? null,
    reviews: rData?.paging.contents ?? null,
    total: rData?.paging.totalCount ?? null,
    pages: rData?.paging.totalPage ?? null,
  })),
  newerSchema.transform(({ data }) => ({
    code: null,
    words: null,
    reviews: data.content,
    total: data.pagination?.totalElements ?? null,
    pages: data.pagination?.totalPages ?? null,
  })),
]);
