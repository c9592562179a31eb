import { z } from 'zod';

/** What an export delivers; the folder of results is named after it. */
export const EXPORT_TYPES = [
  'comments', 'reviews', 'posts', 'live_chat', 'followers', 'following',
  'likes', 'shares', 'messages', 'results', 'ads',
] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** Options that choose another list than the URL's own, in the order in which the first true one wins. */
export const SELECTORS = [
  'followers', 'following', 'likes', 'shares', 'tweets', 'live', 'facebookAds', 'advanced',
] as const;
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
  limit: z.int().min(1).optional(),
  replies: z.boolean().optional(),
  likes: z.boolean().optional(),
  shares: z.boolean().optional(),
  followers: z.boolean().optional(),
  following: z.boolean().optional(),
  tweets: z.boolean().optional(),
  live: z.boolean().optional(),
  vpn: z.string().min(1).optional(),
  pool: z.uuid().optional(),
  /** Continues a former export: the `cursor` of its job object. */
  cursor: z.string().min(1).optional(),
  minTimestamp: unixSeconds.optional(),
  maxTimestamp: unixSeconds.optional(),
  cookies: jobCookiesSchema.optional(),
  facebookAds: z.boolean().optional(),
  advanced: z.boolean().optional(),
  filter: z.object({ sentiment: z.boolean().optional() }).optional(),
  /** Ours: order of the platform's list; a sort it does not have means its default. */
  sort: z.enum(SORTS).optional(),
  /** Ours: two-letter storefronts, where a platform has one list per country. */
  countries: z.array(z.string().regex(/^[A-Za-z]{2}$/)).min(1).optional(),
});

export type JobOptions = z.infer<typeof jobOptionsSchema>;
