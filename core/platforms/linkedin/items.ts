import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { isoFromMs, isoFromText } from '#core/platforms/kit/dates.ts';
import { makeItem, orNull } from '#core/platforms/kit/item.ts';
import { imageSchema } from '#core/platforms/linkedin/wire.ts';
import type { PublicPost, WireComment, WireReaction } from '#core/platforms/linkedin/wire.ts';

/** `urn:li:fsd_comment:(<comment>,urn:li:activity:<post>)`, `urn:li:comment:(activity:<post>,<comment>)`. */
const NEW_URN = /^urn:li:fsd_comment:\((\d+),/;
const OLD_URN = /^urn:li:comment:\(.*,(\d+)\)$/;
const PERSON = /^urn:li:(?:fsd_profile|fs_miniProfile|member|person|fsd_company|company|organization):/;

export interface CommentPlace {
  readonly parentId: string | null;
  readonly likes: number | null;
  readonly replyCount: number | null;
}

/** @throws PlatformChanged for a comment whose urn has no number */
export function commentIdOf({ urn, entityUrn }: Pick<WireComment, 'urn' | 'entityUrn'>): string {
  const id = NEW_URN.exec(entityUrn ?? '')?.[1] ?? OLD_URN.exec(urn ?? '')?.[1] ?? OLD_URN.exec(entityUrn ?? '')?.[1];
  if (id === undefined) throw new PlatformChanged('included.Comment.entityUrn');
  return id;
}

export function commentItem(comment: WireComment, { parentId, likes, replyCount }: CommentPlace): Item {
  const { commenter } = comment;
  const account = commenter?.actor?.['*profileUrn'] ?? commenter?.actor?.['*companyUrn'];
  return makeItem({
    id: commentIdOf(comment),
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: {
      name: orNull(commenter?.title?.text),
      id: orNull(commenter?.commenterProfileId) ?? account?.replace(PERSON, '') ?? null,
      url: withoutQuery(commenter?.navigationUrl),
      avatarUrl: largestImage(commenter?.image),
    },
    text: orNull(comment.commentary?.text),
    createdAt: isoFromMs(comment.createdAt),
    likes,
    replyCount,
    url: orNull(comment.permalink),
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
    author: { name: orNull(lockup?.title?.text), id, url, avatarUrl: largestImage(lockup?.image) },
    text: orNull(lockup?.subtitle?.text),
    url,
    extra: { reactionType: orNull(reactionType) ?? undefined },
  });
}

/** A comment of the public page, which gives it no id: it gets one from what the page says. */
export function publicItem(comment: NonNullable<PublicPost['comment']>[number], post: PublicPost): Item {
  const url = withoutQuery(comment.author?.url);
  const owner = orNull(post.author?.url);
  return makeItem({
    id: [comment.datePublished ?? '', url ?? comment.author?.name ?? '', (comment.text ?? '').slice(0, 80)].join(' '),
    kind: 'comment',
    author: { name: orNull(comment.author?.name), url },
    text: orNull(comment.text),
    createdAt: isoFromText(comment.datePublished),
    isAuthorPost: owner === null || url === null ? null : withoutQuery(owner) === url,
  });
}

function headlineOf(subtitle: string | { readonly text?: string | null | undefined } | null | undefined): string | null {
  return orNull(typeof subtitle === 'string' ? subtitle : subtitle?.text);
}

function largestImage(image: unknown): string | null {
  const read = imageSchema.safeParse(image);
  const details = read.success ? (read.data.attributes ?? []).flatMap(({ detailData }) => Object.values(detailData ?? {})) : [];
  const vector = details.find((detail) => detail?.vectorImage?.rootUrl)?.vectorImage;
  const widest = (vector?.artifacts ?? []).toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0))[0];
  return vector?.rootUrl && widest?.fileIdentifyingUrlPathSegment ? vector.rootUrl + widest.fileIdentifyingUrlPathSegment : null;
}

function withoutQuery(url: string | null | undefined): string | null {
  return orNull(url?.split(/[?#]/)[0]);
}
