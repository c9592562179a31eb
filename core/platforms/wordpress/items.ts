import { PlatformChanged } from '#core/contract/error.ts';
import type { Item, Media } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { isoFromText, isoFromUtcText } from '#core/platform-kit/dates.ts';
import { decodeEntities, type HtmlAttributes, htmlToText } from '#core/platform-kit/html-text.ts';
import { childrenOf, textOf, type XmlElement } from '#core/platform-kit/xml.ts';
import type { Avatars, Comment, Post } from '#core/platforms/wordpress/wire.ts';

/** What is known of the post that was pasted. */
export type Subject = { readonly title: string | null; readonly author: number | null };

const EMOJI = /(?:^|\s)(?:emoji|wp-smiley)(?:\s|$)/;
const COMMENT_ID = /#comment-(\d+)$/;

export function commentItem(comment: Comment, { title, author }: Subject): Item {
  const parentId = comment.parent ? String(comment.parent) : null;
  return makeItem({
    id: comment.id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: {
      name: orNull(decodeEntities(comment.author_name ?? '')),
      id: idOf(comment.author),
      url: orNull(comment.author_url),
      avatarUrl: largest(comment.author_avatar_urls),
    },
    ...wordsOf(comment.content?.rendered ?? ''),
    createdAt: isoFromUtcText(comment.date_gmt),
    title,
    url: orNull(comment.link),
    isAuthorPost: !comment.author || author === null ? null : comment.author === author,
    extra: { type: orNull(comment.type) ?? undefined, localDate: orNull(comment.date) ?? undefined },
  });
}

/** A comment of a feed, which names no parents. @throws PlatformChanged where it has no number */
export function feedItem(entry: XmlElement, { title }: Subject): Item {
  const link = textOf(entry, 'link')?.trim() ?? '';
  const id = (COMMENT_ID.exec(link) ?? COMMENT_ID.exec(textOf(entry, 'guid')?.trim() ?? ''))?.[1];
  if (id === undefined) throw new PlatformChanged('guid');
  return makeItem({
    id,
    kind: 'comment',
    author: { name: orNull(textOf(entry, 'dc:creator')) },
    ...wordsOf(textOf(entry, 'content:encoded') ?? textOf(entry, 'description') ?? ''),
    createdAt: isoFromText(textOf(entry, 'pubDate')?.trim()),
    title,
    url: orNull(link),
  });
}

/** The entries of a feed; null where the document is none. */
export function entriesOf(feed: XmlElement): readonly XmlElement[] | null {
  const channel = feed.name === 'rss' ? childrenOf(feed, 'channel')[0] : undefined;
  return channel === undefined ? null : childrenOf(channel, 'item');
}

export function postItem(post: Post): Item {
  const author = post._embedded?.author?.[0];
  const own = author?.name == null ? undefined : author;
  const html = post.content?.rendered ?? post.excerpt?.rendered ?? '';
  return makeItem({
    id: post.id,
    kind: 'post',
    author: {
      id: idOf(own?.id ?? post.author),
      name: orNull(decodeEntities(own?.name ?? '')),
      username: orNull(own?.slug),
      url: orNull(own?.link),
      avatarUrl: largest(own?.avatar_urls),
    },
    title: titleOf(post.title?.rendered),
    text: post.content?.protected ? null : wordsOf(html).text,
    createdAt: isoFromUtcText(post.date_gmt),
    url: orNull(post.link),
    extra: {
      slug: orNull(post.slug) ?? undefined,
      categories: post.categories ?? undefined,
      tags: post.tags ?? undefined,
      modified: orNull(post.modified) ?? undefined,
    },
  });
}

export function titleOf(html: string | null | undefined): string | null {
  return orNull(htmlToText(html ?? ''));
}

/** What somebody wrote; a picture that stands for a sign is that sign. */
function wordsOf(html: string): { readonly text: string | null; readonly media: Media[] } {
  const media: Media[] = [];
  const image = ({ class: names = '', alt = '', src = '' }: HtmlAttributes): string => {
    if (EMOJI.test(names)) return alt;
    if (src !== '') media.push({ type: 'image', url: src });
    return '';
  };
  return { text: orNull(htmlToText(html, { image })), media };
}

function idOf(author: number | null | undefined): string | null {
  return author ? String(author) : null;
}

function largest(avatars: Avatars): string | null {
  if (!avatars || Array.isArray(avatars)) return null;
  const widths = Object.keys(avatars).toSorted((one, other) => Number(other) - Number(one));
  return orNull(avatars[widths[0] ?? '']);
}
