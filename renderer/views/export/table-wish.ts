import type { Input } from '#renderer/client/call.ts';
import type { Choices } from '#renderer/shell/place.ts';
import { CHANGES, type Filters, NO_FILTER, TONES } from '#renderer/views/export/filters.ts';

export type Sort = NonNullable<Input<'exports.search'>['sort']>;
export const SORTS: readonly Sort[] = ['file', 'newest', 'oldest', 'likes', 'relevance'];

/** What the table shows of the export. */
export interface TableWish {
  readonly q: string;
  readonly sort: Sort;
  readonly filters: Filters;
}

export const EVERYTHING: TableWish = { q: '', sort: 'file', filters: NO_FILTER };

const NUMBER = /^-?\d{1,12}(?:\.\d{1,6})?$/;

/** The wish that stands in an address, which somebody may have written by hand: what makes no sense there is not wished for. */
export function wishIn(chosen: URLSearchParams): TableWish {
  const number = (name: string): number | null => (NUMBER.test(chosen.get(name) ?? '') ? Number(chosen.get(name)) : null);
  const list = (name: string): readonly string[] => (chosen.get(name) ?? '').split(',').filter((part) => part !== '');
  const answer = (name: string): boolean | null => (chosen.has(name) ? chosen.get(name) === 'yes' : null);
  return {
    q: chosen.get('q') ?? '',
    sort: SORTS.find((known) => known === chosen.get('sort')) ?? 'file',
    filters: {
      since: number('since'),
      until: number('until'),
      minRating: number('min-rating'),
      maxRating: number('max-rating'),
      tones: TONES.filter((tone) => list('sentiment').includes(tone)),
      languages: list('language'),
      hasMedia: answer('media'),
      hasReplies: answer('replies'),
      changes: CHANGES.filter((change) => list('change').includes(change)),
      author: chosen.get('author') ?? '',
      minDepth: number('min-depth'),
      maxDepth: number('max-depth'),
      isStarred: answer('starred'),
      isNoted: answer('noted'),
      tags: list('tag'),
    },
  };
}

/** The other way round. */
export function choicesOf({ q, sort, filters }: TableWish): Choices {
  const given = (value: string): string | null => (value === '' ? null : value);
  const number = (value: number | null): string | null => (value === null ? null : String(value));
  const answer = (value: boolean | null): string | null => (value === null ? null : value ? 'yes' : 'no');
  return {
    q: given(q),
    sort: sort === 'file' ? null : sort,
    since: number(filters.since),
    until: number(filters.until),
    'min-rating': number(filters.minRating),
    'max-rating': number(filters.maxRating),
    sentiment: given(filters.tones.join(',')),
    language: given(filters.languages.join(',')),
    media: answer(filters.hasMedia),
    replies: answer(filters.hasReplies),
    change: given(filters.changes.join(',')),
    author: given(filters.author),
    'min-depth': number(filters.minDepth),
    'max-depth': number(filters.maxDepth),
    starred: answer(filters.isStarred),
    noted: answer(filters.isNoted),
    tag: given(filters.tags.join(',')),
  };
}
