import { z } from 'zod';
import { EXPORT_TYPES, SELECTORS } from '#core/contract/options.ts';
import { exportsOfUrlSchema, type PlatformInfo, platformInfoSchema } from '#core/contract/platform.ts';
import { defineOperation } from '#core/service/context.ts';
import type { PlatformFacts, TargetFacts } from '#core/platform-api/define.ts';
import type { PlatformCatalog } from '#core/platforms/registry.ts';

/** Options that the engine itself gives every export. */
const ENGINE_OPTIONS = ['limit', 'minTimestamp', 'maxTimestamp', 'cursor'] as const;

const list = defineOperation({
  name: 'platforms.list',
  summary: 'List platforms',
  description: 'Every supported platform with the URLs it takes, the options that have an effect, and what it exports.',
  scope: 'read',
  input: z.object({}),
  output: z.array(platformInfoSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/public/platforms', status: 200, auth: 'public' },
  cli: { command: 'platforms' },
  async run(_input, { platforms }) {
    // What is in use may be another by now.
    await platforms.prepare([]);
    return platforms.all.map(platformInfo);
  },
});

const detectedSchema = platformInfoSchema.extend({
  /** The kind of URL. */
  target: z.string().meta({ examples: ['video'] }),
  exports: exportsOfUrlSchema,
});

export type DetectedUrl = z.output<typeof detectedSchema>;

const detect = defineOperation({
  name: 'platforms.detect',
  summary: 'Recognise a URL',
  description: 'Tells which platform a URL belongs to and what can be exported from it, without asking the platform.',
  scope: 'read',
  input: z.object({
    url: z
      .string()
      .min(1)
      .meta({ description: 'A URL as copied from the browser.', examples: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'] }),
  }),
  output: detectedSchema,
  errors: ['INVALID_URL'],
  rest: { method: 'GET', path: '/api/public/platforms/detect', status: 200, auth: 'public' },
  cli: { command: 'platforms detect' },
  run: ({ url }, { platforms }) => detectUrl(url, platforms),
});

export const PLATFORM_OPERATIONS = [list, detect];

/**
 * The platform of a URL and what the URL gives.
 * @throws CommentdockError INVALID_URL
 */
export async function detectUrl(url: string, platforms: PlatformCatalog): Promise<DetectedUrl> {
  await platforms.prepare([url]);
  const { platform, target } = platforms.claim(url);
  return { ...platformInfo(platform), target: target.name, exports: exportTypesBySelector(target) };
}

/** A platform as every surface shows it. */
export function platformInfo(platform: PlatformFacts): PlatformInfo {
  const rows = platform.targets.flatMap((target) => Object.values(target.exports));
  const selectors = SELECTORS.filter((selector) => platform.targets.some((target) => target.exports[selector]));
  return {
    id: platform.id,
    name: platform.name,
    url_patterns: [...new Set(platform.targets.flatMap((target) => target.patterns))],
    supported_options: [
      ...ENGINE_OPTIONS,
      ...platform.options,
      ...selectors,
      ...((platform.sorts?.length ?? 0) > 0 ? ['sort'] : []),
      ...(platform.cookies.need === 'none' ? [] : ['cookies', 'userAgent', 'account']),
    ],
    description: platform.description,
    example_urls: platform.targets.flatMap(({ examples, whenAsked }) => (whenAsked === true ? [] : examples)),
    export_types: EXPORT_TYPES.filter((type) => rows.some((row) => row.type === type)),
    homepage: platform.homepage,
    category: platform.category,
    tier: platform.tier,
    verified: platform.recorded !== null,
    recorded: platform.recorded,
    compared_with: [...platform.comparedWith],
    browser: platform.transport === 'browser' ? 'always' : platform.whenRefused === 'browser' ? 'when_refused' : 'never',
    kinds: platform.targets.map(kindOf),
    cookies: platform.cookies.need,
    cookie_domains: [...platform.cookies.domains],
    cookie_names: [...(platform.cookies.names ?? [])],
    login_url: platform.cookies.need === 'none' ? null : (platform.cookies.login ?? platform.homepage),
  };
}

function kindOf(target: TargetFacts): PlatformInfo['kinds'][number] {
  return { name: target.name, url_patterns: [...target.patterns], example_url: target.examples[0], exports: exportTypesBySelector(target) };
}

function exportTypesBySelector(target: TargetFacts): DetectedUrl['exports'] {
  return Object.fromEntries(Object.entries(target.exports).map(([selector, row]) => [selector, row.type]));
}
