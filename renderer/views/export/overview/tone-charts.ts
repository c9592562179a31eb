import type { Statistics, Tone } from '#renderer/views/export/filters.ts';
import { type Bar, type Chart, type ChartWords, withFilter } from '#renderer/views/export/overview/chart.ts';

export const TONE_COLORS: Readonly<Record<Tone, string>> = {
  positive: 'var(--good)',
  neutral: 'var(--line-strong)',
  negative: 'var(--bad)',
  unclassified: 'var(--gap-notServed)',
};
export const NOT_JUDGED_COLOR = 'var(--accent)';

const MOST_BARS = 10;
const SIDES = ['positive', 'negative'] as const;
const OTHERS_FIRST = ['negative', 'positive'] as const;
const TITLES = {
  words: { positive: 'charts.wordsPositive', negative: 'charts.wordsNegative' },
  emoji: { positive: 'charts.emojiPositive', negative: 'charts.emojiNegative' },
} as const;

/** What stands out in the rows of one sentiment: as long as the rows that have it, of both sentiments. */
export function telling(what: 'words' | 'emoji') {
  return (statistics: Statistics, { text, late }: ChartWords): readonly Chart[] =>
    SIDES.map((side) => {
      const both = side === 'positive' ? SIDES : OTHERS_FIRST;
      const told: readonly (Readonly<Record<'positive' | 'negative', number>> & { readonly name: string })[] =
        what === 'words'
          ? statistics.words[side].map(({ word, ...counts }) => ({ ...counts, name: word }))
          : statistics.emoji[side].map(({ emoji, ...counts }) => ({ ...counts, name: emoji }));
      return {
        id: `${what} ${side}`,
        title: late(TITLES[what][side]),
        words: late('charts.standOut'),
        shape: 'list',
        bars: told.map((counts): Bar => {
          const { name } = counts;
          // Both have a column of the table, none as well.
          const parts = both.map((tone) => ({
            name: text(`tone.${tone}`),
            count: counts[tone],
            color: TONE_COLORS[tone],
            rows: { ...withFilter({ tones: [tone] }), q: name },
          }));
          return {
            id: name,
            name,
            count: counts[side],
            color: TONE_COLORS[side],
            parts,
            rows: { ...withFilter({ tones: [side] }), q: name },
          };
        }),
        most: MOST_BARS,
        total: statistics.sentiment[side],
        order: 'most',
        isWhole: false,
      };
    });
}
