import type { FoundRow } from '#renderer/client/queries.ts';
import type { MessageKey } from '#renderer/messages/en.ts';
import { languageName } from '#renderer/messages/language-name.ts';
import { ratingWords } from '#renderer/messages/rating-words.ts';
import type { Words } from '#renderer/messages/use-messages.ts';
import { changeOf } from '#renderer/views/export/change-facts.ts';
import { remarkWords } from '#renderer/views/export/remark.ts';
import type { Sort } from '#renderer/views/export/table-wish.ts';

type Item = FoundRow['item'];

export interface TableColumn {
  readonly name: MessageKey;
  /** How wide it is at least, as a length of CSS. */
  readonly least: string;
  /** How wide it may become; left out: no wider. */
  readonly most?: string;
  readonly align: 'start' | 'end';
  /** Stands out among the others. */
  readonly isBadge?: true;
  /** The orders that the rows can have by it, the first one first. */
  readonly sorts?: readonly Sort[];
  /** Empty where the item does not say. */
  read(item: Item, words: Words): string;
  /** The same in several lines, where it has them. */
  lines?(item: Item): string;
}

const count = (value: number | null, words: Words): string => (value === null ? '' : words.number(value));

/** Author and text always; the others where an item fills them. */
export const AUTHOR_COLUMN: TableColumn = {
  name: 'column.author',
  least: '10rem',
  most: '0.2fr',
  align: 'start',
  read: ({ author }) => author.name ?? author.username ?? author.id ?? '',
};

/** All others, as they usually follow. */
export const COLUMNS: readonly TableColumn[] = [
  {
    name: 'column.rating',
    least: '5.5rem',
    most: '8.5rem',
    align: 'end',
    read: ({ rating, ratingScale }, words) => (rating === null ? '' : ratingWords(rating, ratingScale, words)),
  },
  {
    name: 'column.change',
    least: '6.5rem',
    align: 'start',
    isBadge: true,
    read({ extra }, words) {
      const change = changeOf(extra);
      return change === null ? '' : words.text(`change.${change}`);
    },
  },
  { name: 'column.mine', least: '5rem', most: '10rem', align: 'start', isBadge: true, read: remarkWords },
  { name: 'column.title', least: '8rem', most: '16rem', align: 'start', read: ({ title }) => title ?? '' },
  {
    name: 'column.text',
    least: '9rem',
    most: '1fr',
    align: 'start',
    read: ({ text }) => text?.replace(/\s+/g, ' ') ?? '',
    lines: ({ text }) => text ?? '',
  },
  {
    name: 'column.sentiment',
    least: '6rem',
    align: 'start',
    read: ({ sentiment }, words) => (sentiment === undefined ? '' : words.text(`tone.${sentiment}`)),
  },
  { name: 'column.likes', least: '4.5rem', align: 'end', sorts: ['likes'], read: ({ likes }, words) => count(likes, words) },
  { name: 'column.replies', least: '5.5rem', align: 'end', read: ({ replyCount }, words) => count(replyCount, words) },
  {
    name: 'column.language',
    least: '7rem',
    align: 'start',
    read: ({ language }, words) => (language === null ? '' : languageName(language, words)),
  },
  {
    name: 'column.date',
    least: '7rem',
    align: 'end',
    sorts: ['newest', 'oldest'],
    read: ({ createdAt }, words) => (createdAt === null ? '' : words.day(createdAt)),
  },
];

/** The columns that the rows fill, besides the author. */
export function filledColumns(rows: readonly FoundRow[], words: Words): readonly TableColumn[] {
  return COLUMNS.filter((column) => rows.some(({ item }) => column.read(item, words) !== ''));
}
