import type { Words } from '#renderer/messages/use-messages.ts';

/** A rating such as "4.5 / 5", and a yes or no in words: sites that know nothing else rate from 0 to 1. */
export function ratingWords(rating: number, scale: number | null | undefined, { text, decimal }: Pick<Words, 'text' | 'decimal'>): string {
  if (scale === 1 && (rating === 0 || rating === 1)) return text(rating === 1 ? 'rating.yes' : 'rating.no');
  return scale === null || scale === undefined ? decimal(rating) : `${decimal(rating)} / ${decimal(scale)}`;
}
