import { count, flag, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';

/** A part of what was written: words, or a picture, a link, a mention. */
const part = z.object({ type: text, text, originalUrl: text, previewUrl: text, imageId: text });

const user = z.object({ id: text, display_name: text, image_id: text });
export type WireUser = z.output<typeof user>;
const users = z.record(z.string(), user).nullish();

/** Written by hand, as a reply holds replies. */
export interface WireComment {
  readonly id: string;
  readonly parent_id?: string | null | undefined;
  readonly user_id?: string | null | undefined;
  readonly user_display_name?: string | null | undefined;
  readonly written_at?: number | null | undefined;
  readonly content?: readonly z.output<typeof part>[] | null | undefined;
  readonly rank?: { readonly ranks_up?: number | null | undefined; readonly ranks_down?: number | null | undefined } | null | undefined;
  readonly total_replies_count?: number | null | undefined;
  readonly replies_count?: number | null | undefined;
  readonly replies?: readonly WireComment[] | null | undefined;
  readonly has_next?: boolean | null | undefined;
  readonly offset?: number | null | undefined;
  readonly edited?: boolean | null | undefined;
  readonly deleted?: boolean | null | undefined;
  /** Those who wrote it and its replies; often told for the whole conversation instead. */
  readonly users?: Readonly<Record<string, WireUser>> | null | undefined;
}

const comment: z.ZodType<WireComment> = z.lazy(() =>
  z.object({
    id: z.string().min(1),
    parent_id: text,
    user_id: text,
    user_display_name: text,
    written_at: z.number().nullish(),
    content: z.array(part).nullish(),
    rank: z.object({ ranks_up: count, ranks_down: count }).nullish(),
    total_replies_count: count,
    replies_count: count,
    replies: rowsBelow(comment).nullish(),
    has_next: flag,
    offset: count,
    edited: flag,
    deleted: flag,
    users,
  }),
);

/** A body without anything stands for no conversation; one with anything else in its place does not. */
export const conversation = z
  .looseObject({})
  .refine((body) => 'conversation' in body || Object.keys(body).length === 0)
  .pipe(
    z.object({
      conversation: z
        .object({
          comments: rowsOf(comment).nullish(),
          users,
          has_next: flag,
          offset: count,
          comments_count: count,
          messages_count: count,
        })
        .nullish(),
    }),
  );

export const aboutVideo = z.object({ comments_total: count });

export const listedComments = z.object({
  list: rowsOf(
    z.object({
      id: z.string().min(1),
      message: text,
      created_time: z.number().nullish(),
      'owner.id': text,
      'owner.username': text,
      'owner.screenname': text,
    }),
  ),
  has_more: flag,
  total: count,
});

export const followers = z.object({
  list: rowsOf(z.object({ id: z.string().min(1), username: text, screenname: text, url: text, avatar_240_url: text, description: text })),
  has_more: flag,
  total: count,
});
