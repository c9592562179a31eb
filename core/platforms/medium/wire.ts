import { count, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

const id = z.string().min(1);
const moment = z.number().nullish();

const userSchema = z.object({
  id,
  name: text,
  username: text,
  imageId: text,
  bio: text,
  socialStats: z.object({ followerCount: count, followingCount: count }).nullish(),
});
export type User = z.infer<typeof userSchema>;

const markValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
/** What the next page is asked with, as Medium gave it: `limit`, `to`, `from`, `page`. What it leaves open is not sent back. */
const markSchema = z
  .record(z.string(), markValue.nullable())
  .transform((mark): Mark => Object.fromEntries(Object.entries(mark).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))));
export interface Mark {
  readonly [name: string]: string | number | boolean | readonly string[];
}
const pagingSchema = z.object({ next: markSchema.nullish() }).nullish();

const shared = {
  id,
  createdAt: moment,
  firstPublishedAt: moment,
  latestPublishedAt: moment,
  clapCount: count,
  responsesCount: count,
  postResponses: z.object({ count }).nullish(),
  creator: userSchema.nullish(),
  mediumUrl: text,
  detectedLanguage: text,
  isLocked: z.boolean().nullish(),
  visibility: text,
};

const bodySchema = z.object({
  bodyModel: z
    .object({
      paragraphs: z.array(z.object({ type: text, text, metadata: z.object({ id: text }).nullish() })).nullish(),
    })
    .nullish(),
});

const answerSchema = z.object({
  ...shared,
  content: bodySchema.nullish(),
  previewContent: bodySchema.nullish(),
  inResponseToPostResult: z.object({ id: id.nullish() }).nullish(),
});
/** A response is a post that answers another; one level of its own answers may come along, else there is an empty object. */
const responseSchema = answerSchema.extend({
  threadedPostResponses: z.object({ pagingInfo: pagingSchema, posts: rowsOf(answerSchema).nullish() }).nullish(),
});
export type Response = z.infer<typeof answerSchema> & Partial<Pick<z.infer<typeof responseSchema>, 'threadedPostResponses'>>;

export const discussionSchema = z.object({
  post: z
    .object({
      id,
      responsesCount: count,
      postResponses: z.object({ count }).nullish(),
      creator: z.object({ id }).nullish(),
      allowResponses: z.boolean().nullish(),
      responsesLocked: z.boolean().nullish(),
      threadedPostResponses: z.object({ pagingInfo: pagingSchema, posts: rowsOf(responseSchema) }).nullish(),
    })
    .nullable(),
});

export const votersSchema = z.object({
  post: z
    .object({
      id,
      voterCount: count,
      voters: z.object({
        items: rowsOf(z.object({ user: userSchema.nullable(), clapCount: count })),
        pagingInfo: pagingSchema,
      }),
    })
    .nullable(),
});

/** Publications stand among those whom somebody follows; only people are read. */
const peopleSchema = z.object({ users: rowsOf(userSchema), pagingInfo: pagingSchema }).nullish();
/** `__typename` of a person is `User`; of one who is gone it is something else. */
export const personSchema = z.object({
  userResult: z
    .object({
      __typename: text,
      id: id.nullish(),
      socialStats: z.object({ followerCount: count, followingCount: count }).nullish(),
      followersUserConnection: peopleSchema,
      followingUserConnection: peopleSchema,
      homepagePostsConnection: z
        .object({
          posts: rowsOf(
            z.object({
              ...shared,
              title: text,
              extendedPreviewContent: z.object({ subtitle: text }).nullish(),
              previewImage: z.object({ id: text }).nullish(),
              readingTime: moment,
            }),
          ),
          pagingInfo: pagingSchema,
        })
        .nullish(),
    })
    .nullable(),
});
export type Person = NonNullable<z.infer<typeof personSchema>['userResult']>;
export type Story = NonNullable<Person['homepagePostsConnection']>['posts'][number];

/** What the site's own page asks its API with. */
const operationSchema = z.object({
  operationName: z.string(),
  query: z.string(),
  variables: z.record(z.string(), z.unknown()),
});
export type Operation = z.infer<typeof operationSchema>;
export const operationsSchema = z.union([operationSchema.transform((one) => [one]), z.array(operationSchema)]);
