import { z } from 'zod';
import { exportTypeSchema, SELECTORS } from '#core/contract/options.ts';

export const PLATFORM_CATEGORIES = ['social', 'video', 'audio', 'forum', 'shop', 'reviews', 'apps', 'search'] as const;

/** What a URL gives: `own` without an option, else under the option that chooses it. */
export const exportsOfUrlSchema = z.partialRecord(z.enum(['own', ...SELECTORS]), exportTypeSchema);

/** What `GET /api/public/platforms` and `commentdock platforms --json` give for each platform. */
export const platformInfoSchema = z.object({
  id: z.string().meta({ examples: ['youtube'] }),
  name: z.string().meta({ examples: ['YouTube'] }),
  url_patterns: z.array(z.string()).meta({ examples: [['youtube.com/watch']] }),
  supported_options: z.array(z.string()).meta({ examples: [['limit', 'replies', 'live']] }),
  description: z.string().meta({ examples: ['Comments and replies of videos, and live chat.'] }),
  example_urls: z.array(z.string()).meta({ examples: [['https://www.youtube.com/watch?v=dQw4w9WgXcQ']] }),
  export_types: z.array(exportTypeSchema),
  homepage: z.string().meta({ examples: ['https://www.youtube.com'] }),
  category: z.enum(PLATFORM_CATEGORIES),
  tier: z.enum(['major', 'all']),
  /** True: proven on recorded answers. False: written from documentation only. */
  verified: z.boolean(),
  recorded: z
    .string()
    .nullable()
    .meta({
      description: 'When the newest answers were recorded that prove it, as far as that is known; null: none do.',
      examples: ['2026-08-20'],
    }),
  compared_with: z
    .array(z.object({ client: z.string().meta({ examples: ['yt-dlp'] }), date: z.string().meta({ examples: ['2026-08-20'] }) }))
    .meta({ description: 'Public clients whose code was read beside ours, each with the date of its newest change then.' }),
  browser: z
    .enum(['never', 'when_refused', 'always'])
    .meta({ description: 'Whether it is read through a browser: `when_refused`, where the site refuses programs and one is installed.' }),
  kinds: z
    .array(
      z.object({
        name: z.string().meta({ examples: ['video'] }),
        url_patterns: z.array(z.string()).meta({ examples: [['youtube.com/watch?v=<id>']] }),
        example_url: z.string().meta({ examples: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'] }),
        exports: exportsOfUrlSchema,
      }),
    )
    .meta({ description: 'The kinds of URL that it takes.' }),
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
