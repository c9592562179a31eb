import { z } from 'zod';
import { itemFilterSchema } from '#core/contract/language.ts';
import { layoutWishSchema } from '#core/contract/layout.ts';
import { MEDIA_WISHES, MOST_MEDIA_MB, USUAL_MEDIA_MB } from '#core/contract/media.ts';
import { userAgentSchema } from '#core/contract/user-agent.ts';

/** What an export delivers; the folder of results is named after it. */
export const EXPORT_TYPES = [
  'comments',
  'reviews',
  'posts',
  'live_chat',
  'followers',
  'following',
  'likes',
  'shares',
  'messages',
  'results',
  'ads',
] as const;
export const exportTypeSchema = z.enum(EXPORT_TYPES);
export type ExportType = z.infer<typeof exportTypeSchema>;

/** Options that choose another list than the URL's own, in the order in which the first true one wins. */
export const SELECTORS = ['followers', 'following', 'likes', 'shares', 'tweets', 'live', 'facebookAds', 'advanced'] as const;
export type Selector = (typeof SELECTORS)[number];

export const SORTS = ['top', 'new', 'old', 'best', 'controversial'] as const;
export type Sort = (typeof SORTS)[number];

const unixSeconds = z.int().min(0);

/** Names of interface.md mapped to each platform's real cookies by the network room; further names are sent as they are. */
export const jobCookiesSchema = z.record(z.string(), z.string());

/**
 * `options` of a job. Unknown keys are accepted and dropped; a known key of a wrong type is a 400.
 * `limit` counts every exported item, replies included.
 */
export const jobOptionsSchema = z.object({
  limit: z.int().min(1).optional().meta({ description: 'At most so many items, replies included. Default: as many as the plan allows.' }),
  replies: z
    .boolean()
    .optional()
    .meta({ description: 'Also replies and nested comments, each directly after its parent. Default: top level only.' }),
  likes: z.boolean().optional().meta({ description: 'Who liked it, instead of the comments.' }),
  shares: z.boolean().optional().meta({ description: 'Who shared it, instead of the comments.' }),
  followers: z.boolean().optional().meta({ description: 'Who follows the account.' }),
  following: z.boolean().optional().meta({ description: 'Whom the account follows.' }),
  tweets: z.boolean().optional().meta({ description: 'What the account posted.' }),
  live: z.boolean().optional().meta({ description: 'The live chat, instead of the comments.' }),
  vpn: z.string().min(1).optional().meta({ description: 'Name of a route of yours for all requests, or the country where one comes out.' }),
  pool: z
    .uuid()
    .optional()
    .meta({ description: 'Id of a pool of proxies that all requests go through; with `vpn` too, for when that route fails.' }),
  cursor: z.string().min(1).optional().meta({ description: 'Continues a former export: the `cursor` of its job object.' }),
  minTimestamp: unixSeconds.optional().meta({ description: 'Unix seconds: nothing older. Items without a date are kept.' }),
  maxTimestamp: unixSeconds.optional().meta({ description: 'Unix seconds: nothing newer. Items without a date are kept.' }),
  cookies: jobCookiesSchema
    .optional()
    .meta({ description: 'Cookies of your own session at the platform, by name. They go nowhere else and are never logged.' }),
  userAgent: userAgentSchema.optional().meta({
    description: 'User agent that the cookies were made under. Default: that of the account, or of the installed browser.',
  }),
  account: z
    .union([z.string().trim().min(1), z.literal(false)])
    .optional()
    .meta({
      description: 'Name of a saved account of the platform; false: none. Default: the first one saved, unless there are `cookies`.',
    }),
  incremental: z.boolean().optional().meta({
    description:
      'Goes on with the last export of the same list with the same options: keeps its rows, and says what is new, edited and gone.',
  }),
  keepRaw: z.boolean().optional().meta({
    description:
      'Keeps what the platform answers, up to 256 MB, for the evidence package: without cookies and without the headers of requests.',
  }),
  gentle: z.boolean().optional().meta({ description: "Half of the platform's pace. Default: as the setting COMMENTDOCK_GENTLE." }),
  window: z.boolean().optional().meta({
    description: "Reads through a window of the platform on the owner's screen. Through a token the export waits until its owner opens it.",
  }),
  facebookAds: z.boolean().optional().meta({ description: 'Advertisements only.' }),
  advanced: z.boolean().optional().meta({ description: 'Advanced search, on search engines.' }),
  filter: itemFilterSchema.optional().meta({
    description:
      'What is done with the items afterwards: `sentiment` judges their tone; `language` says what they are written in where the platform does not, and with a list of ISO 639 codes (`["en", "de"]`) leaves out those in other languages.',
  }),
  media: z.enum(MEDIA_WISHES).optional().meta({
    description:
      'Files that rows name and the picture of the page, fetched beside them: `thumbnails` one picture a row, `images` all pictures, `all` videos, audio and files too.',
  }),
  mediaMb: z
    .int()
    .min(1)
    .max(MOST_MEDIA_MB)
    .optional()
    .meta({ description: `Of \`media\`, at most so many MB in all, and a quarter of it for one file. Default: ${USUAL_MEDIA_MB}.` }),
  layout: layoutWishSchema
    .optional()
    .meta({ description: 'How the files are to be: columns, rows, cut, names and CSV; or the name of a preset of yours that says so.' }),
  sort: z.enum(SORTS).optional().meta({ description: 'Order of the list. One that the platform does not have means its default.' }),
  countries: z
    .array(z.string().regex(/^[A-Za-z]{2}$/))
    .min(1)
    .optional()
    .meta({ description: 'Two-letter countries, where a platform has one list per country.' }),
});

export type JobOptions = z.infer<typeof jobOptionsSchema>;
