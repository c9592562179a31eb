import { languageName } from '#renderer/messages/language-name.ts';
import type { MessageKey } from '#renderer/messages/en.ts';
import { ratingWords } from '#renderer/messages/rating-words.ts';
import type { Words } from '#renderer/messages/use-messages.ts';
import { bucketFilter, type Filters, NO_FILTER, type Statistics, type Tone, TONES } from '#renderer/views/export/filters.ts';
import type { Bar } from '#renderer/views/export/overview/bars.tsx';

/** What the table shows of a bar. */
export interface BarRows {
  readonly q: string;
  readonly filters: Filters;
}

export interface Chart {
  readonly title: MessageKey;
  /** Side by side where their order says something, else one below the other. */
  readonly shape: 'columns' | 'list';
  readonly bars: readonly Bar[];
  rowsOf(index: number): BarRows;
}

const MOST_BARS = 10;
const TONE_COLORS: Readonly<Record<Tone, string>> = {
  positive: 'var(--good)',
  neutral: 'var(--line-strong)',
  negative: 'var(--bad)',
  unclassified: 'var(--gap-notServed)',
};
const DATES: Readonly<Record<NonNullable<Statistics['time']['bucket']>, Intl.DateTimeFormatOptions>> = {
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
};

/** The charts of an export; one that would say nothing is not there. */
export function chartsOf(statistics: Statistics, words: Words): readonly Chart[] {
  const charts = [overTime, ratings, tones, languages, authors, topWords, emoji].map((make) => make(statistics, words));
  return charts.filter(({ bars, title }) => bars.length > (title === 'chart.time' ? 1 : 0));
}

function withFilter(filters: Partial<Filters>): BarRows {
  return { q: '', filters: { ...NO_FILTER, ...filters } };
}

function overTime({ time }: Statistics, { language }: Words): Chart {
  const format = new Intl.DateTimeFormat(language, { ...DATES[time.bucket ?? 'day'], timeZone: time.timezone });
  return {
    title: 'chart.time',
    shape: 'columns',
    bars: time.counts.map(({ start, count }) => ({ id: start, name: format.format(new Date(start)), count })),
    rowsOf: (index) => withFilter(bucketFilter(time, index)),
  };
}

function ratings({ ratings: { counts } }: Statistics, words: Words): Chart {
  const best = counts.toSorted((a, b) => b.rating - a.rating);
  return {
    title: 'chart.ratings',
    shape: 'list',
    bars: best.map(({ rating, scale, count }) => ({
      id: `${rating} ${scale ?? ''}`,
      name: ratingWords(rating, scale, words),
      count,
    })),
    rowsOf: (index) => withFilter({ minRating: best[index]?.rating ?? null, maxRating: best[index]?.rating ?? null }),
  };
}

function tones({ sentiment }: Statistics, { text }: Words): Chart {
  const shown = sentiment.count + sentiment.unclassified === 0 ? [] : TONES.filter((tone) => sentiment[tone] > 0);
  return {
    title: 'chart.tone',
    shape: 'list',
    bars: shown.map((tone) => ({ id: tone, name: text(`tone.${tone}`), count: sentiment[tone], color: TONE_COLORS[tone] })),
    rowsOf: (index) => withFilter({ tones: shown.slice(index, index + 1) }),
  };
}

function languages({ languages: { top } }: Statistics, words: Words): Chart {
  return {
    title: 'chart.languages',
    shape: 'list',
    bars: top.slice(0, MOST_BARS).map(({ language, count }) => ({ id: language, name: languageName(language, words), count })),
    rowsOf: (index) => withFilter({ languages: top.slice(index, index + 1).map(({ language }) => language) }),
  };
}

function authors({ authors: { top } }: Statistics, { text }: Words): Chart {
  return {
    title: 'chart.authors',
    shape: 'list',
    // Where each wrote once, nobody is more active than others.
    bars: (top[0]?.count === 1 ? [] : top.slice(0, MOST_BARS)).map(({ name, username, id, count }, at) => ({
      id: String(at),
      name: name ?? username ?? id ?? text('chart.unnamed'),
      count,
    })),
    rowsOf: (index) => {
      const { name, username, id } = top[index] ?? { name: null, username: null, id: null };
      return withFilter({ author: username ?? id ?? name ?? '' });
    },
  };
}

function topWords({ words: { top } }: Statistics): Chart {
  return {
    title: 'chart.words',
    shape: 'list',
    bars: top.slice(0, MOST_BARS).map(({ word, count }) => ({ id: word, name: word, count })),
    rowsOf: (index) => ({ q: top[index]?.word ?? '', filters: NO_FILTER }),
  };
}

function emoji({ emoji: { top } }: Statistics): Chart {
  return {
    title: 'chart.emoji',
    shape: 'list',
    bars: top.slice(0, MOST_BARS).map(({ emoji: sign, count }) => ({ id: sign, name: sign, count })),
    rowsOf: (index) => ({ q: top[index]?.emoji ?? '', filters: NO_FILTER }),
  };
}
