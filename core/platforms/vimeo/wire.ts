import { count, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

/** Of a list that hangs below something. */
const connection = z.object({ total: count }).nullish();

const user = z.object({
  uri: text,
  name: text,
  link: text,
  bio: text,
  short_bio: text,
  location: text,
  created_time: text,
  account: text,
  pictures: z.object({ sizes: z.array(z.object({ width: count, link: text })).nullish(), base_link: text }).nullish(),
  metadata: z.object({ connections: z.object({ followers: connection, videos: connection }).nullish() }).nullish(),
});
export type WireUser = z.output<typeof user>;

/** Who wrote it stands in `user`, or among its connections: a guest has no account. */
const comment = z.object({
  uri: z.string().regex(/\/\d+$/),
  text,
  created_on: text,
  last_edited_on: text,
  deleted_on: text,
  user: user.nullish(),
  replies: z.array(z.unknown()).nullish(),
  metadata: z
    .object({ connections: z.object({ replies: connection, user: user.nullish(), guest_user: user.nullish() }).nullish() })
    .nullish(),
});
export type WireComment = z.output<typeof comment>;

const video = z.object({
  uri: z.string(),
  name: text,
  description: text,
  link: text,
  created_time: text,
  duration: count,
  user: user.nullish(),
  privacy: z.object({ comments: text }).nullish(),
});
export type WireVideo = z.output<typeof video>;

const listOf = <S extends z.ZodType>(row: S) => z.object({ total: count, data: rowsOf(row), paging: z.object({ next: text }).nullish() });
export const comments = listOf(comment);
export const users = listOf(user.extend({ uri: z.string() }));
export const videos = listOf(video);
/** What is said of the video whose comments are read. */
export const subject = video.pick({ user: true, privacy: true });
export type Subject = z.output<typeof subject>;

export const viewer = z.object({ jwt: z.string().min(1) });
/** A number, which Vimeo's own clients read as text too. */
const code = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).nullish();
export const refusal = z.object({ error: text, developer_message: text, error_code: code });
