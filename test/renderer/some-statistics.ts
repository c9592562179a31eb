import type { Statistics } from '#renderer/views/export/filters.ts';

/** Of ten reviews of two days, none of them judged or answered. */
export const STATISTICS: Statistics = {
  items: 10,
  replies: 0,
  time: {
    timezone: 'UTC',
    bucket: 'day',
    from: '2026-01-01T09:00:00.000Z',
    to: '2026-01-02T18:00:00.000Z',
    without_date: 0,
    counts: [
      { start: '2026-01-01T00:00:00+00:00', count: 4 },
      { start: '2026-01-02T00:00:00+00:00', count: 6 },
    ],
  },
  ratings: {
    count: 10,
    average: 4.2,
    counts: [
      { rating: 4, scale: 5, count: 8 },
      { rating: 5, scale: 5, count: 2 },
    ],
  },
  sentiment: { count: 0, positive: 0, negative: 0, neutral: 0, unclassified: 0, average_score: null },
  languages: { count: 10, distinct: 1, top: [{ language: 'en', count: 10 }] },
  authors: { distinct: 9, unknown: 0, top: [{ name: 'Ann', username: '@ann', id: 'u1', url: null, count: 2 }] },
  words: { distinct: 1, top: [{ word: 'music', count: 3, estimated: false }], positive: [], negative: [] },
  emoji: { count: 0, distinct: 0, top: [], positive: [], negative: [] },
  depth: { deepest: 0, counts: [] },
  answered: { count: 0, distinct: 0, top: [] },
  media: { count: 0, share: 0, files: { image: 0, video: 0, audio: 0, file: 0 } },
  likes: { count: 0, total: 0, average: null, median: null, p90: null, most: [] },
};
