import type { Author, Item, Media } from '#core/contract/item.ts';
import { isEditedAfter, isoFromSeconds } from '#core/platform-kit/dates.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { SubjectKind } from '#core/platforms/vk/address.ts';
import type { WireAccount, WireAttachment, WireComment, WirePeople, WirePhoto, WirePost } from '#core/platforms/vk/wire.ts';

/** What comments hang below. `owner` is negative for a community. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly owner: string;
  readonly id: string;
}

const SITE = 'https://vk.com';
/** `[id1|Name]`, also with the comment that is answered: `[id1:bp-2_3|Name]`. */
const MENTION = /\[(?:(?:id|club|public|event)-?\d+(?::bp-?\d+_\d+)?|https?:\/\/[^\s|[\]]+)\|([^[\]]*)\]/g;
const OLD_PHOTO_SIZE = /^photo_(\d+)$/;

/** Addresses of one comment, as each kind of page has them. */
const COMMENT_URLS: Readonly<Record<SubjectKind, (subject: Subject, comment: string) => string>> = {
  wall: ({ owner, id }, comment) => `${SITE}/wall${owner}_${id}?reply=${comment}`,
  video: ({ owner, id }, comment) => `${SITE}/video${owner}_${id}?reply=${comment}`,
  photo: ({ owner, id }, comment) => `${SITE}/photo${owner}_${id}?reply=${comment}`,
  topic: ({ owner, id }, comment) => `${SITE}/topic${owner}_${id}?post=${comment}`,
  market: ({ owner, id }, comment) => `${SITE}/product${owner}_${id}?reply=${comment}`,
};

/** The comment that one of a plain list answers; null at top level. */
export function parentOf({ parents_stack: parents, reply_to_comment: answered }: WireComment): string | null {
  if (parents?.length === 0) return null;
  const parent = answered || parents?.at(-1);
  return parent ? String(parent) : null;
}

/** @param root the comment that it stands below; null in the list itself */
export function commentItem(comment: WireComment, root: string | null, { subject, people }: { subject: Subject; people: People }): Item {
  const id = String(comment.id);
  const parentId = root === null ? parentOf(comment) : comment.reply_to_comment ? String(comment.reply_to_comment) : root;
  const thread = root ?? (comment.parents_stack?.[0] === undefined ? null : String(comment.parents_stack[0]));
  const isDeleted = comment.deleted === true;
  return makeItem({
    id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: people.author(comment.from_id),
    text: isDeleted ? null : plain(comment.text),
    createdAt: isoFromSeconds(comment.date),
    likes: comment.likes?.count ?? null,
    replyCount: comment.thread?.count ?? null,
    url: COMMENT_URLS[subject.kind](subject, id) + (thread === null ? '' : `&thread=${thread}`),
    media: mediaOf(comment.attachments),
    isAuthorPost: comment.from_id ? (comment.is_from_post_author ?? String(comment.from_id) === subject.owner) : null,
    extra: { isDeleted: isDeleted || undefined, attachments: othersOf(comment.attachments) },
  });
}

export function postItem(post: WirePost, people: People): Item {
  const owner = post.owner_id ?? post.from_id;
  const copied = (post.copy_history ?? []).map(({ text }) => plain(text)).filter((text) => text !== null);
  return makeItem({
    id: String(post.id),
    kind: 'post',
    author: people.author(post.from_id ?? post.owner_id),
    text: plain(post.text),
    createdAt: isoFromSeconds(post.date),
    likes: post.likes?.count ?? null,
    replyCount: post.comments?.count ?? null,
    url: owner ? `${SITE}/wall${owner}_${post.id}` : null,
    media: mediaOf(post.attachments),
    isPinned: post.is_pinned ?? null,
    isEdited: isEditedAfter(post.date, post.edited ?? undefined),
    extra: {
      reposts: post.reposts?.count ?? undefined,
      views: post.views?.count ?? undefined,
      isRepost: post.copy_history && post.copy_history.length > 0 ? true : undefined,
      attachments: othersOf(post.attachments),
      originalText: copied.length > 0 ? copied.join('\n\n') : undefined,
    },
  });
}

export function accountItem(account: WireAccount, kind: 'like' | 'share' | 'follower' | 'following'): Item {
  const isPerson = account.type === null || account.type === undefined || account.type === 'profile' || account.type === 'user';
  const number = Math.abs(account.id);
  // People and communities are numbered apart: VK itself writes the number of a community as a negative one.
  const [id, url] = isPerson && account.id > 0 ? [`${number}`, `${SITE}/id${number}`] : [`-${number}`, `${SITE}/club${number}`];
  return makeItem({
    id,
    kind,
    author: {
      name: fullName(account) ?? orNull(account.name),
      username: orNull(account.screen_name),
      id,
      url,
      avatarUrl: orNull(account.photo_100),
      verified: account.verified ?? null,
    },
    text: orNull(account.status),
    url,
    extra: { deactivated: account.deactivated ?? undefined },
  });
}

/** The people and communities that an answer names beside its rows. */
export class People {
  private readonly known: ReadonlyMap<number, Partial<Author>>;

  constructor({ profiles, groups }: WirePeople) {
    this.known = new Map([
      ...(profiles ?? []).map((profile) => [profile.id, { name: fullName(profile), ...shared(profile) }] as const),
      ...(groups ?? []).map((group) => [-Math.abs(group.id), { name: orNull(group.name), ...shared(group) }] as const),
    ]);
  }

  /** @param id negative for a community; nobody where there is none */
  author(id: number | null | undefined): Partial<Author> {
    if (!id) return {};
    return { ...this.known.get(id), id: String(id), url: id < 0 ? `${SITE}/club${-id}` : `${SITE}/id${id}` };
  }
}

function shared(who: {
  screen_name?: string | null | undefined;
  photo_100?: string | null | undefined;
  verified?: boolean | null | undefined;
}) {
  return { username: orNull(who.screen_name), avatarUrl: orNull(who.photo_100), verified: who.verified ?? null };
}

function fullName({
  first_name: first,
  last_name: last,
}: {
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
}) {
  return orNull([first, last].filter((part) => part !== null && part !== undefined && part !== '').join(' '));
}

function plain(text: string | null | undefined): string | null {
  return text ? orNull(decodeEntities(text.replace(MENTION, '$1'))) : null;
}

/** Pictures; what else hangs on it is in `othersOf`. */
function mediaOf(attachments: readonly WireAttachment[] | null | undefined): Media[] {
  return (attachments ?? []).flatMap(({ photo }): Media[] => {
    const url = photo ? largestPhoto(photo) : null;
    return url === null ? [] : [{ type: 'image', url }];
  });
}

/** Stickers, voice messages, files, links, films: by their kind, with an address where one is given. Undefined for none. */
function othersOf(attachments: readonly WireAttachment[] | null | undefined) {
  const others = (attachments ?? []).filter(({ type }) => type !== 'photo');
  return others.length === 0 ? undefined : others.map((other) => ({ type: other.type, url: addressOf(other) }));
}

function addressOf({ sticker, doc, audio_message: voice, graffiti, link, video }: WireAttachment): string | null {
  const film = video?.owner_id && video.id ? `${SITE}/video${video.owner_id}_${video.id}` : null;
  return (
    largest(sticker?.images ?? []) ?? film ?? orNull(voice?.link_mp3) ?? orNull(doc?.url) ?? orNull(graffiti?.url) ?? orNull(link?.url)
  );
}

function largestPhoto(photo: WirePhoto): string | null {
  const old = Object.entries(photo).flatMap(([name, url]) => {
    const width = OLD_PHOTO_SIZE.exec(name)?.[1];
    return width === undefined || typeof url !== 'string' ? [] : [{ url, width: Number(width), height: 1 }];
  });
  return largest(photo.sizes ?? []) ?? largest(old);
}

/** The one with the largest area. */
function largest(
  sizes: readonly { url?: string | null | undefined; width?: number | null | undefined; height?: number | null | undefined }[],
) {
  const [best] = sizes.filter(({ url }) => url).toSorted((one, other) => areaOf(other) - areaOf(one));
  return orNull(best?.url);
}

function areaOf({ width, height }: { width?: number | null | undefined; height?: number | null | undefined }): number {
  return (width ?? 0) * (height ?? 0);
}
