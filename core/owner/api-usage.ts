import { z } from 'zod';
import { type Tier, tierOf } from '#core/contract/tier.ts';
import { ownerOf } from '#core/operations/context.ts';
import type { OwnerContext } from '#core/owner/context.ts';
import { DAY_MS } from '#core/owner/limits.ts';

export const API_VERSION = 'v3';

const UNLIMITED = 'Unlimited';
const count = z.int().min(0);

const benefitsSchema = z.object({
  unlimited_daily_requests: z.boolean(),
  more_concurrent_requests: z.string().meta({ examples: ['5 instead of 1'] }),
  higher_rate_limit: z.string().meta({ examples: ['200 instead of 60 requests per minute'] }),
  more_comments: z.string().meta({ examples: ['250,000 instead of 5,000 items per export'] }),
  all_platforms: z.boolean(),
  more_webhooks: z.string().meta({ examples: ['10 instead of 1'] }),
});

const withAccessSchema = z.object({
  has_access: z.literal(true),
  has_token: z.boolean(),
  tier: z.enum(['premium', 'business']),
  api_version: z.string().meta({ examples: [API_VERSION] }),
  limits: z.object({
    daily_requests: z.union([count, z.literal(UNLIMITED)]),
    concurrent_requests: count,
    rate_per_minute: count,
    max_comments_per_export: count,
    webhooks: count,
  }),
  usage: z.object({
    /** Exports that tokens created in the last 24 hours. */
    daily_requests_used: count,
    /** Exports that run. */
    active_exports: count,
  }),
  platforms: z.object({
    allowed: z.array(z.string()).meta({ examples: [['Instagram', 'YouTube']] }),
    restricted: z.array(z.string()).meta({ examples: [['Hacker News']] }),
    all_platforms: z.boolean(),
  }),
  /** What business has more; null on business. */
  upgrade_benefits: benefitsSchema.nullable(),
  /** Only where there is no valid token. */
  message: z.string().optional(),
});

const withoutAccessSchema = z.object({ has_access: z.literal(false), required_plan: z.string(), message: z.string() });

export const apiUsageSchema = z.union([withAccessSchema, withoutAccessSchema]);

/** The usage object of interface.md in one of its four variants. */
export function apiUsage(context: OwnerContext): z.output<typeof apiUsageSchema> {
  const { caller, settings, tokens, creations, jobs, now } = context;
  const plan = settings.plan();
  if (plan !== 'premium' && plan !== 'business') {
    return {
      has_access: false,
      required_plan: 'premium',
      message: `The ${plan} plan has no API access. Switch to premium or business: PATCH /api/v1/user/profile or \`commentdock plan\`.`,
    };
  }
  const tier = tierOf(plan);
  const hasToken = tokens.list(ownerOf(caller)).some(({ expiresAtMs }) => expiresAtMs > now());
  return {
    has_access: true,
    has_token: hasToken,
    tier: plan,
    api_version: API_VERSION,
    limits: {
      daily_requests: tier.exportsPerDay ?? UNLIMITED,
      concurrent_requests: tier.concurrentExports,
      rate_per_minute: tier.requestsPerMinute,
      max_comments_per_export: tier.itemsPerExport,
      webhooks: tier.webhooks,
    },
    usage: { daily_requests_used: creations.countSince(now() - DAY_MS), active_exports: jobs.count().progress },
    platforms: platformsOf(tier, context),
    upgrade_benefits: plan === 'business' ? null : benefits(tier, tierOf('business')),
    ...(hasToken ? {} : { message: 'There is no valid API token. `commentdock token` makes and prints one.' }),
  };
}

function platformsOf(tier: Tier, { platforms }: OwnerContext): z.output<typeof withAccessSchema>['platforms'] {
  const isAllowed = (platform: { readonly tier: Tier['platforms'] }): boolean => tier.platforms === 'all' || platform.tier === 'major';
  const [allowed, restricted] = [platforms.all.filter(isAllowed), platforms.all.filter((platform) => !isAllowed(platform))];
  return {
    allowed: allowed.map(({ name }) => name),
    restricted: restricted.map(({ name }) => name),
    all_platforms: tier.platforms === 'all',
  };
}

function benefits(from: Tier, to: Tier): z.output<typeof benefitsSchema> {
  const instead = (more: number, less: number): string => `${more.toLocaleString('en-US')} instead of ${less.toLocaleString('en-US')}`;
  return {
    unlimited_daily_requests: to.exportsPerDay === null,
    more_concurrent_requests: instead(to.concurrentExports, from.concurrentExports),
    higher_rate_limit: `${instead(to.requestsPerMinute, from.requestsPerMinute)} requests per minute`,
    more_comments: `${instead(to.itemsPerExport, from.itemsPerExport)} items per export`,
    all_platforms: to.platforms === 'all',
    more_webhooks: instead(to.webhooks, from.webhooks),
  };
}
