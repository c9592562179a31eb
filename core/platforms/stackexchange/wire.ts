import { count, flag, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

/** A deleted account has a display name alone. */
const owner = z.object({
  user_id: count,
  display_name: text,
  link: text,
  profile_image: text,
  reputation: count,
  user_type: text,
});
export type WireOwner = z.output<typeof owner>;

/** What questions and answers have in common. `body` is there where the filter was honoured. */
const post = {
  owner: owner.nullish(),
  body: text,
  creation_date: count,
  last_edit_date: count,
  score: count,
  title: text,
  link: text,
  content_license: text,
  community_owned_date: count,
};

export const question = z.object({
  ...post,
  question_id: z.int(),
  answer_count: count,
  view_count: count,
  tags: z.array(z.string()).nullish(),
  closed_reason: text,
});
export type WireQuestion = z.output<typeof question>;

export const answer = z.object({ ...post, answer_id: z.int(), question_id: count, is_accepted: flag });
export type WireAnswer = z.output<typeof answer>;

export const comment = z.object({
  comment_id: z.int(),
  post_id: z.int(),
  owner: owner.nullish(),
  reply_to_user: owner.nullish(),
  body: text,
  creation_date: count,
  score: count,
  edited: flag,
  content_license: text,
});
export type WireComment = z.output<typeof comment>;

/** `backoff`: seconds before the same method may be asked again. */
export const envelopeOf = <S extends z.ZodType>(item: S) =>
  z.object({ items: rowsOf(item), has_more: flag, backoff: z.number().nullish() });

export const refusal = z.object({ error_id: z.int(), error_name: text, error_message: text });
