import type { Job } from '#renderer/client/queries.ts';
import { changeFacts } from '#renderer/views/export/change-facts.ts';
import type { Statistics } from '#renderer/views/export/filters.ts';
import type { ChartWords } from '#renderer/views/export/overview/chart.ts';

/** The numbers that stand for themselves; empty where there is nothing to tell. */
export function figuresOf(
  job: Job,
  statistics: Statistics,
  { text, late, number, decimal, day }: ChartWords,
): readonly (readonly [string, string])[] {
  const { items, replies, authors, ratings, likes, media, time } = statistics;
  return [
    [late('charts.items'), number(items)],
    ...changeFacts(job).map(([name, count]) => [text(name), number(count)] as const),
    [text('column.replies'), replies === 0 ? '' : number(replies)],
    [late('charts.people'), authors.distinct === 0 ? '' : number(authors.distinct)],
    [late('charts.average'), ratings.average === null ? '' : decimal(ratings.average)],
    [text('column.likes'), likes.count === 0 ? '' : number(likes.total)],
    [late('charts.media'), media.count === 0 ? '' : number(media.count)],
    [late('charts.from'), time.from === null ? '' : day(time.from)],
    [late('charts.to'), time.to === null ? '' : day(time.to)],
  ];
}

/** The numbers of two exports beside one another. */
export function figuresBeside(
  own: ReturnType<typeof figuresOf>,
  other: ReturnType<typeof figuresOf>,
): readonly (readonly [string, string, string])[] {
  const names = [...new Set([...own, ...other].filter(([, value]) => value !== '').map(([name]) => name))];
  const of = (all: typeof own, name: string): string => all.find(([known]) => known === name)?.[1] ?? '';
  return names.map((name) => [name, of(own, name) || '–', of(other, name) || '–'] as const);
}
