import { languageName } from '#renderer/messages/language-name.ts';
import { ratingWords } from '#renderer/messages/rating-words.ts';
import { NO_FILTER, type Statistics, TONES } from '#renderer/views/export/filters.ts';
import { type Chart, type ChartWords, withFilter } from '#renderer/views/export/overview/chart.ts';
import { accountName, answered, authorFilter, depth } from '#renderer/views/export/overview/people-charts.ts';
import { overTime, toneOverTime } from '#renderer/views/export/overview/time-charts.ts';
import { TONE_COLORS, telling } from '#renderer/views/export/overview/tone-charts.ts';

const MOST_BARS = 10;
/** One bar over time says nothing. */
const FEWEST_COLUMNS = 2;

/** The charts of an export; one that would say nothing is not there. */
export function chartsOf(statistics: Statistics, words: ChartWords): readonly Chart[] {
  const makers = [
    overTime,
    toneOverTime,
    ratings,
    tones,
    telling('words'),
    telling('emoji'),
    languages,
    authors,
    answered,
    depth,
    topWords,
    emoji,
  ];
  return makers
    .flatMap((make) => make(statistics, words))
    .filter(({ bars, shape }) => bars.length >= (shape === 'columns' ? FEWEST_COLUMNS : 1));
}

function ratings({ ratings: { counts, count } }: Statistics, words: ChartWords): Chart {
  const best = counts.toSorted((a, b) => b.rating - a.rating);
  return {
    id: 'ratings',
    title: words.late('charts.ratings'),
    shape: 'list',
    bars: best.map(({ rating, scale, count: rows }) => ({
      id: `${rating} ${scale ?? ''}`,
      name: ratingWords(rating, scale, words),
      count: rows,
      rows: withFilter({ minRating: rating, maxRating: rating }),
    })),
    most: best.length,
    total: count,
    order: ({ id }) => -Number.parseFloat(id),
    isWhole: true,
  };
}

function tones({ sentiment }: Statistics, { text, late }: ChartWords): Chart {
  const shown = sentiment.count + sentiment.unclassified === 0 ? [] : TONES.filter((tone) => sentiment[tone] > 0);
  return {
    id: 'tone',
    title: late('charts.tone'),
    shape: 'list',
    bars: shown.map((tone) => ({
      id: tone,
      name: text(`tone.${tone}`),
      count: sentiment[tone],
      color: TONE_COLORS[tone],
      rows: withFilter({ tones: [tone] }),
    })),
    most: TONES.length,
    total: TONES.reduce((sum, tone) => sum + sentiment[tone], 0),
    order: ({ id }) => TONES.findIndex((tone) => tone === id),
    isWhole: true,
  };
}

function languages({ languages: { top, count, distinct } }: Statistics, words: ChartWords): Chart {
  return {
    id: 'languages',
    title: words.late('charts.languages'),
    shape: 'list',
    bars: top.map(({ language, count: rows }) => ({
      id: language,
      name: languageName(language, words),
      count: rows,
      rows: withFilter({ languages: [language] }),
    })),
    most: MOST_BARS,
    total: count,
    order: 'most',
    isWhole: distinct <= top.length,
  };
}

function authors({ authors: { top, distinct }, items }: Statistics, words: ChartWords): Chart {
  return {
    id: 'authors',
    title: words.late('charts.authors'),
    shape: 'list',
    // Where each wrote once, nobody is more active than others.
    bars: (top[0]?.count === 1 ? [] : top).map((author, at) => ({
      id: author.id ?? author.username ?? String(at),
      name: accountName(author, words),
      count: author.count,
      rows: authorFilter(author),
    })),
    most: MOST_BARS,
    total: items,
    order: 'most',
    isWhole: distinct <= top.length,
  };
}

function topWords({ words: { top, distinct }, items }: Statistics, { late }: ChartWords): Chart {
  return {
    id: 'words',
    title: late('charts.words'),
    shape: 'list',
    bars: top.map(({ word, count }) => ({ id: word, name: word, count, rows: { q: word, filters: NO_FILTER } })),
    most: MOST_BARS,
    total: items,
    order: 'most',
    isWhole: distinct <= top.length,
  };
}

function emoji({ emoji: { top, distinct }, items }: Statistics, { late }: ChartWords): Chart {
  return {
    id: 'emoji',
    title: late('charts.emoji'),
    shape: 'list',
    bars: top.map(({ emoji: sign, count }) => ({ id: sign, name: sign, count, rows: { q: sign, filters: NO_FILTER } })),
    most: MOST_BARS,
    total: items,
    order: 'most',
    isWhole: distinct <= top.length,
  };
}
