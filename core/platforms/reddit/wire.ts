import { flag, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';

const count = z.number().nullish();

/** One picture of a gallery or inside a comment: `s` is its largest form. */
const mediaEntry = z.object({
  status: text,
  s: z.object({ u: text, gif: text, mp4: text }).nullish(),
});
export type MediaEntry = z.output<typeof mediaEntry>;
const mediaMetadata = z.record(z.string(), mediaEntry).nullish();

/** What posts and comments have in common. `edited` is false or the instant of the edit. */
const written = {
  id: z.string(),
  author: text,
  author_fullname: text,
  created_utc: count,
  score: count,
  edited: z.union([z.boolean(), z.number()]).nullish(),
  stickied: flag,
  permalink: text,
  media_metadata: mediaMetadata,
  distinguished: text,
  author_flair_text: text,
  subreddit: text,
  locked: flag,
};

const commentData = z.object({
  ...written,
  parent_id: z.string(),
  link_id: text,
  body: text,
  body_html: text,
  score_hidden: flag,
  is_submitter: flag,
  controversiality: count,
  total_awards_received: count,
  collapsed_reason: text,
  link_permalink: text,
  link_url: text,
  link_author: text,
  link_title: text,
  get replies() {
    return z.union([z.literal(''), commentListing]).nullish();
  },
});
export type CommentData = z.output<typeof commentData>;

/** A stub: ids of comments that were not delivered. Without ids it stands for a thread too deep to be delivered here. */
const stubData = z.object({ parent_id: z.string(), count: z.int().default(0), children: z.array(z.string()) });
export type StubData = z.output<typeof stubData>;

const thing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('t1'), data: commentData }),
  z.object({ kind: z.literal('more'), data: stubData }),
]);
export type Thing = z.output<typeof thing>;

/** A stub leads further, as a cursor does: one of an unknown form is no row that can be done without. */
const isNoStub = (value: unknown): boolean => typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== 'more';

const commentListing = z.object({
  get data() {
    return z.object({ children: rowsBelow(thing, isNoStub) });
  },
});

const postData = z.object({
  ...written,
  title: text,
  selftext: text,
  selftext_html: text,
  num_comments: z.int().nullish(),
  is_self: flag,
  url: text,
  url_overridden_by_dest: text,
  domain: text,
  over_18: flag,
  upvote_ratio: count,
  link_flair_text: text,
  removed_by_category: text,
  gallery_data: z.object({ items: z.array(z.object({ media_id: z.string() })).nullish() }).nullish(),
  media: z.object({ reddit_video: z.object({ fallback_url: text }).nullish() }).nullish(),
});
export type PostData = z.output<typeof postData>;

const post = z.object({ kind: z.literal('t3'), data: postData });

/** `/comments/<id>.json`: the post, then the tree. */
export const threadAnswer = z.tuple([z.object({ data: z.object({ children: z.tuple([post]) }) }), commentListing]);

/** `/api/morechildren.json`: comments and further stubs, flat. */
export const moreAnswer = z.object({
  json: z.object({
    errors: z.array(z.array(z.unknown())).nullish(),
    data: z.object({ things: rowsOf(thing, isNoStub) }).nullish(),
  }),
});

const listing = <T extends z.ZodType>(child: T) => z.object({ data: z.object({ after: text, children: rowsOf(child) }) });

/** A listing of posts. */
export const postListing = listing(post);

/** A listing of somebody's comments. */
export const userComments = listing(z.object({ kind: z.literal('t1'), data: commentData }));
