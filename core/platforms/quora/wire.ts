import { count, flag, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';

const id = z.union([z.string().min(1), z.int().transform(String)]);
/** Microseconds since 1970. */
const moment = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).nullish();

export const userSchema = z.object({
  uid: id.nullish(),
  names: z.array(z.object({ givenName: text, familyName: text, reverseOrder: flag })).nullish(),
  profileUrl: text,
  profileImageUrl: text,
  isVerified: flag,
  isAnon: flag,
});
export type User = z.infer<typeof userSchema>;

/** `id` is the node of the graph, `aid` the number that people see. */
export const answerSchema = z.object({
  id: id.nullish(),
  aid: id,
  author: userSchema.nullish(),
  content: text,
  creationTime: moment,
  updatedTime: moment,
  numUpvotes: count,
  numDisplayComments: count,
  numViews: count,
  numShares: count,
  authorCredential: z.object({ translatedString: text }).nullish(),
  isMachineAnswer: flag,
  isDeleted: flag,
  url: text,
  permaUrl: text,
  question: z.object({ title: text }).nullish(),
});
export type Answer = z.infer<typeof answerSchema>;

const pageInfoSchema = z.object({ hasNextPage: z.boolean(), endCursor: z.union([z.string(), z.int().transform(String)]).nullish() });
export type PageInfo = z.infer<typeof pageInfoSchema>;
/** Advertisements and answers to other questions stand among the answers, each under a type of its own. */
export const listSchema = z.object({
  edges: z.array(z.object({ node: z.looseObject({ __typename: text }).nullish() })),
  pageInfo: pageInfoSchema.nullish(),
});
export type List = z.infer<typeof listSchema>;

/** Read level by level: replies are comments too. Their third level has `id`, text and author alone. */
export const commentSchema = z.object({
  id: text,
  commentId: id.nullish(),
  contentType: text,
  creationTime: moment,
  updatedTime: moment,
  url: text,
  user: userSchema.nullish(),
  contentQtextDocument: z.object({ legacyJson: text }).nullish(),
  numUpvotes: count,
  isDeleted: flag,
  repliesConnection: listSchema.nullish(),
});
export type Comment = z.infer<typeof commentSchema>;

export const envelopeSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: text })).nullish(),
});
/** What a page asks the API with. */
export const operationSchema = z.object({
  queryName: z.string(),
  variables: z.record(z.string(), z.unknown()),
  extensions: z.object({ hash: z.string().min(1) }),
});
/** A text with its marks: one section is one line. */
export const documentSchema = z.object({
  sections: z.array(z.object({ spans: z.array(z.object({ text, modifiers: z.looseObject({ image: text }).nullish() })) })),
});
