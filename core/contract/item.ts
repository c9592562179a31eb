import { z } from 'zod';

/** What an item can be. */
const ITEM_KINDS = [
  'comment',
  'reply',
  'review',
  'follower',
  'following',
  'like',
  'share',
  'tweet',
  'post',
  'chat',
  'message',
  'ad',
  'result',
] as const;

/** How exact `createdAt` is: a relative date ("2 weeks ago") is no better than its unit. */
const DATE_PRECISIONS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;

const nullableText = z.string().nullable();
const nullableCount = z.int().nullable();

const authorSchema = z.object({
  name: nullableText,
  username: nullableText,
  id: nullableText,
  url: nullableText,
  avatarUrl: nullableText,
  verified: z.boolean().nullable(),
});

const mediaSchema = z.object({
  type: z.enum(['image', 'video', 'audio', 'file']),
  url: z.string().meta({ examples: ['https://example.com/picture.jpg'] }),
  file: z.string().optional().meta({ description: 'Where files were fetched: its file, beside that of the rows.' }),
});

const ownerReplySchema = z.object({ text: nullableText, createdAt: nullableText });

/**
 * One exported row: what a platform yields and what the JSON file carries.
 * `null` means that the platform does not say; it is never made up.
 */
export const itemSchema = z.object({
  id: z
    .string()
    .min(1)
    .meta({ examples: ['UgzGf8kV2b'] }),
  parentId: nullableText,
  kind: z.enum(ITEM_KINDS),
  author: authorSchema,
  text: nullableText.meta({ examples: ['Never gets old.'] }),
  /** ISO 8601, UTC, with `Z`. */
  createdAt: z.iso.datetime().nullable(),
  createdAtPrecision: z.enum(DATE_PRECISIONS).nullable(),
  /** The platform's own words where it gives only a relative date. */
  relativeTime: nullableText,
  likes: nullableCount,
  dislikes: nullableCount,
  replyCount: nullableCount,
  /** True where a count was abbreviated ("1.2K"); null where nothing was. */
  approximate: z.boolean().nullable(),
  rating: z.number().nullable(),
  ratingScale: z.number().nullable(),
  title: nullableText,
  language: nullableText,
  url: nullableText,
  media: z.array(mediaSchema).meta({ examples: [[]] }),
  isPinned: z.boolean().nullable(),
  isEdited: z.boolean().nullable(),
  isAuthorPost: z.boolean().nullable(),
  ownerReply: ownerReplySchema.nullable().meta({ examples: [null] }),
  /** Platform specifics under stable camelCase names. */
  extra: z.record(z.string(), z.unknown()),
});

export type Item = z.infer<typeof itemSchema>;
export type ItemKind = Item['kind'];
export type Author = z.infer<typeof authorSchema>;
export type Media = z.infer<typeof mediaSchema>;
export type DatePrecision = (typeof DATE_PRECISIONS)[number];
