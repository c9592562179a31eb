import type { Item } from '#core/contract/item.ts';

/** Said once of an export in which it happened. */
export const SAME_ID_NOTE =
  'Rows of another author or moment came under ids that were taken. Of such rows the first is here; the others are counted as missing.';

/**
 * True for two rows that have one id and are not one thing: an id that the platform gave twice, or one that is made from too little. The same
 * row read twice may have other words (it was edited) or none (it was deleted), another name or a date that is counted back from now.
 */
export function areDifferent(one: Item, other: Item): boolean {
  const [words, otherWords] = [one.text ?? one.title, other.text ?? other.title];
  if (words === null && otherWords === null) return differs(authorOf(one), authorOf(other));
  if (words === null || otherWords === null || words === otherWords) return false;
  return differs(authorOf(one), authorOf(other)) || differs(momentOf(one), momentOf(other));
}

/** What nobody says differs from nothing. */
function differs(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function authorOf({ author }: Item): string | null {
  return author.id ?? author.username ?? author.name;
}

function momentOf({ createdAt, relativeTime }: Item): string | null {
  return relativeTime === null ? createdAt : null;
}
