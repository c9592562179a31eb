import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { explainIssues } from '#core/contract/issue-words.ts';
import { MEDIA_WISHES } from '#core/contract/media.ts';
import { jobCookiesSchema, type JobOptions, jobOptionsSchema, SORTS } from '#core/contract/options.ts';

export const flag = (description: string) => z.boolean().optional().meta({ description });
export const text = (description: string) => z.string().optional().meta({ description });
export const texts = (description: string) => z.array(z.string()).optional().meta({ description });

/** Bounds of dates, alike in every tool. */
export const dateFields = {
  min_date: text('Nothing older: ISO 8601, such as 2026-01-31 or 2026-01-31T09:30:00Z.'),
  max_date: text('Nothing newer; a day without a time counts whole.'),
};

/** What an export can be told, under the names that all tools use. */
export const exportFields = {
  replies: flag('Also replies and nested comments.'),
  tweets: flag('What the account posted.'),
  followers: flag('Who follows the account.'),
  following: flag('Whom the account follows.'),
  likes: flag('Who liked it, instead of the comments.'),
  shares: flag('Who shared it, instead of the comments.'),
  live: flag('The live chat, instead of the comments.'),
  advanced: flag('Advanced search, on search engines.'),
  facebook_ads: flag('Advertisements only.'),
  limit: z.int().min(1).optional().meta({ description: 'At most so many items, replies included.' }),
  ...dateFields,
  vpn: text('Name of a route of the owner that the requests go through, or its country.'),
  pool: text('Id of a pool of proxies that the requests go through.'),
  cookies: jobCookiesSchema.optional(),
  sentiment: flag('Judge the tone of each text.'),
  languages: texts('Only texts in these languages of ISO 639, such as en.'),
  sort: z.enum(SORTS).optional().meta({ description: 'Order of the list, where the platform has it.' }),
  countries: texts('Two-letter countries, where the platform has a list for each.'),
  account: z
    .union([z.string(), z.literal(false)])
    .optional()
    .meta({ description: 'Name of a saved account of the owner; false: none. Default: the first one.' }),
  layout: text('Preset of the owner, or a layout as JSON: which columns and rows files have, and how they are called.'),
  media: z.enum(MEDIA_WISHES).optional().meta({ description: 'Fetch the pictures (or all files) that rows name, too.' }),
  media_mb: z.int().min(1).optional().meta({ description: 'Of those, at most so many MB.' }),
  incremental: flag('Goes on with the last export of the same list and options: says what is new, edited and gone.'),
  keep_raw: flag('Keeps what the platform answers for the evidence package of the owner.'),
  gentle: flag("Half of the platform's pace."),
};

/** Taken as ever, and not offered: nobody is to hand an assistant what opens an account. */
export const FORMER_EXPORT_FIELDS = ['cookies'] as const;

/** Options whose argument has another name; `optionsOf` is the way back. */
export const RENAMED: ReadonlyMap<string, keyof typeof exportFields> = new Map([
  ['minTimestamp', 'min_date'],
  ['maxTimestamp', 'max_date'],
  ['facebookAds', 'facebook_ads'],
  ['mediaMb', 'media_mb'],
  ['keepRaw', 'keep_raw'],
  ['filter.language', 'languages'],
  ['filter.sentiment', 'sentiment'],
]);

type ExportArguments = z.output<z.ZodObject<typeof exportFields>>;
type Given = ExportArguments &
  Pick<JobOptions, 'cursor' | 'window' | 'minTimestamp' | 'maxTimestamp' | 'facebookAds' | 'mediaMb' | 'keepRaw' | 'filter'>;

/** Options of a job from the arguments of a tool. @throws CommentdockError INVALID_REQUEST */
export function optionsOf({ facebook_ads: facebookAds, media_mb: mediaMb, keep_raw: keepRaw, ...given }: Given) {
  const { min_date: minDate, max_date: maxDate, sentiment, languages, ...same } = given;
  const options = {
    minTimestamp: unixSeconds('min_date', minDate, 'start'),
    maxTimestamp: unixSeconds('max_date', maxDate, 'end'),
    facebookAds,
    mediaMb,
    keepRaw,
    ...(sentiment === undefined && languages === undefined ? {} : { filter: said({ sentiment, language: languages }) }),
    ...said(same),
  };
  return said(options);
}

/**
 * Schedules have been told their options under the names of REST, which are still taken. What belongs to the browser that the owner sits
 * at is said there: by the terminal, the window, or the API.
 */
const scheduledSchema = z.object({
  options: z.strictObject({ ...jobOptionsSchema.omit({ userAgent: true, window: true }).shape, ...exportFields }),
});

/** Options of a schedule's exports. @throws CommentdockError VALIDATION_ERROR naming the one that does not fit */
export function scheduledOptions(given: Readonly<Record<string, unknown>>) {
  const parsed = scheduledSchema.safeParse({ options: given });
  if (parsed.success) return optionsOf(parsed.data.options);
  const violations = explainIssues(parsed.error.issues, { input: { options: given } });
  throw new CommentdockError('VALIDATION_ERROR', violations.map(({ message }) => message).join(' '), { violations });
}

/** Without what is undefined. */
export function said<T extends object>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** @throws CommentdockError INVALID_REQUEST */
export function unixSeconds(name: string, date: string | undefined, edge: 'start' | 'end'): number | undefined {
  if (date === undefined) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date);
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(date);
  const ms = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(isDay || hasZone ? date : `${date}Z`) : Number.NaN;
  if (!Number.isFinite(ms) || ms < 0)
    throw new CommentdockError('INVALID_REQUEST', `\`${name}\` is "${date}", which is no date. Give ISO 8601, such as 2026-01-31.`);
  const DAY_S = 86_400;
  return Math.floor(ms / 1000) + (isDay && edge === 'end' ? DAY_S - 1 : 0);
}
