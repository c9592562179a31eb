import type { Author, Item, ItemKind, Media } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { isEditedAfter, isoFromText } from '#core/platform-kit/dates.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { wholeLink } from '#core/platform-kit/web-address.ts';
import { SITE } from '#core/platforms/truth_social/address.ts';
import type { Account, Original, Status } from '#core/platforms/truth_social/wire.ts';

const MEDIA_TYPES: ReadonlyMap<string, Media['type']> = new Map([
  ['image', 'image'],
  ['video', 'video'],
  ['gifv', 'video'],
  ['audio', 'audio'],
]);

/** The pasted post, and who wrote it: the number of the account where it was heard, and the name in the address. */
export interface Subject {
  readonly status: string;
  readonly owner: string | null;
  readonly user: string | null;
}

export function parentOf({ in_reply_to_id: parent }: Original, { status }: Subject): string | null {
  return parent == null || parent === status ? null : parent;
}

export function answerItem(row: Original, subject: Subject): Item {
  const parentId = parentOf(row, subject);
  return itemOf(row, {
    id: row.id,
    kind: parentId === null ? 'comment' : 'reply',
    parentId,
    isAuthorPost: isByOwner(row.account, subject),
  });
}

/** A post that is passed on has the number and the date of its passing, and says what the other one says. */
export function postItem(status: Status): Item {
  const placed = { id: status.id, kind: 'post', parentId: null, isAuthorPost: null } as const;
  const { reblog } = status;
  if (!reblog) return itemOf(status, placed);
  const { content, media_attachments } = reblog;
  return itemOf({ ...status, content, media_attachments }, { ...placed, extra: { sharedFrom: reblog.account.acct } });
}

export function accountItem(account: Account, kind: ItemKind): Item {
  const author = authorOf(account);
  return makeItem({
    id: account.id,
    kind,
    author,
    text: orNull(plain(account.note)),
    url: author.url,
    extra: { followers: account.followers_count ?? undefined },
  });
}

type Placed = Pick<Item, 'id' | 'kind' | 'parentId' | 'isAuthorPost'> & Partial<Pick<Item, 'extra'>>;

function itemOf(status: Original, placed: Placed): Item {
  return makeItem({
    author: authorOf(status.account),
    title: orNull(status.title),
    text: plain(status.content),
    createdAt: isoFromText(status.created_at),
    likes: status.favourites_count ?? null,
    replyCount: status.replies_count ?? null,
    language: orNull(status.language),
    url: orNull(status.url),
    media: mediaOf(status),
    isPinned: status.pinned ?? null,
    isEdited: isEditedAfter(status.created_at, status.edited_at),
    ...placed,
    extra: {
      shares: status.reblogs_count ?? undefined,
      quoteUrl: orNull(status.quote?.url) ?? undefined,
      group: orNull(status.group?.display_name) ?? undefined,
      ...placed.extra,
    },
  });
}

function authorOf(account: Account): Author {
  return {
    name: orNull(account.display_name),
    username: account.acct,
    id: account.id,
    url: `${SITE}/@${account.acct}`,
    avatarUrl: orNull(account.avatar),
    verified: account.verified ?? null,
  };
}

function isByOwner({ id, acct }: Account, { owner, user }: Subject): boolean | null {
  if (owner !== null) return id === owner;
  return user === null ? null : acct.toLowerCase() === user.toLowerCase();
}

function plain(html: string | null | undefined): string {
  return htmlToText(html ?? '', { link: ({ href, text }) => wholeLink(text, href) });
}

function mediaOf({ media_attachments: attached }: Original): Media[] {
  return (attached ?? []).flatMap(({ type, url }) => (url ? [{ type: MEDIA_TYPES.get(type ?? '') ?? 'file', url }] : []));
}
