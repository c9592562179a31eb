import type { Author, Item, Media } from '#core/contract/item.ts';
import { isEditedAfter, isoFromSeconds } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { CommentData, MediaEntry, PostData, Thing } from '#core/platforms/reddit/wire.ts';

/** What a comment needs to know of the thread it stands in. Plain JSON: it travels in cursors. */
export interface ThreadFacts {
  /** Id of the post. */
  readonly post: string;
  /** Who wrote the post; null where it is not delivered. */
  readonly author: string | null;
  /** Of the post: `/r/<sub>/comments/<id>/<title>/`. */
  readonly permalink: string | null;
  /** The linked comment, which is the subject; null: the post is. */
  readonly comment: string | null;
}

/** How the strings of one answer are written. */
export type Encoding = 'plain' | 'escaped';

export const SITE = 'https://www.reddit.com';
const DELETED = '[deleted]';
const ESCAPED = /&(amp|lt|gt);/g;
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };
const PICTURE_HOST = 'i.redd.it';

/** An answer that ignored `raw_json=1` shows it by the HTML twin of its texts. */
export function encodingOf(htmlTwins: Iterable<string | null | undefined>): Encoding {
  for (const html of htmlTwins) if (html?.startsWith('&lt;')) return 'escaped';
  return 'plain';
}

/** The HTML twins of all comments in a tree. */
export function* twinsOf(things: readonly Thing[]): Generator<string | null | undefined> {
  for (const thing of things) {
    if (thing.kind === 'more') continue;
    yield thing.data.body_html;
    yield* twinsOf(repliesOf(thing.data));
  }
}

export function repliesOf(comment: CommentData): readonly Thing[] {
  return comment.replies ? comment.replies.data.children : [];
}

/** `t1_abc` as `abc`, null for the post (`t3_abc`). */
export function commentId(fullname: string): string | null {
  return fullname.startsWith('t1_') ? fullname.slice(3) : null;
}

/** A comment of a thread: its parent is null directly below the subject. */
export function commentOfThread(comment: CommentData, thread: ThreadFacts, encoding: Encoding): Item {
  const parent = commentId(comment.parent_id);
  const permalink = comment.permalink ?? (thread.permalink === null ? null : `${withSlash(thread.permalink)}${comment.id}/`);
  return commentItem(comment, {
    parentId: parent === thread.comment ? null : parent,
    url: permalink === null ? null : onSite(permalink),
    postAuthor: thread.author,
    encoding,
  });
}

/** A comment out of somebody's list. */
export function commentOfUser(comment: CommentData, encoding: Encoding): Item {
  const permalink = comment.permalink ?? `${withSlash(linkOf(comment))}${comment.id}/`;
  const item = commentItem(comment, {
    parentId: commentId(comment.parent_id),
    url: onSite(permalink),
    postAuthor: comment.link_author ?? null,
    encoding,
  });
  return {
    ...item,
    extra: { ...item.extra, ...present({ subreddit: comment.subreddit, postTitle: decoded(comment.link_title, encoding) }) },
  };
}

export function postItem(post: PostData, encoding: Encoding): Item {
  const target = decoded(post.url_overridden_by_dest ?? post.url, encoding);
  return makeItem({
    id: post.id,
    kind: 'post',
    author: authorOf(post.author, post.author_fullname),
    title: orNull(decoded(post.title, encoding)),
    text: orNull(decoded(post.selftext, encoding)),
    createdAt: isoFromSeconds(post.created_utc),
    likes: post.score ?? null,
    replyCount: post.num_comments ?? null,
    url: post.permalink ? onSite(post.permalink) : null,
    media: postMedia(post, target, encoding),
    isPinned: post.stickied ?? null,
    isEdited: isEdited(post),
    extra: present({
      linkUrl: post.is_self === true ? null : target,
      subreddit: post.subreddit,
      domain: post.domain,
      flair: decoded(post.link_flair_text, encoding),
      authorFlair: decoded(post.author_flair_text, encoding),
      upvoteRatio: post.upvote_ratio,
      over18: post.over_18,
      locked: post.locked,
      distinguished: post.distinguished,
      removedBy: post.removed_by_category,
    }),
  });
}

interface CommentPlace {
  readonly parentId: string | null;
  readonly url: string | null;
  readonly postAuthor: string | null;
  readonly encoding: Encoding;
}

function commentItem(comment: CommentData, { parentId, url, postAuthor, encoding }: CommentPlace): Item {
  return makeItem({
    id: comment.id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorOf(comment.author, comment.author_fullname),
    text: orNull(decoded(comment.body, encoding)),
    createdAt: isoFromSeconds(comment.created_utc),
    likes: comment.score_hidden === true ? null : (comment.score ?? null),
    url,
    media: Object.values(comment.media_metadata ?? {}).flatMap((entry) => mediaOf(entry, encoding)),
    isPinned: comment.stickied ?? null,
    isEdited: isEdited(comment),
    isAuthorPost: comment.is_submitter ?? (postAuthor === null || postAuthor === DELETED ? null : comment.author === postAuthor),
    extra: present({
      authorFlair: decoded(comment.author_flair_text, encoding),
      distinguished: comment.distinguished,
      controversiality: comment.controversiality,
      awards: comment.total_awards_received,
      collapsedReason: comment.collapsed_reason,
      locked: comment.locked,
    }),
  });
}

/** The post of a comment in somebody's list, where the comment itself has no permalink (older answers). */
function linkOf(comment: CommentData): string {
  if (comment.link_permalink) return comment.link_permalink;
  const post = (comment.link_id ?? '').replace(/^t3_/, '');
  if (comment.link_url?.includes(`/comments/${post}/`)) return comment.link_url;
  return `/r/${comment.subreddit}/comments/${post}/_/`;
}

function authorOf(name: string | null | undefined, fullname: string | null | undefined): Partial<Author> {
  if (!name || name === DELETED) return { name: name || null };
  return { name, username: name, id: fullname ?? null, url: `${SITE}/user/${name}` };
}

/** A gallery's pictures in its own order, else the picture itself, else the video hosted here. */
function postMedia(post: PostData, target: string | null, encoding: Encoding): Media[] {
  const gallery = post.gallery_data?.items;
  if (gallery) {
    return gallery.flatMap(({ media_id: id }) => {
      const entry = post.media_metadata?.[id];
      return entry ? mediaOf(entry, encoding) : [];
    });
  }
  if (target !== null && URL.canParse(target) && new URL(target).hostname === PICTURE_HOST) return [{ type: 'image', url: target }];
  const video = decoded(post.media?.reddit_video?.fallback_url, encoding);
  return video ? [{ type: 'video', url: video }] : [];
}

function mediaOf(entry: MediaEntry, encoding: Encoding): Media[] {
  if (!entry.s || (entry.status != null && entry.status !== 'valid')) return [];
  const picture = decoded(entry.s.u ?? entry.s.gif, encoding);
  if (picture) return [{ type: 'image', url: picture }];
  const video = decoded(entry.s.mp4, encoding);
  return video ? [{ type: 'video', url: video }] : [];
}

/** Decoded once, so that a typed `&amp;` of an escaped answer (`&amp;amp;`) stays `&amp;`. */
function decoded(text: string | null | undefined, encoding: Encoding): string | null {
  if (text == null) return null;
  return encoding === 'plain' ? text : text.replace(ESCAPED, (_whole, name: string) => CHARACTERS[name] ?? '');
}

/** Very old edits have no instant: theirs is `true`. */
function isEdited({ created_utc: written, edited }: Pick<PostData | CommentData, 'created_utc' | 'edited'>): boolean | null {
  return typeof edited === 'boolean' ? edited : isEditedAfter(written, edited ?? undefined);
}

function onSite(permalink: string): string {
  return permalink.startsWith('/') ? `${SITE}${permalink}` : permalink;
}

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}

function present(extra: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extra).filter(([, value]) => value != null));
}
