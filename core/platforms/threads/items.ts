import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { createdMsOf } from '#core/platform-kit/families/meta/media-id.ts';
import { authorOf, giphyOf, mediaOf } from '#core/platform-kit/families/meta/posts.ts';
import { isoFromMs, isoFromSeconds } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { postPage, profileUrl } from '#core/platforms/threads/address.ts';
import type { WireAccount, WirePost } from '#core/platforms/threads/wire.ts';

/** `parent`: what the post answers; null where that is the pasted post. `owner`: its author. */
interface ReplyPlace {
  readonly parent: string | null;
  readonly owner: string | null;
}

const CUT_OFF = /(?:…|\.{3})$/;
const LEAVES_BY = 'l.threads.com';

export function isUnavailable(post: WirePost): boolean {
  return post.is_post_unavailable === true || post.text_post_app_info?.is_post_unavailable === true;
}

/** @throws PlatformChanged */
export function idOf({ pk }: WirePost): string {
  if (!pk) throw new PlatformChanged('thread_items.post.pk');
  return pk;
}

export function replyItem(post: WirePost, { parent, owner }: ReplyPlace): Item {
  const author = post.user?.pk ?? post.user?.id ?? null;
  return itemOf(post, {
    kind: parent === null ? 'comment' : 'reply',
    parentId: parent,
    isPinned: post.text_post_app_info?.pinned_post_info?.is_pinned_to_parent_post ?? null,
    isAuthorPost: owner === null || author === null ? null : author === owner,
  });
}

export function postItem(post: WirePost): Item {
  return itemOf(post, {
    kind: 'post',
    parentId: null,
    isPinned: post.text_post_app_info?.pinned_post_info?.is_pinned_to_profile ?? null,
    isAuthorPost: null,
  });
}

/** Null for a row without an account. */
export function accountItem(user: WireAccount, kind: 'like' | 'follower' | 'following'): Item {
  const author = authorOf(user, profileUrl);
  if (!author.id) throw new PlatformChanged('pk');
  return makeItem({
    id: author.id,
    kind,
    author,
    text: orNull(user.biography),
    url: author.url ?? null,
    extra: { isPrivate: user.text_post_app_is_private ?? user.is_private ?? undefined, followers: user.follower_count ?? undefined },
  });
}

function itemOf(post: WirePost, own: Pick<Item, 'kind' | 'parentId' | 'isPinned' | 'isAuthorPost'>): Item {
  const id = idOf(post);
  const info = post.text_post_app_info;
  const taken = isoFromSeconds(post.taken_at);
  const areHidden = post.like_and_view_counts_disabled === true;
  const quoted = orNull(info?.share_info?.quoted_post?.code);
  const audio = orNull(post.audio?.audio_src);
  return makeItem({
    ...own,
    id,
    author: authorOf(post.user, profileUrl),
    text: textOf(post),
    // The number of a post is given when its upload begins.
    createdAt: taken ?? isoFromMs(createdMsOf(id)),
    createdAtPrecision: taken === null ? 'hour' : 'second',
    likes: areHidden ? null : (post.like_count ?? null),
    replyCount: info?.direct_reply_count ?? null,
    url: post.code ? postPage(post.code, orNull(post.user?.username)) : null,
    media: [...mediaOf(post), ...giphyOf(post.giphy_media_info), ...(audio === null ? [] : [{ type: 'audio' as const, url: audio }])],
    isEdited: post.caption_is_edited ?? null,
    extra: {
      reposts: info?.repost_count ?? undefined,
      quotes: info?.quote_count ?? undefined,
      shares: info?.reshare_count ?? undefined,
      likedByAuthor: info?.is_liked_by_root_author ?? undefined,
      link: destinationOf(info?.link_preview_attachment?.url) ?? undefined,
      quotedPost: quoted === null ? undefined : postPage(quoted, null),
    },
  });
}

/** What is written; links that are shown cut off are whole. */
function textOf({ caption, text_post_app_info: info }: WirePost): string | null {
  const fragments = info?.text_fragments?.fragments ?? [];
  const whole = fragments.map(({ plaintext, link_fragment: link }) => {
    const shown = plaintext ?? '';
    return CUT_OFF.test(shown) ? (orNull(link?.uri) ?? shown) : shown;
  });
  const isChanged = fragments.some(({ plaintext }, index) => (plaintext ?? '') !== whole[index]);
  return orNull(isChanged ? whole.join('') : (orNull(caption?.text) ?? whole.join('')));
}

/** Links lead out of Threads by a page that names where to. */
function destinationOf(link: string | null | undefined): string | null {
  if (!link || !URL.canParse(link)) return null;
  const url = new URL(link);
  return url.hostname === LEAVES_BY ? url.searchParams.get('u') : link;
}
