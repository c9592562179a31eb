import { count, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';

/** Algolia `items/<id>`: a node of the tree. A node without author and text is deleted. */
const algoliaNode = z.object({
  id: z.int(),
  type: text,
  author: text,
  text,
  points: count,
  created_at: text,
  get children() {
    return rowsBelow(algoliaNode).nullish();
  },
});
export type AlgoliaNode = z.output<typeof algoliaNode>;

/** The pasted thing at Algolia. */
export const algoliaThread = z.object({ id: z.int(), type: text, title: text, author: text, children: rowsOf(algoliaNode) });

/** A comment of the mirror (node-hnapi). */
const mirrorNode = z.object({
  id: z.int(),
  type: text,
  user: text,
  content: text,
  time: count,
  deleted: z.boolean().nullish(),
  dead: z.boolean().nullish(),
  get comments() {
    return rowsBelow(mirrorNode).nullish();
  },
});
export type MirrorNode = z.output<typeof mirrorNode>;

/** The pasted thing at the mirror. */
export const mirrorThread = z.object({
  id: z.int(),
  type: text,
  title: text,
  user: text,
  comments_count: count,
  comments: rowsOf(mirrorNode),
});

/** Firebase `v0/item/<id>.json`: one item, null for an id it does not know. */
export const firebaseItem = z
  .object({
    id: z.int(),
    type: text,
    title: text,
    by: text,
    text,
    time: count,
    score: count,
    kids: z.array(z.int()).nullish(),
    descendants: count,
    deleted: z.boolean().nullish(),
    dead: z.boolean().nullish(),
  })
  .nullable();
export type FirebaseItem = NonNullable<z.output<typeof firebaseItem>>;

/** Firebase `v0/item/<id>/descendants.json`: that number alone; null where the item has none. */
export const firebaseCount = z.int().min(0).nullable();

const listPage = { nbHits: z.int(), nbPages: z.int(), page: z.int() };

/** Algolia `search_by_date`: a page of somebody's comments. */
export const commentHits = z.object({
  ...listPage,
  hits: rowsOf(
    z.object({
      objectID: z.string(),
      author: text,
      comment_text: text,
      created_at: text,
      points: count,
      parent_id: count,
      story_id: count,
      story_title: text,
      story_url: text,
    }),
  ),
});
export type CommentHit = z.output<typeof commentHits>['hits'][number];

/** Algolia `search_by_date`: a page of somebody's submissions. */
export const storyHits = z.object({
  ...listPage,
  hits: rowsOf(
    z.object({
      objectID: z.string(),
      author: text,
      title: text,
      story_text: text,
      url: text,
      created_at: text,
      points: count,
      num_comments: count,
    }),
  ),
});
export type StoryHit = z.output<typeof storyHits>['hits'][number];
