import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { isoFromMs } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { Voyage } from '#core/platforms/linkedin/ask.ts';
import { mediaIn, picturesIn } from '#core/platforms/linkedin/pictures.ts';
import type { WireComment, WireReaction } from '#core/platforms/linkedin/wire.ts';

/** `urn:li:fsd_comment:(<comment>,urn:li:activity:<post>)`, `urn:li:comment:(activity:<post>,<comment>)`. */
const NEW_URN = /^urn:li:fsd_comment:\((\d+),/;
const OLD_URN = /^urn:li:comment:\(.*,(\d+)\)$/;
const MEMBER = /^urn:li:(?:fsd_profile|fs_miniProfile|member|person|fsd_company|fs_miniCompany|company|organization):/;
/** Numbers shorter than these were given out in order, and tell no time. */
const TIMED_ID = /^\d{17,20}$/;

interface CommentPlace {
  readonly parentId: string | null;
  readonly likes: number | null;
  readonly replyCount: number | null;
}

/** The number of a comment in its urn; undefined where it has none. */
export function commentNumber(urn: string | null | undefined): string | undefined {
  return NEW_URN.exec(urn ?? '')?.[1] ?? OLD_URN.exec(urn ?? '')?.[1];
}

/** @throws PlatformChanged for a comment whose urn has no number */
export function commentIdOf({ urn, entityUrn }: Pick<WireComment, 'urn' | 'entityUrn'>): string {
  const id = commentNumber(entityUrn) ?? commentNumber(urn);
  if (id === undefined) throw new PlatformChanged('included.Comment.entityUrn');
  return id;
}

export function commentItem(comment: WireComment, { parentId, likes, replyCount }: CommentPlace, voyage: Voyage): Item {
  const { commenter } = comment;
  const id = commentIdOf(comment);
  return makeItem({
    id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: {
      name: orNull(commenter?.title?.text),
      id: orNull(commenter?.commenterProfileId) ?? memberId(commenter?.actor?.['*profileUrn'] ?? commenter?.actor?.['*companyUrn']),
      url: withoutQuery(commenter?.navigationUrl),
      avatarUrl: picturesIn(commenter?.image)[0] ?? null,
    },
    text: orNull(comment.commentary?.text),
    createdAt: isoFromMs(comment.createdAt) ?? timeOf(id),
    likes,
    replyCount,
    url: orNull(comment.permalink),
    media: [...mediaIn(comment.contribution, voyage), ...mediaIn(comment.content, voyage)],
    isEdited: comment.edited ?? null,
    isPinned: comment.pinned ?? null,
    isAuthorPost: commenter?.author ?? null,
    extra: { headline: headlineOf(commenter?.subtitle) ?? undefined },
  });
}

export function reactionItem({ actorUrn, preDashActorUrn, reactionType, reactorLockup: lockup }: WireReaction): Item {
  const id = orNull(actorUrn) ?? orNull(preDashActorUrn);
  if (id === null) throw new PlatformChanged('included.Reaction.actorUrn');
  const url = withoutQuery(lockup?.navigationUrl);
  return makeItem({
    id,
    kind: 'like',
    author: { name: orNull(lockup?.title?.text), id, url, avatarUrl: picturesIn(lockup?.image)[0] ?? null },
    text: orNull(lockup?.subtitle?.text),
    url,
    extra: { reactionType: orNull(reactionType) ?? undefined },
  });
}

/** When a number of LinkedIn's was given out: all but its last 22 bits are milliseconds. */
export function timeOf(id: string | null): string | null {
  return id !== null && TIMED_ID.test(id) ? isoFromMs(Number(BigInt(id) >> 22n)) : null;
}

/** The id of a person or a company without what says that it is one. */
export function memberId(urn: string | null | undefined): string | null {
  return orNull(urn?.replace(MEMBER, ''));
}

export function withoutQuery(url: string | null | undefined): string | null {
  return orNull(url?.split(/[?#]/)[0]);
}

function headlineOf(subtitle: string | { readonly text?: string | null | undefined } | null | undefined): string | null {
  return orNull(typeof subtitle === 'string' ? subtitle : subtitle?.text);
}
