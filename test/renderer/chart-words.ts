import { en } from '#renderer/messages/en.ts';
import { charts } from '#renderer/messages/en/charts.ts';
import { wordsIn } from '#renderer/messages/use-messages.ts';
import type { ChartWords } from '#renderer/views/export/overview/chart.ts';

/** The texts of charts in English, as the window has them once they came. */
export function chartWords(): ChartWords {
  const words = wordsIn('en', en);
  return { ...words, late: (key, fillings) => words.fill(charts[key], fillings) };
}
