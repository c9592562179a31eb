import type { Item, ItemKind, Media } from '#core/contract/item.ts';
import type { Facet, FeedEntry, Like, MediaView, Post, Profile, ThreadNode, ThreadPost } from '#core/platforms/bluesky/wire.ts';
import type { Gap } from '#core/platform-api/define.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';

/** How deep the server goes below the post asked for, whatever depth is asked. */
const LEVELS_SERVED = 10;
const UNTOLD = 'Bluesky counts these replies to replies and names none of them.';

/** The replies of one answer, and where its threads are cut. */
interface ThreadReading {
  readonly items: readonly Item[];
  /** Posts with replies that this answer does not hold. */
  readonly cut: readonly { readonly uri: string; readonly replyCount: number }[];
  readonly gaps: readonly Gap[];
}

/** A thread as it hangs below the post asked for. `parentId` is null for direct answers to the pasted post. */
export function readThread(
  root: ThreadPost,
  place: { readonly parentId: string | null; readonly ownerDid: string; readonly replies: boolean },
): ThreadReading {
  const items: Item[] = [];
  const cut: { uri: string; replyCount: number }[] = [];
  const unseen = { notFound: 0, blocked: 0, untold: 0 };
  const visit = (nodes: readonly ThreadNode[], parentId: string | null, level: number): void => {
    for (const node of nodes) {
      if (node.$type === 'app.bsky.feed.defs#threadViewPost') {
        items.push(commentOf(node.post, parentId, place.ownerDid));
        if (!place.replies) continue;
        if (isCut(node, level)) cut.push({ uri: node.post.uri, replyCount: node.post.replyCount ?? 0 });
        else unseen.untold += untoldBelow(node);
        visit(node.replies ?? [], node.post.uri, level + 1);
      } else if (node.$type === 'app.bsky.feed.defs#notFoundPost') unseen.notFound += 1;
      else unseen.blocked += 1;
    }
  };
  // Those of the pasted post are what the export counts against its total.
  if (place.parentId !== null) unseen.untold += untoldBelow(root);
  visit(root.replies ?? [], place.parentId, 1);
  return { items, cut, gaps: gapsOf(unseen) };
}

/** Replies that are counted and that the server does not even name. */
function untoldBelow({ post, replies }: ThreadPost): number {
  return Math.max(0, (post.replyCount ?? 0) - (replies ?? []).length);
}

/** An empty list of replies above the last level holds nothing visible; there it is the end of what the server shows. */
function isCut({ post, replies }: ThreadPost, level: number): boolean {
  if ((post.replyCount ?? 0) === 0) return false;
  return replies === null || replies === undefined || (replies.length === 0 && level >= LEVELS_SERVED);
}

function gapsOf(unseen: { readonly notFound: number; readonly blocked: number; readonly untold: number }): Gap[] {
  const gaps: Gap[] = [];
  if (unseen.notFound > 0) gaps.push({ cause: 'deleted', count: unseen.notFound });
  if (unseen.blocked > 0) gaps.push({ cause: 'hidden', count: unseen.blocked });
  if (unseen.untold > 0) gaps.push({ cause: 'notServed', count: unseen.untold, note: UNTOLD });
  return gaps;
}

function commentOf(post: Post, parentId: string | null, ownerDid: string): Item {
  return postOf(post, { kind: parentId === null ? 'comment' : 'reply', parentId, isAuthorPost: post.author.did === ownerDid });
}

/** A post of a person's feed; a repost is the original post. */
export function feedPostOf({ post, reason }: FeedEntry): Item {
  const repostedBy = reason?.$type === 'app.bsky.feed.defs#reasonRepost' ? reason.by?.handle : undefined;
  return postOf(post, {
    kind: 'post',
    parentId: post.record.reply?.parent.uri ?? null,
    isPinned: reason?.$type === 'app.bsky.feed.defs#reasonPin' ? true : null,
    extra: { repostedBy },
  });
}

export function quoteOf(post: Post): Item {
  return postOf(post, { kind: 'post', parentId: post.record.reply?.parent.uri ?? null });
}

type Placed = Pick<Item, 'kind' | 'parentId'> & Partial<Pick<Item, 'isAuthorPost' | 'isPinned' | 'extra'>>;

function postOf(post: Post, placed: Placed): Item {
  const { author, record } = post;
  return makeItem({
    id: post.uri,
    author: authorOf(author),
    text: orNull(withFullLinks(record.text, record.facets ?? [])),
    createdAt: isoFromText(record.createdAt),
    likes: post.likeCount ?? null,
    replyCount: post.replyCount ?? null,
    language: orNull(record.langs?.[0]),
    url: `${profileUrl(author)}/post/${post.uri.slice(post.uri.lastIndexOf('/') + 1)}`,
    media: mediaOf(post.embed),
    ...placed,
    extra: { reposts: post.repostCount ?? undefined, quotes: post.quoteCount ?? undefined, ...placed.extra },
  });
}

/** Bluesky shortens the links that are seen; the facet (byte offsets in UTF-8) knows the whole one. */
function withFullLinks(text: string, facets: readonly Facet[]): string {
  const links = facets.flatMap(({ index, features }) => {
    const uri = features.find((feature) => feature.$type === 'app.bsky.richtext.facet#link')?.uri;
    return uri ? [{ ...index, uri }] : [];
  });
  if (links.length === 0) return text;
  const bytes = new TextEncoder().encode(text);
  const slice = (start: number, end?: number): string => new TextDecoder().decode(bytes.subarray(start, end));
  let full = '';
  let read = 0;
  for (const { byteStart, byteEnd, uri } of links.sort((one, other) => one.byteStart - other.byteStart)) {
    if (byteStart < read || byteEnd <= byteStart || byteEnd > bytes.length) continue;
    if (!/(?:\.\.\.|…)$/.test(slice(byteStart, byteEnd))) continue;
    full += slice(read, byteStart) + uri;
    read = byteEnd;
  }
  return full + slice(read);
}

/** Pictures and video of the post itself: not of a quoted post, and no link cards. */
function mediaOf(embed: Post['embed']): Media[] {
  const view: MediaView | null | undefined = embed?.$type === 'app.bsky.embed.recordWithMedia#view' ? embed.media : embed;
  if (view?.$type === 'app.bsky.embed.images#view') return (view.images ?? []).map(({ fullsize }) => ({ type: 'image', url: fullsize }));
  if (view?.$type === 'app.bsky.embed.video#view' && view.playlist) return [{ type: 'video', url: view.playlist }];
  return [];
}

/** The first picture of a post, else that of its author. */
export function pictureOf({ embed, author }: Post): string | null {
  return mediaOf(embed).find(({ type }) => type === 'image')?.url ?? orNull(author.avatar);
}

/** An account of a list. `createdAt`: the moment of the act, where the platform states it. */
export function accountOf(profile: Profile, kind: ItemKind, createdAt: string | null = null): Item {
  return makeItem({
    id: profile.did,
    kind,
    author: authorOf(profile),
    text: orNull(profile.description),
    createdAt,
    url: profileUrl(profile),
    extra: { accountCreatedAt: isoFromText(profile.createdAt) ?? undefined },
  });
}

export function likeOf(like: Like): Item {
  return accountOf(like.actor, 'like', isoFromText(like.createdAt));
}

function authorOf(profile: Profile): Item['author'] {
  return {
    name: orNull(profile.displayName),
    username: profile.handle,
    id: profile.did,
    url: profileUrl(profile),
    avatarUrl: orNull(profile.avatar),
    verified: profile.verification ? profile.verification.verifiedStatus === 'valid' : null,
  };
}

function profileUrl(profile: Profile): string {
  return `https://bsky.app/profile/${profile.handle}`;
}
