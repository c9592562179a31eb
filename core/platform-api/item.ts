import type { Author, Item, ItemKind } from '#core/contract/item.ts';

type ItemFields = Omit<Partial<Item>, 'author' | 'kind' | 'id'> & {
  readonly id: string;
  readonly kind: ItemKind;
  readonly author?: Partial<Author>;
};

const NOBODY: Author = { name: null, username: null, id: null, url: null, avatarUrl: null, verified: null };

/**
 * A whole item from the fields a platform knows; all others are null. Text, title and the owner's reply get the line
 * ends of every export: `\n`, no blanks at line ends, none around.
 */
export function makeItem(fields: ItemFields): Item {
  const ownerReply = fields.ownerReply ?? null;
  return {
    id: fields.id,
    parentId: fields.parentId ?? null,
    kind: fields.kind,
    author: { ...NOBODY, ...fields.author },
    text: trimLines(fields.text ?? null),
    createdAt: fields.createdAt ?? null,
    createdAtPrecision: fields.createdAtPrecision ?? (fields.createdAt == null ? null : 'second'),
    relativeTime: fields.relativeTime ?? null,
    likes: fields.likes ?? null,
    dislikes: fields.dislikes ?? null,
    replyCount: fields.replyCount ?? null,
    approximate: fields.approximate ?? null,
    rating: fields.rating ?? null,
    ratingScale: fields.ratingScale ?? null,
    title: trimLines(fields.title ?? null),
    language: fields.language ?? null,
    url: fields.url ?? null,
    media: fields.media ?? [],
    isPinned: fields.isPinned ?? null,
    isEdited: fields.isEdited ?? null,
    isAuthorPost: fields.isAuthorPost ?? null,
    ownerReply: ownerReply === null ? null : { ...ownerReply, text: trimLines(ownerReply.text) },
    extra: withoutUndefined(fields.extra ?? {}),
  };
}

/** Line ends become `\n`; blanks at line ends and around the text go. */
export function trimLines(text: string): string;
export function trimLines(text: string | null): string | null;
export function trimLines(text: string | null): string | null {
  if (text === null) return null;
  // No `$` with the m flag: it takes U+2028 for a line end.
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?<![ \t])[ \t]+(?=\n)/g, '')
    .trim();
}

/** The text, or null where nothing is left of it. */
export function orNull(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return text.trim() === '' ? null : text;
}

function withoutUndefined(extra: Record<string, unknown>): Record<string, unknown> {
  for (const key in extra) {
    if (extra[key] === undefined) return Object.fromEntries(Object.entries(extra).filter(([, value]) => value !== undefined));
  }
  return extra;
}
