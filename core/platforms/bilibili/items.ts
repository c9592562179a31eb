import type { Item, ItemKind } from '#core/contract/item.ts';
import { PlatformChanged } from '#core/contract/error.ts';
import type { WireLine, WireRelation, WireReply } from '#core/platforms/bilibili/wire.ts';
import { isoFromSeconds, isoFromText } from '#core/platform-kit/dates.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import type { TellApart } from '#core/platform-kit/hash.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';

/** What comments hang below. */
export type Subject = {
  /** bilibili's number for the kind of thing. */
  readonly type: number;
  readonly oid: string;
  /** The id in the pasted address, for things that are addressed by another one than `oid`. */
  readonly page: string;
};

export const VIDEO = 1;
export const ARTICLE = 12;
export const AUDIO = 14;

const SITE = 'https://www.bilibili.com';
const PLACE_OF: Readonly<Record<number, string>> = { [VIDEO]: 'video/av', [ARTICLE]: 'read/cv', [AUDIO]: 'audio/au' };
const LOCATION_LABEL = /^IP属地[：:]\s*/;

interface ReplyContext {
  readonly subject: Subject;
  /** Account that owns the subject; null where an answer does not say. */
  readonly owner: string | null;
  readonly isPinned: boolean;
}

/** @throws PlatformChanged for a comment without an id */
export function idOf({ rpid_str: asText, rpid }: WireReply): string {
  const id = asText ?? rpid;
  if (!id) throw new PlatformChanged('data.replies.rpid');
  return id;
}

export function commentItem(reply: WireReply, { subject, owner, isPinned }: ReplyContext): Item {
  const id = idOf(reply);
  const { member, content } = reply;
  const parentId = nonZero(reply.parent_str ?? reply.parent);
  const author = member?.mid ?? reply.mid ?? null;
  return makeItem({
    id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: accountFields(author, { name: member?.uname, avatar: member?.avatar, verify: member?.official_verify }),
    text: orNull(decodeEntities(content?.message ?? '')),
    createdAt: isoFromSeconds(reply.ctime),
    likes: reply.like ?? null,
    replyCount: reply.rcount ?? null,
    url: `${placeOf(subject)}#reply${id}`,
    media: (content?.pictures ?? []).flatMap(({ img_src: url }) => (url ? [{ type: 'image' as const, url }] : [])),
    isPinned,
    isAuthorPost: owner === null || author === null ? null : author === owner,
    extra: {
      rootId: nonZero(reply.root_str ?? reply.root) ?? undefined,
      location: orNull(reply.reply_control?.location?.replace(LOCATION_LABEL, '')) ?? undefined,
      level: member?.level_info?.current_level ?? undefined,
      likedByOwner: reply.up_action?.like ?? undefined,
      answeredByOwner: reply.up_action?.reply ?? undefined,
      hidden: reply.invisible === true ? true : undefined,
    },
  });
}

/** An account that follows, or is followed. */
export function relationItem({ mid, uname, face, sign, mtime, official_verify: verify }: WireRelation, kind: ItemKind): Item {
  const author = accountFields(mid, { name: uname, avatar: face, verify });
  return makeItem({ id: mid, kind, author, text: orNull(sign), createdAt: isoFromSeconds(mtime), url: author.url });
}

/** A line of a live chat from before it was listened to. */
export function historyItem({ text, uid, nickname, timeline, id_str: id }: WireLine, chat: Chat): Item {
  return chatItem({
    chat,
    id: orNull(id),
    author: uid ?? null,
    name: orNull(nickname),
    text: text ?? '',
    createdAt: timeline ? isoFromText(`${timeline.replace(' ', 'T')}+08:00`) : null,
  });
}

/** Where a line is said. `apart`: of the lines that came together. */
export interface Chat {
  readonly room: string;
  readonly apart: TellApart;
}

interface ChatLine {
  readonly chat: Chat;
  readonly id: string | null;
  readonly author: string | null;
  readonly name: string | null;
  readonly text: string;
  readonly createdAt: string | null;
  readonly avatar?: string | null | undefined;
  readonly media?: Item['media'];
  readonly extra?: Item['extra'];
}

/** @param line `author`: 0 where the name is hidden */
export function chatItem({ chat, id, name, text, createdAt, avatar, media = [], extra = {}, ...line }: ChatLine): Item {
  const { room, apart } = chat;
  const author = nonZero(line.author);
  if (id === null && author === null && !name && createdAt === null && text === '') throw new PlatformChanged('line');
  return makeItem({
    id: id ?? apart([room, author ?? name ?? '', createdAt ?? '', text].join(':')),
    kind: 'chat',
    author: accountFields(author, { name, avatar }),
    text: orNull(text),
    createdAt,
    media,
    extra,
    url: `https://live.bilibili.com/${room}`,
  });
}

function accountFields(
  id: string | null,
  fields: {
    readonly name: string | null | undefined;
    readonly avatar?: string | null | undefined;
    readonly verify?: { readonly type?: number | null | undefined } | null | undefined;
  },
) {
  const type = fields.verify?.type;
  return {
    name: orNull(fields.name),
    id,
    url: id === null ? null : `https://space.bilibili.com/${id}`,
    avatarUrl: orNull(fields.avatar),
    verified: type === null || type === undefined ? null : type >= 0,
  };
}

function placeOf({ type, oid, page }: Subject): string {
  const place = PLACE_OF[type];
  return place === undefined ? `${SITE}/opus/${page}` : `${SITE}/${place}${oid}`;
}

function nonZero(id: string | null | undefined): string | null {
  return id === null || id === undefined || id === '' || id === '0' ? null : id;
}
