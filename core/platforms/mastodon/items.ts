import type { Author, Item, ItemKind, Media } from '#core/contract/item.ts';
import { isEditedAfter, isoFromText } from '#core/platform-kit/dates.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { Account, Original, Status } from '#core/platforms/mastodon/wire.ts';

const MEDIA_TYPES: ReadonlyMap<string, Media['type']> = new Map([
  ['image', 'image'],
  ['video', 'video'],
  ['gifv', 'video'],
  ['audio', 'audio'],
]);
const SHORTCODE = /^:[^:\s]+:$/;

/** The pasted status, and the account that wrote it where that could be read. */
export interface Subject {
  readonly status: string;
  readonly owner: string | null;
}

/** One answer of `context`. */
export interface ContextReading {
  readonly items: readonly Item[];
  /** Statuses with more direct replies than this answer holds: how many they state, and how many are missing. */
  readonly cut: readonly { readonly id: string; readonly stated: number; readonly missing: number }[];
  /** Direct replies to what was asked for. */
  readonly direct: number;
}

/** Every descendant; those that do not hang below `askedFor` in this answer stand last, below each other. */
export function readContext(descendants: readonly Original[], askedFor: string, subject: Subject): ContextReading {
  const byId = new Map(descendants.map((status) => [status.id, status]));
  const directReplies = new Map<string, number>();
  for (const { in_reply_to_id: parent } of byId.values()) {
    if (parent) directReplies.set(parent, (directReplies.get(parent) ?? 0) + 1);
  }
  const cut = [...byId.values()].flatMap((status) => {
    const stated = status.replies_count ?? 0;
    const missing = stated - (directReplies.get(status.id) ?? 0);
    return missing > 0 ? [{ id: status.id, stated, missing }] : [];
  });
  const below = statusesBelow(askedFor, byId);
  const inTree = descendants.filter(({ id }) => below.has(id));
  const stray = descendants.filter(({ id }) => !below.has(id));
  return { items: [...inTree, ...stray].map((status) => commentOf(status, subject)), cut, direct: directReplies.get(askedFor) ?? 0 };
}

/** Ids of all that hang below `root`, however far down. */
function statusesBelow(root: string, byId: ReadonlyMap<string, Original>): ReadonlySet<string> {
  const repliesTo = Map.groupBy(byId.values(), (status) => status.in_reply_to_id);
  const below = new Set<string>();
  const waiting = [root];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const { id } of repliesTo.get(parent) ?? []) {
      if (below.has(id)) continue;
      below.add(id);
      waiting.push(id);
    }
  }
  return below;
}

/** The direct replies among the descendants of the pasted status. */
export function directReplies(descendants: readonly Original[], subject: Subject): readonly Item[] {
  return descendants.filter((status) => status.in_reply_to_id === subject.status).map((status) => commentOf(status, subject));
}

function commentOf(status: Original, subject: Subject): Item {
  const parentId = status.in_reply_to_id === subject.status ? null : (status.in_reply_to_id ?? null);
  const isAuthorPost = subject.owner === null ? null : status.account.id === subject.owner;
  return itemOf(status, { id: status.id, kind: parentId === null ? 'comment' : 'reply', parentId, isAuthorPost });
}

/** A boost has the id of the wrapper and everything else of the original. */
export function postOf(status: Status): Item {
  const { reblog } = status;
  const placed = { id: status.id, kind: 'post', isAuthorPost: null } as const;
  if (!reblog) return itemOf(status, { ...placed, parentId: status.in_reply_to_id ?? null });
  return itemOf(reblog, { ...placed, parentId: reblog.in_reply_to_id ?? null, extra: { reblogOf: reblog.id } });
}

type Placed = Pick<Item, 'id' | 'kind' | 'parentId' | 'isAuthorPost'> & Partial<Pick<Item, 'extra'>>;

function itemOf(status: Original, placed: Placed): Item {
  return makeItem({
    author: authorOf(status.account),
    text: plainText(status.content),
    createdAt: isoFromText(status.created_at),
    likes: status.favourites_count ?? null,
    replyCount: status.replies_count ?? null,
    language: orNull(status.language),
    url: orNull(status.url) ?? orNull(status.uri),
    media: mediaOf(status),
    isPinned: status.pinned ?? null,
    isEdited: isEditedAfter(status.created_at, status.edited_at ?? null),
    ...placed,
    extra: {
      spoilerText: orNull(status.spoiler_text) ?? undefined,
      reblogs: status.reblogs_count ?? undefined,
      quotes: status.quotes_count ?? undefined,
      visibility: orNull(status.visibility) ?? undefined,
      sensitive: status.sensitive ?? undefined,
      ...placed.extra,
    },
  });
}

export function accountOf(account: Account, kind: ItemKind): Item {
  return makeItem({
    id: account.id,
    kind,
    author: authorOf(account),
    text: plainText(account.note),
    url: orNull(account.url),
    extra: { accountCreatedAt: isoFromText(account.created_at) ?? undefined },
  });
}

function authorOf(account: Account): Author {
  return {
    name: orNull(account.display_name),
    username: account.acct,
    id: account.id,
    url: orNull(account.url),
    avatarUrl: orNull(account.avatar),
    verified: null,
  };
}

/** As Mastodon's pages show it: runs of blanks stay, an address is whole, an emoji is its `:shortcode:`. */
function plainText(html: string | null | undefined): string | null {
  const image = ({ alt = '' }: Readonly<Record<string, string>>): string => (SHORTCODE.test(alt) ? alt : '');
  return orNull(htmlToText(html ?? '', { whiteSpace: 'keepBlanks', image }));
}

function mediaOf(status: Original): Media[] {
  return (status.media_attachments ?? []).flatMap(({ type, url, remote_url: remoteUrl }) => {
    const address = url || remoteUrl;
    return address ? [{ type: MEDIA_TYPES.get(type ?? '') ?? 'file', url: address }] : [];
  });
}
