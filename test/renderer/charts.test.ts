import { describe, expect, it } from 'vitest';
import { NO_FILTER, type Statistics } from '#renderer/views/export/filters.ts';
import type { Chart } from '#renderer/views/export/overview/chart.ts';
import { chartsOf } from '#renderer/views/export/overview/charts.ts';
import { commonBucket } from '#renderer/views/export/overview/time-of-both.ts';
import { comparedFigures, sideNames } from '#renderer/views/export/overview/comparison.ts';
import { figureOf } from '#renderer/views/export/overview/figure.ts';
import type { Job } from '#renderer/client/queries.ts';
import { chartWords } from '#test/renderer/chart-words.ts';
import { STATISTICS } from '#test/renderer/some-statistics.ts';

const words = chartWords();
const NONE = { positive: 0, negative: 0, neutral: 0, unclassified: 0 };
const account = (name: string, count: number) => ({ name, username: `@${name.toLowerCase()}`, id: null, url: null, count });

/** The same rows, some of them judged and answered. */
const RICH: Statistics = {
  ...STATISTICS,
  replies: 6,
  time: {
    ...STATISTICS.time,
    counts: [
      { start: '2026-01-01T00:00:00+00:00', count: 4, ...NONE, positive: 3, negative: 1 },
      { start: '2026-01-02T00:00:00+00:00', count: 6, ...NONE, neutral: 2 },
    ],
  },
  sentiment: { count: 6, ...NONE, positive: 3, negative: 1, neutral: 2, average_score: 0.2 },
  words: { ...STATISTICS.words, positive: [{ word: 'great', positive: 3, negative: 1, z: 2.5, estimated: false }] },
  emoji: { ...STATISTICS.emoji, negative: [{ emoji: '😡', positive: 0, negative: 5, z: 3 }] },
  depth: { deepest: 11, counts: Array.from({ length: 12 }, (_, depth) => ({ depth, count: 12 - depth })) },
  answered: {
    count: 5,
    distinct: 2,
    top: [
      { ...account('Ann', 4), people: 2, by: [account('Bob', 3), account('Cy', 1)] },
      { ...account('Bob', 1), people: 1, by: [account('Ann', 1)] },
    ],
  },
};

function chart(statistics: Statistics, id: string): Chart {
  const found = chartsOf(statistics, words).find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no chart ${id}.`);
  return found;
}

describe('charts', () => {
  it('are there where there is something to see', () => {
    expect(chartsOf(STATISTICS, words).map(({ id }) => id)).toEqual(['time', 'ratings', 'languages', 'authors', 'words']);
    expect(chartsOf(RICH, words).map(({ id }) => id)).toEqual(
      'time toneTime ratings tone,words positive,emoji negative,languages authors answered depth words'.split(/,| (?!positive|negative)/),
    );
  });

  it('lead to the rows of a bar', () => {
    const rowsOf = (id: string, index: number) => chart(STATISTICS, id).bars[index]?.rows;
    expect(rowsOf('ratings', 0)).toEqual({ q: '', filters: { ...NO_FILTER, minRating: 5, maxRating: 5 } });
    expect(rowsOf('authors', 0)?.filters.author).toBe('@ann');
    expect(rowsOf('words', 0)?.q).toBe('music');
    expect(chart(STATISTICS, 'time').bars.map(({ name, count }) => `${name} ${count}`)).toEqual(['Jan 1, 2026 4', 'Jan 2, 2026 6']);
  });

  it('lead from a piece of a column to the rows of that time and sentiment', () => {
    const [first, second] = figureOf(chart(RICH, 'toneTime'), words).panels[0]?.lines ?? [];
    expect(first?.pieces.map(({ said, size }) => [said, size])).toEqual([
      ['Jan 1, 2026, Negative: 1', 1 / 6],
      ['Jan 1, 2026, Positive: 3', 3 / 6],
    ]);
    const day = Date.parse('2026-01-01T00:00:00Z') / 1000;
    expect(first?.pieces[1]?.target.rows.filters).toEqual({ ...NO_FILTER, since: day, until: day + 86_399, tones: ['positive'] });
    expect(second?.pieces.map(({ said }) => said)).toEqual(['Jan 2, 2026, Not judged: 4', 'Jan 2, 2026, Neutral: 2']);
    expect(second?.pieces[0]?.target.rows.filters.tones).toEqual([]);
  });

  it('tell what stands out in one sentiment, with both counts in the table', () => {
    const { head, rows, panels } = figureOf(chart(RICH, 'words positive'), words);
    expect([head, ...rows]).toEqual([
      ['Name', 'Positive', 'Negative'],
      ['great', '3', '1'],
    ]);
    expect(panels[0]?.lines[0]?.target.rows).toEqual({ q: 'great', filters: { ...NO_FILTER, tones: ['positive'] } });
  });

  it('tell who is answered most, and below each who answers it', () => {
    const lines = figureOf(chart(RICH, 'answered'), words).panels[0]?.lines ?? [];
    expect(lines.map(({ said, isBelow }) => [said, isBelow])).toEqual([
      ['Ann: 4', false],
      ['Bob answers Ann: 3', true],
      ['Cy answers Ann: 1', true],
      ['Bob: 1', false],
      ['Ann answers Bob: 1', true],
    ]);
    expect(lines.map(({ target }) => target.rows.filters.author)).toEqual(['@ann', '@bob', '@cy', '@bob', '@ann']);
    expect(
      chartsOf(
        { ...RICH, answered: { count: 1, distinct: 1, top: [{ ...account('Ann', 1), people: 1, by: [account('Bob', 1)] }] } },
        words,
      ).map(({ id }) => id),
    ).not.toContain('answered');
  });

  it('put what is very deep into one bar, and find all of it', () => {
    const { bars } = chart(RICH, 'depth');
    expect(bars.map(({ name, count }) => `${name}: ${count}`).slice(0, 3)).toEqual(['At the top: 12', 'Replies: 11', '2 deep: 10']);
    expect(bars.at(-1)).toMatchObject({ name: '9 deep and more', count: 6, rows: { filters: { minDepth: 9, maxDepth: null } } });
    expect(bars[2]?.rows.filters).toEqual({ ...NO_FILTER, minDepth: 2, maxDepth: 2 });
  });
});

describe('two exports beside each other', () => {
  const other: Statistics = {
    ...STATISTICS,
    items: 100,
    time: {
      ...STATISTICS.time,
      from: '2026-01-04T09:00:00.000Z',
      to: '2026-01-05T18:00:00.000Z',
      counts: [
        { start: '2026-01-04T00:00:00+00:00', count: 75 },
        { start: '2026-01-05T00:00:00+00:00', count: 25 },
      ],
    },
    ratings: {
      count: 100,
      average: 4,
      counts: [
        { rating: 3, scale: 5, count: 50 },
        { rating: 5, scale: 5, count: 50 },
      ],
    },
    words: {
      ...STATISTICS.words,
      distinct: 3_000,
      top: Array.from({ length: 50 }, (_, at) => ({ word: `w${at}`, count: Math.max(1, 25 - at), estimated: false })),
    },
  };
  const sides = (own: Statistics, beside: Statistics) =>
    [
      { guid: null, name: 'One', charts: chartsOf(own, words) },
      { guid: 'g2', name: 'Two', charts: chartsOf(beside, words) },
    ] as const;
  const figures = comparedFigures(sides(STATISTICS, other), { bucket: 'day', timezone: 'UTC' }, words);
  const figure = (id: string) => figures.find((one) => one.id === id);

  it('have their shares of one scale, what is natural in its order, and nothing for what is not there', () => {
    expect(figure('ratings')?.rows).toEqual([
      ['5 / 5', '20% · 2', '50% · 50'],
      ['4 / 5', '80% · 8', '0% · 0'],
      ['3 / 5', '0% · 0', '50% · 50'],
    ]);
    const sizes = figure('ratings')?.panels[0]?.lines.map(({ pieces }) => pieces[0]?.size);
    expect(sizes).toEqual([0.25, 0.625, 1, 0, 0, 0.625]);
    expect(figure('ratings')?.longest).toBe('80%');
    expect(figure('ratings')?.legend.map(({ name }) => name)).toEqual(['One', 'Two']);
  });

  it('lead each to its own rows', () => {
    const [own, beside] = figure('ratings')?.panels[0]?.lines ?? [];
    expect([own?.target.guid, beside?.target.guid]).toEqual([null, 'g2']);
    expect(beside?.target.rows.filters).toEqual({ ...NO_FILTER, minRating: 5, maxRating: 5 });
    expect([own?.said, beside?.said]).toEqual(['5 / 5, One: 20% · 2', '5 / 5, Two: 50% · 50']);
  });

  it('tell what may be too small to be told from what is not there', () => {
    const rows = figure('words')?.rows ?? [];
    expect(rows[1]).toEqual(['w0', '0% · 0', '25% · 25']);
    expect(rows.find(([name]) => name === 'music')).toEqual(['music', '30% · 3', '–']);
  });

  it('go over the same time, days between them that neither has too', () => {
    const { panels = [], longest } = figure('time') ?? {};
    expect(panels.map(({ name, lines }) => [name, lines.map(({ name: day, told }) => `${day}: ${told}`)])).toEqual([
      ['One', ['Jan 1, 2026: 40% · 4', 'Jan 2, 2026: 60% · 6', 'Jan 3, 2026: 0% · 0', 'Jan 4, 2026: 0% · 0', 'Jan 5, 2026: 0% · 0']],
      ['Two', ['Jan 1, 2026: 0% · 0', 'Jan 2, 2026: 0% · 0', 'Jan 3, 2026: 0% · 0', 'Jan 4, 2026: 75% · 75', 'Jan 5, 2026: 25% · 25']],
    ]);
    expect(longest).toBe('75%');
  });

  it('are counted in stretches that both can have, and few enough to be told apart', () => {
    const time = (bucket: Statistics['time']['bucket'], from: string, to: string) => ({ ...STATISTICS.time, bucket, from, to });
    const day = time('day', '2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z');
    expect(commonBucket(day, time('hour', '2026-01-05T00:00:00Z', '2026-01-06T00:00:00Z'))).toBe('day');
    expect(commonBucket(day, time('month', '2020-01-01T00:00:00Z', '2026-01-06T00:00:00Z'))).toBe('month');
    expect(commonBucket(day, time('day', '2024-01-01T00:00:00Z', '2024-01-06T00:00:00Z'))).toBe('week');
    expect(commonBucket(day, { ...day, bucket: null, from: null, to: null })).toBeNull();
  });

  it('are called by when they were made, where they have one name', () => {
    const job = (url: string, created_at: string) => ({ url, created_at }) as unknown as Job;
    const [early, late] = ['2026-01-01T12:00:00Z', '2026-01-02T12:00:00Z'];
    expect(sideNames([job('https://a.example/1', early), job('https://a.example/2', early)], words)).toEqual([
      'a.example/1',
      'a.example/2',
    ]);
    const alike = sideNames([job('https://a.example/1', early), job('https://a.example/1', late)], words);
    expect(alike).toEqual([words.moment(early), words.moment(late)]);
    expect(new Set(sideNames([job('https://a.example/1', early), job('https://a.example/1', early)], words)).size).toBe(2);
  });
});
