import type { FoundRow } from '#renderer/client/queries.ts';
import type { MessageKey } from '#renderer/messages/en.ts';
import { languageName } from '#renderer/messages/language-name.ts';
import { ratingWords } from '#renderer/messages/rating-words.ts';
import type { Words } from '#renderer/messages/use-messages.ts';
import { changeOf } from '#renderer/views/export/change-facts.ts';

type Item = FoundRow['item'];

export interface TableColumn {
  readonly name: MessageKey;
  /** A track of a CSS grid. */
  readonly width: string;
  readonly align: 'start' | 'end';
  /** Stands out among the others. */
  readonly isBadge?: true;
  /** Empty where the item does not say. */
  read(item: Item, words: Words): string;
}

const count = (value: number | null, words: Words): string => (value === null ? '' : words.number(value));

/** Author and text always; the others where an item fills them. */
export const AUTHOR_COLUMN: TableColumn = {
  name: 'column.author',
  width: 'minmax(10rem, 0.2fr)',
  align: 'start',
  read: ({ author }) => author.name ?? author.username ?? author.id ?? '',
};

const OTHERS: readonly TableColumn[] = [
  {
    name: 'column.rating',
    width: 'minmax(5.5rem, 8.5rem)',
    align: 'end',
    read: ({ rating, ratingScale }, words) => (rating === null ? '' : ratingWords(rating, ratingScale, words)),
  },
  {
    name: 'column.change',
    width: '6.5rem',
    align: 'start',
    isBadge: true,
    read({ extra }, words) {
      const change = changeOf(extra);
      return change === null ? '' : words.text(`change.${change}`);
    },
  },
  { name: 'column.title', width: 'minmax(8rem, 16rem)', align: 'start', read: ({ title }) => title ?? '' },
  { name: 'column.text', width: 'minmax(9rem, 1fr)', align: 'start', read: ({ text }) => text?.replace(/\s+/g, ' ') ?? '' },
  {
    name: 'column.sentiment',
    width: '6rem',
    align: 'start',
    read: ({ sentiment }, words) => (sentiment === undefined ? '' : words.text(`tone.${sentiment}`)),
  },
  { name: 'column.likes', width: '4.5rem', align: 'end', read: ({ likes }, words) => count(likes, words) },
  { name: 'column.replies', width: '5.5rem', align: 'end', read: ({ replyCount }, words) => count(replyCount, words) },
  {
    name: 'column.language',
    width: '7rem',
    align: 'start',
    read: ({ language }, words) => (language === null ? '' : languageName(language, words)),
  },
  { name: 'column.date', width: '7rem', align: 'end', read: ({ createdAt }, words) => (createdAt === null ? '' : words.day(createdAt)) },
];

/** As the table has them. */
export function inOrder(columns: ReadonlySet<TableColumn>): readonly TableColumn[] {
  return OTHERS.filter((column) => columns.has(column));
}

/** The columns that the rows fill, besides the author. */
export function filledColumns(rows: readonly FoundRow[], words: Words): readonly TableColumn[] {
  return OTHERS.filter((column) => rows.some(({ item }) => column.read(item, words) !== ''));
}
