import { z } from 'zod';
import { count, flag, text } from '#core/platform-kit/wire.ts';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';

/** Null, or without a name, where the account is gone. Answers of the first years have no `html_url`. */
const user = z.object({ login: text, id: count, avatar_url: text, html_url: text }).nullish();
export type WireUser = z.infer<typeof user>;

const reactions = z
  .object({ '+1': count, '-1': count, laugh: count, confused: count, heart: count, hooray: count, rocket: count, eyes: count })
  .nullish();

/**
 * A comment of whatever stands under a number, and a review. `path`, `line`: on the code; `in_reply_to_id`: there too; `submitted_at`,
 * `state`: of a review; `parent_id`, `child_comment_count`: in a discussion.
 */
export const commentSchema = z.object({
  id: z.int(),
  user,
  body: text,
  created_at: text,
  updated_at: text,
  submitted_at: text,
  html_url: text,
  author_association: text,
  reactions,
  state: text,
  path: text,
  line: count,
  in_reply_to_id: count,
  parent_id: count,
  child_comment_count: count,
});
export type WireComment = z.infer<typeof commentSchema>;

/** An issue or a pull request in a list. */
export const postSchema = z.object({
  number: z.int(),
  title: text,
  body: text,
  user,
  comments: count,
  created_at: text,
  closed_at: text,
  html_url: text,
  state: text,
  author_association: text,
  reactions,
  pull_request: z.looseObject({}).nullish(),
  labels: z.array(z.union([z.string(), z.object({ name: text })])).nullish(),
});
export type WirePost = z.infer<typeof postSchema>;

export const accountSchema = z.object({ login: z.string().min(1), id: z.int(), avatar_url: text, html_url: text });
export type WireAccount = z.infer<typeof accountSchema>;
/** With the moment where it was asked for; else the account alone. */
export const starSchema = z.union([z.object({ starred_at: text, user: accountSchema }), accountSchema]);
export type WireStar = z.infer<typeof starSchema>;
export const reactionSchema = z.object({ id: z.int(), user, content: text, created_at: text });
export type WireReaction = z.infer<typeof reactionSchema>;
export const forkSchema = z.object({ id: z.int(), owner: user, html_url: text, created_at: text, full_name: text });
export type WireFork = z.infer<typeof forkSchema>;

/** What is read of an issue, a pull request, a discussion, or a gist, which has an owner. */
export const subjectSchema = z.object({ title: text, user, owner: user, comments: count, review_comments: count });

/** `url`: where a repository has moved to. */
export const errorSchema = z.object({ message: text, url: text });

/** By GraphQL. A ghost has no author. */
const actor = z.object({ login: text, avatarUrl: text, url: text }).nullish();
export type WireActor = z.infer<typeof actor>;
const pageInfo = z.object({ hasNextPage: flag, endCursor: text }).nullish();
export type WirePageInfo = z.infer<typeof pageInfo>;

const replyNode = z.object({
  id: text,
  url: z.string(),
  createdAt: text,
  lastEditedAt: text,
  body: text,
  author: actor,
  authorAssociation: text,
  isAnswer: flag,
  upvoteCount: count,
  reactionGroups: z.array(z.object({ content: text, reactors: z.object({ totalCount: count }).nullish() })).nullish(),
});
export type WireReply = z.infer<typeof replyNode>;
const replies = z.object({ totalCount: count, pageInfo, nodes: rowsBelow(replyNode) });
const threadNode = replyNode.extend({ replies: replies.nullish() });
export type WireThread = z.infer<typeof threadNode>;

export const discussionSchema = z.object({
  repository: z
    .object({
      discussion: z
        .object({ title: text, author: actor, comments: z.object({ totalCount: count, pageInfo, nodes: rowsOf(threadNode) }) })
        .nullish(),
    })
    .nullish(),
});
export const repliesSchema = z.object({ node: z.object({ replies: replies.extend({ nodes: rowsOf(replyNode) }) }).nullish() });

/** The kinds of what is wrong, where a query failed. */
export const graphqlErrorsSchema = z.object({ errors: z.array(z.object({ type: text })).nullish() });
