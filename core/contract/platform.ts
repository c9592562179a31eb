import { z } from 'zod';
import { EXPORT_TYPES } from '#core/contract/options.ts';

export const PLATFORM_CATEGORIES = ['social', 'video', 'audio', 'forum', 'shop', 'reviews', 'apps', 'search'] as const;

/** What `GET /api/public/platforms` and `commentdock platforms --json` give for each platform. */
export const platformInfoSchema = z.object({
  id: z.string(),
  name: z.string(),
  url_patterns: z.array(z.string()),
  supported_options: z.array(z.string()),
  description: z.string(),
  example_urls: z.array(z.string()),
  export_types: z.array(z.enum(EXPORT_TYPES)),
  homepage: z.string(),
  category: z.enum(PLATFORM_CATEGORIES),
  tier: z.enum(['major', 'all']),
  /** True: proven on recorded answers. False: written from documentation only. */
  verified: z.boolean(),
  cookies: z.enum(['none', 'optional', 'required']),
  /** Where cookies of an export go, as cookie domains: `.youtube.com`. */
  cookie_domains: z.array(z.string()),
});

export type PlatformInfo = z.infer<typeof platformInfoSchema>;
