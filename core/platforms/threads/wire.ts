import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { rowsGiven } from '#core/platform-api/odd-rows.ts';
import {
  connectionOf,
  count,
  flag,
  giphySchema,
  id,
  mediaFields,
  pageInfoSchema,
  text,
  userSchema,
} from '#core/platform-kit/families/meta/posts.ts';

const accountSchema = userSchema.extend({
  text_post_app_is_private: flag,
  follower_count: count,
  biography: text,
});
export type WireAccount = z.output<typeof accountSchema>;

const fragmentSchema = z.object({
  plaintext: text,
  link_fragment: z.object({ uri: text }).nullish(),
});

const infoSchema = z.object({
  direct_reply_count: count,
  repost_count: count,
  quote_count: count,
  reshare_count: count,
  is_post_unavailable: flag,
  is_liked_by_root_author: flag,
  text_fragments: z.object({ fragments: z.array(fragmentSchema).nullish() }).nullish(),
  pinned_post_info: z.object({ is_pinned_to_parent_post: flag, is_pinned_to_profile: flag }).nullish(),
  link_preview_attachment: z.object({ url: text }).nullish(),
  share_info: z.object({ quoted_post: z.object({ code: text }).nullish() }).nullish(),
});

/** All of it is optional in the stub of a post that is not shown any more. */
const postSchema = z.object({
  pk: id.nullish(),
  code: text,
  user: accountSchema.nullish(),
  caption: z.object({ text }).nullish(),
  caption_is_edited: flag,
  taken_at: z.number().nullish(),
  like_count: count,
  like_and_view_counts_disabled: flag,
  is_post_unavailable: flag,
  giphy_media_info: giphySchema,
  audio: z.object({ audio_src: text }).nullish(),
  text_post_app_info: infoSchema.nullish(),
  ...mediaFields,
});
export type WirePost = z.output<typeof postSchema>;

const threadSchema = z.object({ thread_items: z.array(z.object({ post: postSchema.nullish() })) });

/** Lists of threads: of today, and in the two forms of 2023. */
export const listSchemas = [
  connectionOf(threadSchema).transform(({ edges, page_info: info }) => ({
    threads: edges.flatMap((edge) => edge?.node ?? []),
    odd: rowsGiven(edges) - edges.length,
    info,
  })),
  z
    .object({
      containing_thread: threadSchema,
      reply_threads: rowsOf(threadSchema).nullish(),
      downwards_thread_will_continue: flag,
      paging_tokens: z.object({ downward: text }).nullish(),
    })
    .transform(({ containing_thread: first, reply_threads: rest, downwards_thread_will_continue: more, paging_tokens: tokens }) => ({
      threads: [first, ...(rest ?? [])],
      odd: rowsGiven(rest ?? []) - (rest ?? []).length,
      info: { has_next_page: more, end_cursor: tokens?.downward },
    })),
  z
    .object({ threads: rowsOf(threadSchema), page_info: pageInfoSchema.nullish() })
    .transform(({ threads, page_info: info }) => ({ threads, odd: rowsGiven(threads) - threads.length, info })),
] as const;

export const accountsSchema = connectionOf(accountSchema);
/** Beside the first page of a list of accounts. */
export const countsSchema = z.object({ followers: count, following: count });
export const likersSchema = z.object({ users: rowsOf(accountSchema) });
export { accountSchema };
