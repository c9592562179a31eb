import type { Author, Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { hostOf } from '#core/platforms/discourse/address.ts';
import { absolute, readCooked } from '#core/platforms/discourse/text.ts';
import { type ForumUser, LIKE, type ListedTopic, type Post } from '#core/platforms/discourse/wire.ts';

/** What posts have of the topic that they stand in. */
export type Subject = {
  readonly topic: string;
  readonly title: string | null;
  readonly slug: string | null;
  readonly owner: string | null;
};

const AVATAR_SIZE = '120';

/** @param parentId null where it answers the topic, or a post that is not there */
export function postItem(post: Post, parentId: string | null, base: string, subject: Subject): Item {
  const { text, media } = readCooked(post.cooked ?? '', hostOf(base));
  const { owner, topic, title } = subject;
  const slug = orNull(post.topic_slug) ?? subject.slug;
  return makeItem({
    id: post.id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorOf(base, { ...post, id: post.user_id ?? null }),
    text,
    media: [...media],
    createdAt: isoFromText(post.created_at),
    likes: likesOf(post),
    replyCount: post.reply_count ?? null,
    url: topicUrl(base, slug, topic, post.post_number),
    title,
    isEdited: post.version == null ? null : post.version > 1,
    isPinned: post.accepted_answer ?? null,
    isAuthorPost: owner === null || post.user_id == null ? null : post.user_id === owner,
    extra: {
      postNumber: post.post_number,
      replyToPostNumber: post.reply_to_post_number ?? undefined,
      trustLevel: post.trust_level ?? undefined,
      staff: post.staff ?? undefined,
      userDeleted: post.user_deleted ?? undefined,
      hidden: post.hidden ?? undefined,
      reactions: post.reactions ?? undefined,
      reads: post.reads ?? undefined,
    },
  });
}

/** Where nobody has liked something, its entry or its count is left out. */
function likesOf({ actions_summary: actions }: Post): number | null {
  return actions == null ? null : (actions.find(({ id }) => id === LIKE)?.count ?? 0);
}

export function topicItem(topic: ListedTopic, users: ReadonlyMap<string, ForumUser>, base: string): Item {
  const author = users.get(topic.posters?.[0]?.user_id ?? '');
  return makeItem({
    id: topic.id,
    kind: 'post',
    author: author === undefined ? {} : authorOf(base, author),
    title: orNull(topic.title),
    text: orNull(htmlToText(topic.excerpt ?? '')),
    createdAt: isoFromText(topic.created_at),
    likes: topic.like_count ?? null,
    replyCount: topic.posts_count == null ? null : Math.max(0, topic.posts_count - 1),
    url: topicUrl(base, orNull(topic.slug), topic.id),
    isPinned: topic.pinned ?? null,
    extra: {
      views: topic.views ?? undefined,
      lastPostedAt: isoFromText(topic.last_posted_at) ?? undefined,
      closed: topic.closed ?? undefined,
      tags: topic.tags ?? undefined,
      categoryId: topic.category_id ?? undefined,
    },
  });
}

export function likerItem(user: ForumUser, base: string): Item {
  const author = authorOf(base, user);
  return makeItem({ id: user.id, kind: 'like', author, url: author.url ?? null });
}

function authorOf(base: string, user: Omit<ForumUser, 'id'> & { readonly id: string | null }): Partial<Author> {
  const username = orNull(user.username);
  return {
    name: orNull(user.name),
    username,
    id: user.id,
    url: username === null ? null : `https://${base}/u/${percentEncoded(username)}`,
    avatarUrl: absolute(user.avatar_template?.replace('{size}', AVATAR_SIZE), hostOf(base)),
  };
}

function topicUrl(base: string, slug: string | null, topic: string, post?: number): string {
  return [`https://${base}/t`, ...(slug === null ? [] : [slug]), topic, ...(post === undefined ? [] : [post])].join('/');
}
