import type { Author, Item, Media } from '#core/contract/item.ts';
import { isEditedAfter, isoFromUtcText } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { CommentView, Creator, PostView } from '#core/platforms/lemmy/wire.ts';

/** Codes of languages by the server's numbers for them. */
export type Languages = ReadonlyMap<number, string>;

const IMAGE = /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i;
const VIDEO = /\.(?:mp4|webm|mov)(?:\?|$)/i;
/** What says that the language is not known. */
const UNDETERMINED = 'und';
/** A comment's path begins with it. */
const TOP = '0';

/** Ids from the one below the top, or below `root` where that is on the way, down to the comment itself. */
export function pathBelow({ comment }: CommentView, root: string | null): readonly string[] {
  const ids = comment.path.split('.');
  const at = root === null ? -1 : ids.indexOf(root);
  return ids.slice(at === -1 ? (ids[0] === TOP ? 1 : 0) : at + 1);
}

/** How many answers of all levels the server counts below a comment. */
export function childCount({ comment, counts }: CommentView): number {
  return counts?.child_count ?? comment.child_count ?? 0;
}

/** `root`: the comment whose answers are exported; its direct ones have no parent. */
export function commentItem(view: CommentView, host: string, root: string | null, author: string | null, languages: Languages): Item {
  const { comment, creator } = view;
  const owner = view.post?.creator_id ?? author;
  const parentId = pathBelow(view, root).at(-2) ?? null;
  return makeItem({
    ...sharedOf(comment, view.counts, languages),
    id: comment.id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorOf(creator),
    text: orNull(comment.content),
    replyCount: view.counts?.child_count ?? comment.child_count ?? null,
    url: `https://${host}/comment/${comment.id}`,
    isPinned: comment.distinguished ?? null,
    isAuthorPost: owner === null || !creator ? null : creator.id === owner,
  });
}

export function postItem(view: PostView, host: string, languages: Languages): Item {
  const { post, community } = view;
  const shared = sharedOf(post, view.counts, languages);
  return makeItem({
    ...shared,
    id: post.id,
    kind: 'post',
    author: authorOf(view.creator),
    title: orNull(post.name),
    text: orNull(post.body),
    replyCount: view.counts?.comments ?? post.comments ?? null,
    url: `https://${host}/post/${post.id}`,
    media: mediaOf(post.url),
    isPinned: post.featured_community || post.featured_local || false,
    extra: {
      ...shared.extra,
      link: orNull(post.url) ?? undefined,
      thumbnailUrl: orNull(post.thumbnail_url) ?? undefined,
      community: orNull(community?.name) ?? undefined,
      isNsfw: post.nsfw ?? undefined,
    },
  });
}

type Written = CommentView['comment'] | PostView['post'];

/** What comments and posts have alike. */
function sharedOf(written: Written, counts: CommentView['counts'], languages: Languages) {
  const language = languages.get(written.language_id ?? 0);
  return {
    createdAt: isoFromUtcText(written.published ?? written.published_at),
    likes: counts?.upvotes ?? written.upvotes ?? null,
    dislikes: counts?.downvotes ?? written.downvotes ?? null,
    language: language === undefined || language === UNDETERMINED ? null : language,
    isEdited: isEditedAfter(written.published ?? written.published_at, written.updated ?? written.updated_at ?? null),
    extra: {
      score: counts?.score ?? written.score ?? undefined,
      apId: orNull(written.ap_id) ?? undefined,
      isRemoved: written.removed ?? undefined,
      isDeleted: written.deleted ?? undefined,
    },
  };
}

/** A handle is the name and the host of the account's own server. */
function authorOf(creator: Creator | null | undefined): Partial<Author> {
  if (!creator) return {};
  const url = orNull(creator.actor_id ?? creator.ap_id);
  const home = url !== null && URL.canParse(url) ? new URL(url).host : null;
  return {
    name: orNull(creator.display_name) ?? creator.name,
    username: home === null ? creator.name : `${creator.name}@${home}`,
    id: creator.id,
    url,
    avatarUrl: orNull(creator.avatar),
  };
}

function mediaOf(url: string | null | undefined): Media[] {
  if (!url) return [];
  if (IMAGE.test(url)) return [{ type: 'image', url }];
  return VIDEO.test(url) ? [{ type: 'video', url }] : [];
}
