import type { Author, Item, Media } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import { decodeEntities, htmlToText } from '#core/platform-kit/html-text.ts';
import type { Account, Comment, Image, Video } from '#core/platforms/peertube/wire.ts';

/** `<3` is none. */
const HAS_TAG = /<\/?[a-z]/i;

/** @param host of the server that was asked; @param owner the account whose video it is, null where nobody says */
export function commentItem(comment: Comment, host: string, owner: string | null): Item {
  const account = comment.account ?? null;
  const parentId = comment.inReplyToCommentId ?? null;
  return makeItem({
    id: comment.id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorOf(account, host),
    ...wordsOf(comment.text ?? ''),
    createdAt: isoFromText(comment.createdAt),
    replyCount: comment.totalReplies ?? null,
    url: orNull(comment.url),
    isAuthorPost: owner === null || account === null ? null : account.id === owner,
    extra: {
      threadId: comment.threadId ?? undefined,
      isDeleted: comment.isDeleted ?? undefined,
      heldForReview: comment.heldForReview ?? undefined,
    },
  });
}

/** What other servers send is HTML, with pictures. */
function wordsOf(given: string): { readonly text: string | null; readonly media: Media[] } {
  if (!HAS_TAG.test(given)) return { text: orNull(decodeEntities(given)), media: [] };
  const media: Media[] = [];
  const image = ({ src = '' }: Readonly<Record<string, string>>): string => {
    if (src !== '') media.push({ type: 'image', url: src });
    return '';
  };
  return { text: orNull(htmlToText(given, { image })), media };
}

export function videoItem(video: Video, host: string): Item {
  const { channel } = video;
  return makeItem({
    id: video.uuid,
    kind: 'post',
    author: authorOf(video.account ?? null, host),
    title: orNull(video.name),
    text: orNull(video.description) ?? orNull(video.truncatedDescription),
    createdAt: isoFromText(video.publishedAt),
    likes: video.likes ?? null,
    dislikes: video.dislikes ?? null,
    replyCount: video.comments ?? null,
    language: orNull(video.language?.id),
    url: orNull(video.url),
    extra: {
      views: video.views ?? undefined,
      duration: video.duration ?? undefined,
      isLive: video.isLive ?? undefined,
      nsfw: video.nsfw ?? undefined,
      channel: handleOf(channel) ?? undefined,
      channelName: orNull(channel?.displayName) ?? undefined,
      category: orNull(video.category?.label) ?? undefined,
      tags: video.tags ?? undefined,
    },
  });
}

function authorOf(account: Account | null, host: string): Partial<Author> {
  if (account === null) return {};
  return {
    name: orNull(account.displayName),
    username: handleOf(account),
    id: account.id,
    url: orNull(account.url),
    avatarUrl: addressOf(widest(account.avatars ?? []) ?? account.avatar ?? null, host),
  };
}

/** An account of the server itself is written with its host too. */
function handleOf(actor: Pick<Account, 'name' | 'host'> | null | undefined): string | null {
  return actor?.name && actor.host ? `${actor.name}@${actor.host}` : orNull(actor?.name);
}

function widest(images: readonly Image[]): Image | null {
  return images.reduce<Image | null>((best, image) => (best !== null && (best.width ?? 0) >= (image.width ?? 0) ? best : image), null);
}

function addressOf(image: Image | null, host: string): string | null {
  const path = orNull(image?.path);
  return orNull(image?.fileUrl) ?? (path === null ? null : `https://${host}${path}`);
}
