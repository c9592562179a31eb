import type { Author, Item, ItemKind, Media } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { isEditedAfter, isoFromText } from '#core/platform-kit/dates.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import type { Account, Status } from '#core/platforms/pixelfed/wire.ts';

const MEDIA_TYPES: ReadonlyMap<string, Media['type']> = new Map([
  ['image', 'image'],
  ['video', 'video'],
]);

/** @param post the pasted post, whose answers have no parent; @param owner its account */
export function commentItem(status: Status, post: string, owner: string): Item {
  const parentId = parentOf(status, post);
  return itemOf(status, {
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    isAuthorPost: status.account.id === owner,
  });
}

export function postItem(status: Status): Item {
  return itemOf(status, { parentId: parentOf(status, null), kind: 'post', isAuthorPost: null });
}

function parentOf({ in_reply_to_id: parent }: Status, post: string | null): string | null {
  return parent == null || parent === '' || parent === '0' || parent === post ? null : parent;
}

function itemOf(status: Status, placed: Pick<Item, 'parentId' | 'kind' | 'isAuthorPost'>): Item {
  return makeItem({
    ...placed,
    id: status.id,
    author: authorOf(status.account),
    text: orNull(status.content_text) ?? plain(status.content),
    createdAt: isoFromText(status.created_at),
    likes: status.favourites_count ?? null,
    replyCount: status.reply_count ?? null,
    language: orNull(status.language),
    url: orNull(status.url),
    media: (status.media_attachments ?? []).flatMap(({ type, url }) =>
      url ? [{ type: MEDIA_TYPES.get(type ?? '') ?? ('file' as const), url }] : [],
    ),
    isEdited: isEditedAfter(status.created_at, status.edited_at),
    extra: {
      reblogs: status.reblogs_count ?? undefined,
      sensitive: status.sensitive ?? undefined,
      spoilerText: orNull(status.spoiler_text) ?? undefined,
      pfType: orNull(status.pf_type) ?? undefined,
      place: status.place ?? undefined,
    },
  });
}

export function accountItem(account: Account, kind: ItemKind): Item {
  return makeItem({
    id: account.id,
    kind,
    author: authorOf(account),
    text: plain(account.note),
    url: orNull(account.url),
    extra: { accountCreatedAt: isoFromText(account.created_at) ?? undefined },
  });
}

function authorOf(account: Account): Partial<Author> {
  return {
    name: orNull(account.display_name),
    username: orNull(account.acct),
    id: account.id,
    url: orNull(account.url),
    avatarUrl: orNull(account.avatar),
  };
}

function plain(html: string | null | undefined): string | null {
  return orNull(htmlToText(html ?? ''));
}
