import type { Item } from '#core/contract/item.ts';

/** What an author or owner can change, compared whatever it becomes: nothing at all is a change too. */
const WRITTEN = ['text', 'title'] as const;

/** Facts that some doors of a platform leave out: null says nothing about them. */
const STATED = ['rating', 'likes', 'dislikes', 'replyCount', 'isPinned', 'isEdited'] as const;

/**
 * What became of a row of the run before that was read again. Names and pictures of authors, addresses, and dates that
 * are counted back from now differ between two readings without an edit.
 */
export function changeOf(
  former: { readonly item: Item; readonly isGone: boolean },
  item: Item,
): 'same' | 'edited' | 'returned' | 'gone' | 'goneEarlier' {
  const before = former.item;
  if (isTombstone(item) && !isTombstone(before)) return former.isGone ? 'goneEarlier' : 'gone';
  if (former.isGone) return 'returned';
  const isEdited =
    WRITTEN.some((field) => item[field] !== before[field]) ||
    STATED.some((field) => item[field] !== null && item[field] !== before[field]) ||
    (item.ownerReply !== null && item.ownerReply.text !== (before.ownerReply?.text ?? null));
  return isEdited ? 'edited' : 'same';
}

/** What some platforms leave in the place of a deleted item: it has an id, and neither words nor an author. */
function isTombstone({ text, title, author }: Item): boolean {
  return text === null && title === null && author.name === null && author.username === null;
}

/** True where nothing differs that a person wrote: counts may. */
export function haveSameWords(one: Item, other: Item): boolean {
  const reply = ({ ownerReply }: Item): string | null => ownerReply?.text ?? null;
  return one.text === other.text && one.title === other.title && one.rating === other.rating && reply(one) === reply(other);
}
