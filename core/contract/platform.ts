import { z } from 'zod';
import { EXPORT_TYPES } from '#core/contract/options.ts';

export const PLATFORM_CATEGORIES = ['social', 'video', 'audio', 'forum', 'shop', 'reviews', 'apps', 'search'] as const;

/** What `GET /api/public/platforms` and `commentdock platforms --json` give for each platform. */
export const platformInfoSchema = z.object({
  id: z.string().meta({ examples: ['youtube'] }),
  name: z.string().meta({ examples: ['YouTube'] }),
  url_patterns: z.array(z.string()).meta({ examples: [['youtube.com/watch']] }),
  supported_options: z.array(z.string()).meta({ examples: [['limit', 'replies', 'live']] }),
  description: z.string().meta({ examples: ['Comments and replies of videos, and live chat.'] }),
  example_urls: z.array(z.string()).meta({ examples: [['https://www.youtube.com/watch?v=dQw4w9WgXcQ']] }),
  export_types: z.array(z.enum(EXPORT_TYPES)),
  homepage: z.string().meta({ examples: ['https://www.youtube.com'] }),
  category: z.enum(PLATFORM_CATEGORIES),
  tier: z.enum(['major', 'all']),
  /** True: proven on recorded answers. False: written from documentation only. */
  verified: z.boolean(),
  cookies: z.enum(['none', 'optional', 'required']),
  /** Where cookies of an export go, as cookie domains: `.youtube.com`. */
  cookie_domains: z.array(z.string()).meta({ examples: [['.youtube.com']] }),
  /** Those of a session that is logged in, as far as they are known. */
  cookie_names: z.array(z.string()).meta({ examples: [['SAPISID', 'SID']] }),
  /** Page where the owner logs in; null where exports use no login. */
  login_url: z
    .string()
    .nullable()
    .meta({ examples: ['https://www.reddit.com/login/'] }),
});

export type PlatformInfo = z.infer<typeof platformInfoSchema>;
