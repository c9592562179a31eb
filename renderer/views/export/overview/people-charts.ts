import type { Statistics } from '#renderer/views/export/filters.ts';
import { type Bar, type BarRows, type Chart, type ChartWords, withFilter } from '#renderer/views/export/overview/chart.ts';

/** Accounts, and below each those that answer it most. */
const MOST_ANSWERED = 6;
const MOST_ANSWERING = 3;
/** What is deeper shares a bar. */
const DEEPEST = 9;

type Account = Statistics['authors']['top'][number];

export function authorFilter({ username, id, name }: Account): BarRows {
  return withFilter({ author: username ?? id ?? name ?? '' });
}

/** By the best that its platform says. */
export function accountName({ name, username, id }: Account, { late }: ChartWords): string {
  return name ?? username ?? id ?? late('charts.unnamed');
}

/** Who is answered most, and by whom. */
export function answered({ answered: { top, count, distinct } }: Statistics, words: ChartWords): Chart {
  const { late } = words;
  const bars = top.slice(0, MOST_ANSWERED).flatMap((one, at): readonly Bar[] => {
    const whom = accountName(one, words);
    const id = one.id ?? one.username ?? String(at);
    const below = one.by.slice(0, MOST_ANSWERING).map((by, place): Bar => ({
      id: `${id} ${place}`,
      name: accountName(by, words),
      said: late('charts.answers', { who: accountName(by, words), whom }),
      count: by.count,
      color: 'var(--line-strong)',
      isBelow: true,
      rows: authorFilter(by),
    }));
    return [{ id, name: whom, count: one.count, rows: authorFilter(one) }, ...below];
  });
  return {
    id: 'answered',
    title: late('charts.answered'),
    words: late('charts.answeredWords'),
    shape: 'list',
    // Where each was answered once, nobody stands out.
    bars: (top[0]?.count ?? 0) > 1 ? bars : [],
    most: bars.length,
    total: count,
    order: 'most',
    isWhole: distinct <= MOST_ANSWERED,
  };
}

/** How deep replies stand. */
export function depth({ depth: { deepest, counts }, items }: Statistics, { late }: ChartWords): Chart {
  const nameOf = (at: number): string => {
    if (at === 0) return late('charts.depthTop');
    if (at === 1) return late('charts.depthReply');
    return late(at === DEEPEST && deepest > DEEPEST ? 'charts.depthMore' : 'charts.depthBelow', { depth: at });
  };
  const shown = counts.slice(0, DEEPEST + 1).map(({ depth: at, count }): Bar => {
    const isLast = at === DEEPEST;
    const rows = isLast ? counts.slice(DEEPEST).reduce((sum, one) => sum + one.count, 0) : count;
    return { id: String(at), name: nameOf(at), count: rows, rows: withFilter({ minDepth: at, maxDepth: isLast ? null : at }) };
  });
  return {
    id: 'depth',
    title: late('charts.depth'),
    shape: 'list',
    bars: deepest === 0 ? [] : shown,
    most: DEEPEST + 1,
    total: items,
    order: ({ id }) => Number(id),
    isWhole: true,
  };
}
