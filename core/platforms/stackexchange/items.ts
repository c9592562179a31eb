import type { Author, Item } from '#core/contract/item.ts';
import { isEditedAfter, isoFromSeconds } from '#core/platform-kit/dates.ts';
import { decodeEntities, htmlToText } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { WireAnswer, WireComment, WireOwner, WireQuestion } from '#core/platforms/stackexchange/wire.ts';

/** What the rows of a question do not say themselves. */
export type Subject = {
  readonly host: string;
  readonly title: string | null;
  /** Account of the person who asked; null where it is not delivered. */
  readonly asker: number | null;
};

export function answerItem(answer: WireAnswer, { host, title, asker }: Subject): Item {
  return makeItem({
    ...postFields(answer),
    id: String(answer.answer_id),
    kind: 'comment',
    title,
    url: `https://${host}/a/${answer.answer_id}`,
    isEdited: isEditedAfter(answer.creation_date, answer.last_edit_date ?? null),
    isPinned: answer.is_accepted ?? null,
    isAuthorPost: isBy(asker, answer.owner),
    extra: postExtra(answer),
  });
}

/** @param parentId of the answer that it stands under, null under the question */
export function commentItem(comment: WireComment, parentId: string | null, { host, asker }: Pick<Subject, 'host' | 'asker'>): Item {
  return makeItem({
    ...postFields(comment),
    id: String(comment.comment_id),
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    url: `https://${host}/posts/comments/${comment.comment_id}`,
    isEdited: comment.edited ?? null,
    isAuthorPost: isBy(asker, comment.owner),
    extra: {
      postId: String(comment.post_id),
      replyTo: decoded(comment.reply_to_user?.display_name) ?? undefined,
      reputation: comment.owner?.reputation ?? undefined,
      license: orNull(comment.content_license) ?? undefined,
    },
  });
}

export function questionPost(question: WireQuestion, host: string): Item {
  return makeItem({
    ...postFields(question),
    id: String(question.question_id),
    kind: 'post',
    title: decoded(question.title),
    replyCount: question.answer_count ?? null,
    url: orNull(question.link) ?? `https://${host}/q/${question.question_id}`,
    isEdited: isEditedAfter(question.creation_date, question.last_edit_date ?? null),
    extra: {
      ...postExtra(question),
      postType: 'question',
      tags: question.tags?.length ? question.tags : undefined,
      viewCount: question.view_count ?? undefined,
      closedReason: decoded(question.closed_reason) ?? undefined,
    },
  });
}

export function answerPost(answer: WireAnswer, host: string): Item {
  return makeItem({
    ...postFields(answer),
    id: String(answer.answer_id),
    kind: 'post',
    title: decoded(answer.title),
    url: `https://${host}/a/${answer.answer_id}`,
    isEdited: isEditedAfter(answer.creation_date, answer.last_edit_date ?? null),
    isPinned: answer.is_accepted ?? null,
    extra: { ...postExtra(answer), postType: 'answer', questionId: answer.question_id ? String(answer.question_id) : undefined },
  });
}

/** Names and titles come with character references. */
export function decoded(words: string | null | undefined): string | null {
  return orNull(decodeEntities(words ?? ''));
}

function postFields({ owner, body, creation_date: createdAt, score }: Pick<WireAnswer, 'owner' | 'body' | 'creation_date' | 'score'>) {
  return { author: authorOf(owner), text: orNull(htmlToText(body ?? '')), createdAt: isoFromSeconds(createdAt), likes: score ?? null };
}

function postExtra(post: WireAnswer | WireQuestion): Record<string, unknown> {
  return {
    reputation: post.owner?.reputation ?? undefined,
    license: orNull(post.content_license) ?? undefined,
    communityOwnedAt: isoFromSeconds(post.community_owned_date) ?? undefined,
    editedAt: isoFromSeconds(post.last_edit_date) ?? undefined,
  };
}

function authorOf(owner: WireOwner | null | undefined): Partial<Author> {
  return {
    name: decoded(owner?.display_name),
    id: owner?.user_id ? String(owner.user_id) : null,
    url: orNull(owner?.link),
    avatarUrl: orNull(owner?.profile_image),
  };
}

function isBy(asker: number | null, owner: WireOwner | null | undefined): boolean | null {
  return asker === null ? null : owner?.user_id === asker;
}
