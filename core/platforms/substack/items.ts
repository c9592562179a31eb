import type { Author, Item, Media } from '#core/contract/item.ts';
import { isEditedAfter, isoFromText } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { Comment, Post } from '#core/platforms/substack/wire.ts';

/** Where a comment stands: below a post, or below a note. */
export interface Thread {
  /** The pasted note or comment: what answers it is top level. */
  readonly root: string | null;
  /** Address of the post; null below a note. */
  readonly post: string | null;
  /** Account ids of who wrote the post; null where nobody says. */
  readonly authors: readonly string[] | null;
}

const SITE = 'https://substack.com';

export function commentItem(comment: Comment, thread: Thread): Item {
  const parent = parentOf(comment);
  const parentId = parent === thread.root ? null : parent;
  return makeItem({
    ...contentOf(comment),
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    url: thread.post === null ? noteUrl(comment) : `${thread.post}/comment/${comment.id}`,
    isAuthorPost: isByAuthor(comment, thread.authors),
  });
}

export function noteItem(note: Comment): Item {
  return makeItem({ ...contentOf(note), parentId: parentOf(note), kind: 'post', url: noteUrl(note) });
}

export function postItem(post: Post): Item {
  const [first, ...others] = post.publishedBylines ?? [];
  return makeItem({
    id: post.id,
    kind: 'post',
    author: authorOf({ ...first, user_id: first?.id }),
    title: orNull(post.title),
    text: orNull(post.subtitle),
    createdAt: isoFromText(post.post_date),
    likes: post.reaction_count ?? null,
    replyCount: post.comment_count ?? null,
    url: orNull(post.canonical_url),
    extra: {
      audience: orNull(post.audience) ?? undefined,
      postType: orNull(post.type) ?? undefined,
      words: post.wordcount ?? undefined,
      restacks: post.restacks ?? undefined,
      coverImage: orNull(post.cover_image) ?? undefined,
      furtherAuthors: others.length === 0 ? undefined : others.flatMap(({ name, handle }) => orNull(name) ?? orNull(handle) ?? []),
    },
  });
}

/** How many comments an answer holds below this one. */
export function heldBelow(comment: Comment): number {
  return (comment.children ?? []).reduce((sum, child) => sum + 1 + heldBelow(child), 0);
}

function contentOf(comment: Comment) {
  const attachments = comment.attachments ?? [];
  const links = attachments.flatMap(
    ({ post, linkMetadata, url }) => orNull(post?.canonical_url) ?? orNull(linkMetadata?.url) ?? orNull(url) ?? [],
  );
  return {
    id: comment.id,
    author: authorOf(comment),
    text: orNull(comment.body),
    createdAt: isoFromText(comment.date),
    likes: comment.reaction_count ?? null,
    replyCount: comment.children_count ?? null,
    isEdited: isEditedAfter(comment.date, comment.edited_at ?? null),
    media: attachments.flatMap(({ imageUrl }): Media[] => (imageUrl ? [{ type: 'image', url: imageUrl }] : [])),
    extra: {
      restacks: comment.restacks ?? undefined,
      bestsellerTier: comment.user_bestseller_tier ?? undefined,
      links: links.length === 0 ? undefined : links,
      isDeleted: comment.deleted === true ? true : undefined,
    },
  };
}

function authorOf(person: Pick<Comment, 'name' | 'handle' | 'user_id' | 'photo_url'>): Partial<Author> {
  const id = person.user_id ?? null;
  const username = orNull(person.handle);
  const url = username === null ? (id === null ? null : `${SITE}/profile/${id}`) : `${SITE}/@${username}`;
  return { name: orNull(person.name), username, id, url, avatarUrl: orNull(person.photo_url) };
}

function parentOf({ ancestor_path: path }: Comment): string | null {
  return orNull(path?.split('.').at(-1));
}

function noteUrl({ id, handle }: Comment): string {
  return handle ? `${SITE}/@${handle}/note/c-${id}` : `${SITE}/note/c-${id}`;
}

function isByAuthor({ metadata, user_id: id }: Comment, authors: Thread['authors']): boolean | null {
  if (metadata?.is_author === true) return true;
  return authors === null || id === null || id === undefined ? null : authors.includes(id);
}
