// A comment of either wire format as an item.
import type { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Author, Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { type Count, readCount } from '#core/platform-kit/numbers.ts';
import { estimateInstant, splitEditMark } from '#core/platform-kit/relative-time.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import {
  commentEntitySchema,
  commentRendererSchema,
  type CommentView,
  surfaceSchema,
  toolbarStateSchema,
} from '#core/platforms/youtube/comment-wire.ts';
import type { Subject } from '#core/platforms/youtube/cursor.ts';
import { plainAttributed, plainText } from '#core/platforms/youtube/text.ts';
import { channelLinkSchema, lastThumbnail, textSchema } from '#core/platforms/youtube/wire.ts';

/** Where a comment stands. */
interface CommentPlace {
  readonly of: Subject;
  /** The comment whose thread it stands in; null at the top. */
  readonly under: string | null;
  /** When the answer had arrived. */
  readonly fetchedAt: Date;
}

const HEARTED = 'TOOLBAR_HEART_STATE_HEARTED';
const VERIFIED_ICONS = new Set(['CHECK', 'CHECK_CIRCLE_THICK', 'OFFICIAL_ARTIST_BADGE']);
const NO_COUNT: Count = { value: 0, approximate: false };

/** Data of an answer by entity key. */
export type Entities = ReadonlyMap<string, unknown>;

/**
 * A comment of the newer format.
 * @throws PlatformChanged where its data is missing or of an unknown form
 */
export function commentOfView(view: CommentView, entities: Entities, place: CommentPlace): Item {
  const at = `entity(${view.commentKey})`;
  const { properties, author, toolbar } = readWire(commentEntitySchema, entities.get(view.commentKey), at).commentEntityPayload;
  const state = view.toolbarStateKey === undefined ? undefined : entities.get(view.toolbarStateKey);
  const surface = view.commentSurfaceKey === undefined ? undefined : entities.get(view.commentSurfaceKey);
  const heart = state === undefined ? undefined : readWire(toolbarStateSchema, state, at).engagementToolbarStateEntityPayload?.heartState;
  const chip = surface === undefined ? undefined : readWire(surfaceSchema, surface, at).commentSurfaceEntityPayload?.pdgCommentChip;
  return commentItem(
    {
      id: properties.commentId,
      author: authorOf(author.displayName, author.channelId, author.channelCommand?.innertubeCommand, {
        avatarUrl: orNull(author.avatarThumbnailUrl),
        verified: author.isVerified === true || author.isArtist === true,
      }),
      text: plainAttributed(properties.content),
      published: properties.publishedTime,
      likes: countOf(toolbar.likeCountNotliked, `${at}.toolbar.likeCountNotliked`),
      replies: countOf(toolbar.replyCount, `${at}.toolbar.replyCount`),
      isPinned: view.pinnedText !== undefined,
      isAuthorPost: author.isCreator === true,
      isHearted: heart === undefined ? undefined : heart === HEARTED,
      superThanks: chip?.pdgCommentChipRenderer.chipText,
      memberBadge: author.sponsorBadgeA11y,
    },
    place,
  );
}

/**
 * A comment of the older format.
 * @throws PlatformChanged where it is of an unknown form
 */
export function commentOfRenderer(renderer: unknown, place: CommentPlace): Item {
  const at = 'commentRenderer';
  const comment = readWire(commentRendererSchema, renderer, at);
  const heart = comment.actionButtons?.commentActionButtonsRenderer?.creatorHeart;
  return commentItem(
    {
      id: comment.commentId,
      author: authorOf(plainText(comment.authorText), comment.authorEndpoint?.browseEndpoint?.browseId, comment.authorEndpoint, {
        avatarUrl: lastThumbnail(comment.authorThumbnail),
        verified: VERIFIED_ICONS.has(comment.authorCommentBadge?.authorCommentBadgeRenderer?.icon?.iconType ?? ''),
      }),
      text: plainText(comment.contentText),
      published: plainText(comment.publishedTimeText),
      likes: countOf(plainText(comment.voteCount), `${at}.voteCount`),
      replies: { value: comment.replyCount ?? 0, approximate: false },
      isPinned: comment.pinnedCommentBadge !== undefined,
      isAuthorPost: comment.authorIsChannelOwner === true,
      isHearted: heart !== undefined && heart.creatorHeartRenderer?.isHearted !== false,
      superThanks: comment.paidCommentChipRenderer?.pdgCommentChipRenderer.chipText,
      memberBadge: undefined,
    },
    place,
  );
}

/** The permalink of a comment. */
function commentUrl(of: Subject, id: string): string {
  return 'video' in of ? `https://www.youtube.com/watch?v=${of.video}&lc=${id}` : `https://www.youtube.com/post/${of.post}?lc=${id}`;
}

/** An author from the name shown and the link to the channel. `@name` is a handle; any other name is none. */
export function authorOf(
  name: string,
  id: string | undefined,
  link: z.output<typeof channelLinkSchema> | undefined,
  more: Pick<Author, 'avatarUrl' | 'verified'>,
): Author {
  const path = link?.browseEndpoint?.canonicalBaseUrl ?? (id ? `/channel/${id}` : '');
  return {
    name: orNull(name),
    username: name.startsWith('@') && name.length > 1 ? name.slice(1) : null,
    id: orNull(id),
    url: path === '' ? null : `https://www.youtube.com${path}`,
    ...more,
  };
}

/**
 * A count as shown; 0 where nothing is.
 * @throws PlatformChanged where it is no number
 */
export function countOf(text: string | undefined, at: string): Count {
  if (text === undefined || text.trim() === '') return NO_COUNT;
  const count = readCount(text);
  if (count === null) throw new PlatformChanged(at);
  return count;
}

/** A relative date as an item's fields. */
export function datesOf(published: string, fetchedAt: Date): Pick<Item, 'relativeTime' | 'createdAt' | 'createdAtPrecision' | 'isEdited'> {
  const { words, isEdited } = splitEditMark(published);
  const instant = estimateInstant(words, fetchedAt);
  return {
    relativeTime: orNull(words),
    createdAt: instant?.createdAt ?? null,
    createdAtPrecision: instant?.createdAtPrecision ?? null,
    isEdited,
  };
}

interface CommentFacts {
  readonly id: string;
  readonly author: Author;
  readonly text: string;
  readonly published: string;
  readonly likes: Count;
  readonly replies: Count;
  readonly isPinned: boolean;
  readonly isAuthorPost: boolean;
  readonly isHearted: boolean | undefined;
  readonly superThanks: z.output<typeof textSchema> | undefined;
  readonly memberBadge: string | undefined;
}

/**
 * In a flat thread every reply belongs to the comment that its id begins with; below a reply, to that reply.
 */
function parentOf(id: string, under: string | null): string | null {
  if (under === null || under.includes('.') || !id.includes('.')) return under;
  return id.slice(0, id.indexOf('.'));
}

function commentItem(facts: CommentFacts, { of, under, fetchedAt }: CommentPlace): Item {
  const parentId = parentOf(facts.id, under);
  return makeItem({
    id: facts.id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: facts.author,
    text: orNull(facts.text),
    ...datesOf(facts.published, fetchedAt),
    likes: facts.likes.value,
    replyCount: facts.replies.value,
    approximate: facts.likes.approximate || facts.replies.approximate ? true : null,
    url: commentUrl(of, facts.id),
    isPinned: facts.isPinned,
    isAuthorPost: facts.isAuthorPost,
    extra: {
      heartedByCreator: facts.isHearted,
      superThanks: facts.superThanks === undefined ? undefined : plainText(facts.superThanks),
      memberBadge: facts.memberBadge,
    },
  });
}
