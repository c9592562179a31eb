import { count, flag, text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import { decodeEntities, htmlToText } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { wholeLink, withScheme } from '#core/platform-kit/web-address.ts';

/** A number of Disqus, sent as a number or as text. */
const idSchema = z.union([z.string().min(1), z.int().transform(String)]);

/** A comment, in the embed page and in every list of the API. A guest has neither id nor username. */
export const postSchema = z.object({
  id: idSchema,
  parent: idSchema.nullish(),
  author: z
    .object({
      id: idSchema.nullish(),
      name: text,
      username: text,
      profileUrl: text,
      isAnonymous: flag,
      avatar: z.object({ cache: text, permalink: text }).nullish(),
      reputation: z.number().nullish(),
    })
    .nullish(),
  raw_message: text,
  message: text,
  createdAt: text,
  likes: count,
  dislikes: count,
  points: count,
  depth: count,
  numReports: count,
  isEdited: flag,
  isHighlighted: flag,
  isDeleted: flag,
  isDeletedByAuthor: flag,
  isSpam: flag,
  media: z.array(z.object({ url: text, resolvedUrl: text })).nullish(),
  /** The number of the thread, or the thread itself in a list with `related=thread`. */
  thread: z.union([idSchema, z.object({ link: text })]).nullish(),
});
export type Post = z.infer<typeof postSchema>;

/** What the rows of a thread do not say themselves. */
export interface Thread {
  readonly link: string | null;
  /** Account ids. */
  readonly moderators: readonly string[];
}

export const threadSchema = z.object({
  id: idSchema,
  link: text,
  forum: z.unknown(),
  moderators: z.array(idSchema).nullish(),
});

/** An address that Disqus leads through its own counter: encoded, with a key behind it. */
const REDIRECT = /https?:\/\/disq\.us\/url\?url=([^\s"'<>&]+)(?:&(?:amp;)?cuid=\d*)?/gi;
const HASH = /:[^:/?#\s]*$/;
const TYPED_TAG = /<\/?[a-z][^<>]*>/gi;

export function postItem(post: Post, thread: Thread | null): Item {
  const isDeleted = post.isDeleted === true || post.isDeletedByAuthor === true;
  const link = thread?.link ?? (typeof post.thread === 'object' ? post.thread?.link : null);
  const author = isDeleted ? null : post.author;
  const isGuest = author?.isAnonymous === true;
  const authorId = isGuest ? null : (author?.id ?? null);
  return makeItem({
    id: post.id,
    parentId: post.parent ?? null,
    kind: post.parent ? 'reply' : 'comment',
    author: {
      name: orNull(author?.name),
      username: isGuest ? null : orNull(author?.username),
      id: authorId,
      url: isGuest ? null : orNull(author?.profileUrl),
      avatarUrl: withScheme(author?.avatar?.cache ?? author?.avatar?.permalink),
    },
    text: isDeleted ? null : orNull(textOf(post)),
    createdAt: dateOf(post.createdAt),
    likes: post.likes ?? null,
    dislikes: post.dislikes ?? null,
    isPinned: post.isHighlighted ?? null,
    isEdited: post.isEdited ?? null,
    url: link ? `${link}#comment-${post.id}` : null,
    media: (post.media ?? []).flatMap(({ url, resolvedUrl }) => {
      const address = withScheme(url) ?? withScheme(resolvedUrl);
      return address === null ? [] : [{ type: 'image' as const, url: address }];
    }),
    extra: {
      depth: post.depth ?? undefined,
      points: post.points ?? undefined,
      reputation: author?.reputation ?? undefined,
      isModerator: thread === null || authorId === null ? undefined : thread.moderators.includes(authorId),
      isDeleted: isDeleted ? true : undefined,
      isSpam: post.isSpam === true ? true : undefined,
      reports: post.numReports || undefined,
    },
  });
}

/** When a comment was written; Disqus leaves out that it means UTC. */
function dateOf(written: string | null | undefined): string | null {
  if (!written) return null;
  return isoFromText(/(?:Z|[+-]\d\d:?\d\d)$/.test(written) ? written : `${written}Z`);
}

/** What was typed is plain text with markup in it, so that its blanks count; the other form is HTML. */
function textOf({ raw_message: typed, message }: Post): string | null {
  if (typed !== null && typed !== undefined) return unwrapped(decodeEntities(withoutTags(typed)));
  if (message === null || message === undefined) return null;
  return unwrapped(htmlToText(message, { link: ({ href, text: shown }) => wholeLink(shown, href === null ? null : unwrapped(href)) }));
}

function withoutTags(typed: string): string {
  return typed.replace(TYPED_TAG, (tag) => {
    if (/^<br\b/i.test(tag)) return '\n';
    return /^<p\b/i.test(tag) ? '\n\n' : '';
  });
}

/** The addresses that Disqus leads through its own counter. */
function unwrapped(words: string): string {
  return words.replace(REDIRECT, (whole, encoded: string) => {
    try {
      return decodeURIComponent(encoded).replace(HASH, '');
    } catch {
      return whole;
    }
  });
}
