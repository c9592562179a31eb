import { z } from 'zod';
import { ROW_CHANGES } from '#core/contract/incremental.ts';
import { pseudonymWishSchema } from '#core/contract/pseudonyms.ts';
import { SENTIMENTS } from '#core/contract/sentiment.ts';

/** Bounds of what somebody may ask for. */
const MOST_COLUMNS = 200;
const MOST_FILTER_VALUES = 50;
const FEWEST_ROWS_OF_A_FILE = 250;
const LONGEST_PRESET_NAME = 100;
const LONGEST_LAYOUT_TEXT = 20_000;

/** What a template of a name may hold, in braces. */
const NAME_FIELDS = ['platform', 'type', 'title', 'date', 'guid', 'ext'] as const;
export type NameField = (typeof NAME_FIELDS)[number];

const CSV_DELIMITERS = [',', ';', '\t', '|'] as const;
const CSV_DATES = ['iso', 'local', 'serial'] as const;

const header = z.string().trim().min(1).max(100);

const columnsSchema = z
  .array(z.union([header, z.strictObject({ column: header, as: header })]))
  .min(1)
  .max(MOST_COLUMNS)
  .superRefine((columns, issues) => {
    const names = columns.map((wish) => (typeof wish === 'string' ? wish : wish.as).toLowerCase());
    const twice = names.find((name, at) => names.indexOf(name) < at);
    if (twice !== undefined)
      issues.addIssue({ code: 'custom', message: `names "${twice}" twice. Leave one out, or give it another name.` });
  });

const least = z.number().min(0).optional();

/** The filters of a search, by the same names. */
const rowFilterSchema = z.strictObject({
  q: z.string().max(2_000).optional(),
  min_timestamp: least,
  max_timestamp: least,
  min_rating: least,
  max_rating: least,
  min_likes: least,
  sentiment: z.array(z.enum(SENTIMENTS)).max(MOST_FILTER_VALUES).optional(),
  language: z.array(z.string().max(35)).max(MOST_FILTER_VALUES).optional(),
  has_media: z.boolean().optional(),
  has_replies: z.boolean().optional(),
  change: z.array(z.enum(ROW_CHANGES)).max(MOST_FILTER_VALUES).optional(),
  author: z.string().max(200).optional(),
  min_depth: least,
  max_depth: least,
  starred: z.boolean().optional(),
  noted: z.boolean().optional(),
  tag: z.array(z.string().max(35)).max(MOST_FILTER_VALUES).optional(),
});

export type RowFilter = z.infer<typeof rowFilterSchema>;

const nameSchema = z
  .string()
  .min(1)
  .max(200)
  .superRefine((template, issues) => {
    const unknown = [...template.matchAll(/\{([^{}]*)\}/g)].find(([, field]) => !NAME_FIELDS.some((known) => known === field));
    if (unknown === undefined) return;
    issues.addIssue({
      code: 'custom',
      message: `has ${unknown[0]}, which is none of: ${NAME_FIELDS.map((field) => `{${field}}`).join(', ')}.`,
    });
  });

const csvSchema = z.strictObject({
  delimiter: z.enum(CSV_DELIMITERS).optional(),
  bom: z.boolean().optional().meta({ description: 'A byte order mark in front. Default: true.' }),
  dates: z.enum(CSV_DATES).optional().meta({
    description: 'iso: 2026-01-31T09:30:00.000Z; local: 2026-01-31 10:30:00 in `timezone`; serial: the day number of spreadsheets.',
  }),
  timezone: z
    .string()
    .max(64)
    .refine(isTimeZone, { error: 'is no time zone. Give its IANA name, such as Europe/Berlin.' })
    .optional()
    .meta({ description: 'IANA name. Default: UTC.' }),
});

/** How files are to be: which columns and rows they have, how they are cut up and what they are called. Empty: as they are. */
export const layoutSchema = z
  .strictObject({
    columns: columnsSchema.optional().meta({
      description:
        'Columns by their headers, in this order; `{column, as}` gives one another name. In JSON they are the fields of each row.',
    }),
    filter: rowFilterSchema.optional().meta({ description: 'Only the rows that a search with these filters finds.' }),
    split: z
      .union([z.literal('month'), z.int().min(FEWEST_ROWS_OF_A_FILE)])
      .optional()
      .meta({ description: 'A file for each month, or for so many rows, together in a ZIP.' }),
    name: nameSchema.optional().meta({
      description: `What files are called: a text with ${NAME_FIELDS.map((field) => `{${field}}`).join(', ')}.`,
      examples: ['{platform}-{title}-{date}.{ext}'],
    }),
    csv: csvSchema.optional(),
    pseudonyms: pseudonymWishSchema.optional().meta({
      description: 'A project of yours: people, ids, links and mentions are replaced by keyed names, the same in all files of it.',
    }),
  })
  .meta({ title: 'Layout' });

export type Layout = z.infer<typeof layoutSchema>;
export type CsvDialect = NonNullable<Layout['csv']>;

/** Names begin as no JSON does. */
export const presetNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_PRESET_NAME)
  .regex(/^[^{[\p{Cc}/\\]+$/u, { error: 'must be without brackets, slashes and line breaks.' })
  .meta({ examples: ['weekly'] });

/** A layout as callers name it: itself, the same as JSON, or the name of a preset. */
export const layoutWishSchema = z.union(
  [
    z
      .string()
      .trim()
      .min(1)
      .max(LONGEST_LAYOUT_TEXT)
      .meta({ examples: ['weekly'] }),
    layoutSchema,
  ],
  {
    error: 'Give the name of a preset, or an object such as {"columns": ["Date", "Comment"]}',
  },
);

export type LayoutWish = z.infer<typeof layoutWishSchema>;

/** Whether files of both are the same. */
export function sameLayout(one: Layout | undefined, other: Layout | undefined): boolean {
  // As the schema gives them they have their fields in one order.
  return JSON.stringify(one) === JSON.stringify(other);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
