import { z } from 'zod';

/** What counts over time are counted in, finest first. */
export const TIME_BUCKETS = ['hour', 'day', 'week', 'month', 'year'] as const;

export type TimeBucket = (typeof TIME_BUCKETS)[number];

const nullableText = z.string().nullable();
const count = z.int().min(0);
const account = z.object({ name: nullableText, username: nullableText, id: nullableText, url: nullableText, count });
/** Rows of each class that have something, and by how many standard deviations it leans to the one in whose list it stands. */
const telling = { positive: count, negative: count, z: z.number() };
const tellingWords = z.array(z.object({ word: z.string().meta({ examples: ['music'] }), ...telling, estimated: z.boolean() }));
const tellingEmoji = z.array(z.object({ emoji: z.string().meta({ examples: ['🔥'] }), ...telling }));
/** Of judged items: what an analysis gave them. Left out where none is. */
const tones = { positive: count.optional(), negative: count.optional(), neutral: count.optional(), unclassified: count.optional() };

/** Counts of what one export holds. Every `count` is a number of items, unless its name says more. */
export const exportStatisticsSchema = z.object({
  items: count.meta({ examples: [250] }),
  /** Of them, those that answer another item. */
  replies: count,
  time: z.object({
    timezone: z.string().meta({ examples: ['UTC'] }),
    /** Chosen from the range, and never finer than the dates are. Null where no item has a date. */
    bucket: z.enum(TIME_BUCKETS).nullable(),
    from: nullableText.meta({ examples: ['2026-01-01T09:30:00.000Z'] }),
    to: nullableText.meta({ examples: ['2026-01-03T18:00:00.000Z'] }),
    without_date: count,
    /** Without holes; `start` in the time zone. Weeks start on Monday. */
    counts: z.array(z.object({ start: z.string().meta({ examples: ['2026-01-01T00:00:00+00:00'] }), count, ...tones })),
  }),
  ratings: z.object({
    /** Items with a rating. */
    count,
    /** Null where none has one, or where they are on different scales. */
    average: z.number().nullable(),
    counts: z.array(z.object({ rating: z.number(), scale: z.number().nullable(), count })),
  }),
  sentiment: z.object({
    /** Items with a class. */
    count,
    positive: count,
    negative: count,
    neutral: count,
    unclassified: count,
    /** From -1 to 1. */
    average_score: z.number().nullable(),
  }),
  languages: z.object({
    /** Items whose language is known. */
    count,
    distinct: count,
    top: z.array(z.object({ language: z.string().meta({ examples: ['en'] }), count })),
  }),
  authors: z.object({
    distinct: count,
    /** Items whose author the platform does not name. */
    unknown: count,
    top: z.array(account),
  }),
  words: z.object({
    distinct: count,
    /** `estimated`: counted in a part of the items, as docs/analysis.md says, and multiplied. */
    top: z.array(z.object({ word: z.string().meta({ examples: ['music'] }), count, estimated: z.boolean() })),
    /** What stands out in positive rows against negative ones, and the other way round. */
    positive: tellingWords,
    negative: tellingWords,
  }),
  emoji: z.object({
    /** Items with at least one. */
    count,
    distinct: count,
    top: z.array(z.object({ emoji: z.string().meta({ examples: ['🔥'] }), count })),
    positive: tellingEmoji,
    negative: tellingEmoji,
  }),
  depth: z.object({
    /** 0 where nothing is answered. */
    deepest: count,
    /** `depth` 0: at the top; 1: a reply; 2: a reply to a reply. */
    counts: z.array(z.object({ depth: count, count })),
  }),
  /** Who answers whom. */
  answered: z.object({
    /** Replies whose author and whose parent's author are known. */
    count,
    /** Accounts that were answered. */
    distinct: count,
    /** `people`: how many accounts answered it; `by`: those that did most. */
    top: z.array(account.extend({ people: count, by: z.array(account) })),
  }),
  media: z.object({
    /** Items with at least one file. */
    count,
    /** Of all items, from 0 to 1. */
    share: z.number(),
    /** Files by their kind. */
    files: z.object({ image: count, video: count, audio: count, file: count }),
  }),
  likes: z.object({
    /** Items that say how many they have. */
    count,
    total: count,
    average: z.number().nullable(),
    median: z.number().nullable(),
    /** Nine tenths of the items have no more. */
    p90: z.number().nullable(),
    most: z.array(
      z.object({
        id: z.string().meta({ examples: ['UgzGf8kV2b'] }),
        username: nullableText,
        name: nullableText,
        text: nullableText,
        permalink: nullableText,
        likes: z.int(),
      }),
    ),
  }),
});

export type ExportStatistics = z.infer<typeof exportStatisticsSchema>;
