import type { Item } from '#core/contract/item.ts';
import { orNull } from '#core/platform-api/item.ts';
import { estimateInstant } from '#core/platform-kit/relative-time.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';

/** When an item was made, as far as words tell. */
export type Dated = Pick<Item, 'createdAt' | 'createdAtPrecision' | 'relativeTime'>;

/**
 * The date that words name: "2 Mar 2024", or "3 weeks ago" counted back from `seenAt`. Words that are no written date stay in
 * `relativeTime`, also where nothing can be made of them.
 * @param language of the page (BCP 47)
 */
export function datedByWords(text: string | null | undefined, language: string | null, seenAt: Date): Dated {
  const words = orNull(text)?.trim() ?? null;
  if (words === null) return { createdAt: null, createdAtPrecision: null, relativeTime: null };
  const written = readWrittenDate(words, language);
  if (written !== null) return { ...written, relativeTime: null };
  const { createdAt = null, createdAtPrecision = null } = estimateInstant(words, seenAt) ?? {};
  return { createdAt, createdAtPrecision, relativeTime: words };
}
