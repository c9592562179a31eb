import type { Author, Item } from '#core/contract/item.ts';
import type { AlgoliaNode, CommentHit, FirebaseItem, MirrorNode, StoryHit } from '#core/platforms/hackernews/wire.ts';
import { isoFromSeconds, isoFromText } from '#core/platform-kit/dates.ts';
import { type HtmlTextRules, htmlToText } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';

/** Where a comment stands below the pasted thing. */
export interface Place {
  /** Null directly below the pasted thing. */
  readonly parentId: string | null;
  /** 0 directly below the pasted thing. */
  readonly depth: number;
  /** Who submitted the story; null where the answer does not say (a pasted comment). */
  readonly submitter: string | null;
}

/** A comment as every door knows it. */
interface Comment {
  readonly id: number;
  readonly author: string | null | undefined;
  readonly html: string | null | undefined;
  readonly createdAt: string | null;
  readonly likes: number | null | undefined;
  readonly replyCount: number;
  readonly deleted: boolean;
  readonly dead: boolean;
}

/** The site cuts the visible text of long links and shows newlines only in code; both are kept whole. */
const TEXT_RULES: HtmlTextRules = { whiteSpace: 'keepNewlines', link: ({ href, text }) => href ?? text };
const MIRROR_DELETED = '[deleted]';

/** All comments below a node of Algolia's tree, depth first. */
export function algoliaComments(nodes: readonly AlgoliaNode[], place: Place, deep: boolean): Item[] {
  const items: Item[] = [];
  for (const node of comments(nodes)) {
    const children = comments(node.children);
    items.push(
      commentItem(
        {
          id: node.id,
          author: node.author,
          html: node.text,
          createdAt: isoFromText(node.created_at),
          likes: node.points,
          replyCount: children.length,
          deleted: !node.author && !node.text,
          dead: false,
        },
        place,
      ),
    );
    if (deep) items.push(...algoliaComments(children, below(node.id, place), deep));
  }
  return items;
}

/** All comments below a node of the mirror's tree, depth first. The mirror gives no points. */
export function mirrorComments(nodes: readonly MirrorNode[], place: Place, deep: boolean): Item[] {
  const items: Item[] = [];
  for (const node of comments(nodes)) {
    const children = comments(node.comments);
    const saysDeleted = node.content?.replace(/<\/?p>/g, '').trim() === MIRROR_DELETED;
    items.push(
      commentItem(
        {
          id: node.id,
          author: node.user,
          html: saysDeleted ? null : node.content,
          createdAt: isoFromSeconds(node.time),
          likes: null,
          replyCount: children.length,
          deleted: node.deleted === true || (saysDeleted && !node.user),
          dead: node.dead === true,
        },
        place,
      ),
    );
    if (deep) items.push(...mirrorComments(children, below(node.id, place), deep));
  }
  return items;
}

/** One comment of Firebase. Its kids are not looked at: what they are is in their own answers. */
export function firebaseComment(item: FirebaseItem, place: Place): Item {
  return commentItem(
    {
      id: item.id,
      author: item.by,
      html: item.text,
      createdAt: isoFromSeconds(item.time),
      likes: item.score,
      replyCount: item.kids?.length ?? 0,
      deleted: item.deleted === true,
      dead: item.dead === true,
    },
    place,
  );
}

/** Where the replies of comment `id` stand. */
export function below(id: number, place: Place): Place {
  return { parentId: String(id), depth: place.depth + 1, submitter: place.submitter };
}

/** A comment out of somebody's list. */
export function commentOfUser(hit: CommentHit): Item {
  const parentId = hit.parent_id == null || hit.parent_id === hit.story_id ? null : String(hit.parent_id);
  return makeItem({
    id: hit.objectID,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorNamed(hit.author),
    text: plain(hit.comment_text),
    createdAt: isoFromText(hit.created_at),
    likes: hit.points ?? null,
    url: itemUrl(hit.objectID),
    extra: {
      storyTitle: orNull(hit.story_title) ?? undefined,
      storyUrl: orNull(hit.story_url) ?? undefined,
      storyId: hit.story_id == null ? undefined : String(hit.story_id),
    },
  });
}

/** A submission out of somebody's list. */
export function postOfUser(hit: StoryHit): Item {
  return makeItem({
    id: hit.objectID,
    kind: 'post',
    author: authorNamed(hit.author),
    title: orNull(hit.title),
    text: plain(hit.story_text),
    createdAt: isoFromText(hit.created_at),
    likes: hit.points ?? null,
    replyCount: hit.num_comments ?? null,
    url: itemUrl(hit.objectID),
    extra: { linkUrl: orNull(hit.url) ?? undefined },
  });
}

function commentItem(comment: Comment, place: Place): Item {
  const id = String(comment.id);
  const author = comment.deleted ? null : orNull(comment.author);
  return makeItem({
    id,
    parentId: place.parentId,
    kind: place.parentId === null ? 'comment' : 'reply',
    author: authorNamed(author),
    text: comment.deleted ? null : plain(comment.html),
    createdAt: comment.createdAt,
    likes: comment.likes ?? null,
    replyCount: comment.replyCount,
    url: itemUrl(id),
    isAuthorPost: place.submitter === null || author === null ? null : author === place.submitter,
    extra: { depth: place.depth, deleted: comment.deleted || undefined, dead: comment.dead || undefined },
  });
}

function comments<N extends { readonly type?: string | null | undefined }>(nodes: readonly N[] | null | undefined): readonly N[] {
  return (nodes ?? []).filter((node) => node.type !== 'pollopt');
}

function authorNamed(name: string | null | undefined): Partial<Author> {
  return name ? { name, username: name, url: `https://news.ycombinator.com/user?id=${name}` } : {};
}

function itemUrl(id: string): string {
  return `https://news.ycombinator.com/item?id=${id}`;
}

function plain(html: string | null | undefined): string | null {
  return html ? orNull(htmlToText(html, TEXT_RULES)) : null;
}
