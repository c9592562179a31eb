import { count, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';

const profileSchema = z.object({
  did: z.string().min(1),
  handle: z.string().min(1),
  displayName: text,
  avatar: text,
  description: text,
  createdAt: text,
  verification: z.object({ verifiedStatus: text }).nullish(),
});
/** `app.bsky.actor.defs#profileView`, and its basic form inside posts. */
export type Profile = z.infer<typeof profileSchema>;

const facetSchema = z.object({
  index: z.object({ byteStart: z.int(), byteEnd: z.int() }),
  features: z.array(z.object({ $type: text, uri: text })),
});
export type Facet = z.infer<typeof facetSchema>;

const mediaViewSchema = z.object({
  $type: z.string(),
  images: z.array(z.object({ fullsize: z.string() })).nullish(),
  playlist: text,
});
export type MediaView = z.infer<typeof mediaViewSchema>;

const postSchema = z.object({
  uri: z.string().min(1),
  author: profileSchema,
  record: z.object({
    text: z.string(),
    createdAt: text,
    langs: z.array(z.string()).nullish(),
    facets: z.array(facetSchema).nullish(),
    reply: z.object({ parent: z.object({ uri: z.string() }) }).nullish(),
  }),
  embed: mediaViewSchema.extend({ media: mediaViewSchema.nullish() }).nullish(),
  likeCount: count,
  replyCount: count,
  repostCount: count,
  quoteCount: count,
});
/** `app.bsky.feed.defs#postView`. */
export type Post = z.infer<typeof postSchema>;

const threadPostSchema = z.object({
  $type: z.literal('app.bsky.feed.defs#threadViewPost'),
  post: postSchema,
  get replies() {
    return rowsBelow(threadNodeSchema).nullish();
  },
});
const notFoundSchema = z.object({ $type: z.literal('app.bsky.feed.defs#notFoundPost') });
const blockedSchema = z.object({ $type: z.literal('app.bsky.feed.defs#blockedPost') });
const threadNodeSchema = z.discriminatedUnion('$type', [threadPostSchema, notFoundSchema, blockedSchema]);
export type ThreadNode = z.infer<typeof threadNodeSchema>;
export type ThreadPost = z.infer<typeof threadPostSchema>;

const reasonSchema = z.object({ $type: z.string(), by: z.object({ handle: z.string() }).nullish() });
const feedEntrySchema = z.object({ post: postSchema, reason: reasonSchema.nullish() });
export type FeedEntry = z.infer<typeof feedEntrySchema>;

const likeSchema = z.object({ actor: profileSchema, createdAt: text });
export type Like = z.infer<typeof likeSchema>;

const cursor = text;

/** The calls we make: name and answer. */
export const CALLS = {
  resolveHandle: { nsid: 'com.atproto.identity.resolveHandle', answer: z.object({ did: z.string().min(1) }) },
  getProfile: { nsid: 'app.bsky.actor.getProfile', answer: z.object({ followersCount: count, followsCount: count }) },
  getPosts: {
    nsid: 'app.bsky.feed.getPosts',
    answer: z.object({ posts: z.array(z.object({ likeCount: count, repostCount: count, quoteCount: count })) }),
  },
  getPostThread: { nsid: 'app.bsky.feed.getPostThread', answer: z.object({ thread: threadNodeSchema }) },
  getLikes: { nsid: 'app.bsky.feed.getLikes', answer: z.object({ likes: rowsOf(likeSchema), cursor }) },
  getRepostedBy: { nsid: 'app.bsky.feed.getRepostedBy', answer: z.object({ repostedBy: rowsOf(profileSchema), cursor }) },
  getQuotes: { nsid: 'app.bsky.feed.getQuotes', answer: z.object({ posts: rowsOf(postSchema), cursor }) },
  getAuthorFeed: { nsid: 'app.bsky.feed.getAuthorFeed', answer: z.object({ feed: rowsOf(feedEntrySchema), cursor }) },
  getFollowers: { nsid: 'app.bsky.graph.getFollowers', answer: z.object({ followers: rowsOf(profileSchema), cursor }) },
  getFollows: { nsid: 'app.bsky.graph.getFollows', answer: z.object({ follows: rowsOf(profileSchema), cursor }) },
} as const;

/** The body of every refused call. */
export const errorSchema = z.object({ error: text, message: text });
