import { z } from 'zod';
import { PLANS } from '#core/contract/job.ts';
import { FILE_FORMATS, tierOf } from '#core/contract/tier.ts';
import type { OwnerContext } from '#core/owner/context.ts';
import { type CreationWindow, creationWindows, inSeconds, waitMs } from '#core/owner/limits.ts';

const count = z.int().min(0);

const windowQuotaSchema = z.object({
  allowed: count,
  used: count,
  remaining: count,
  /** Until one more passes this limit; 0: now. */
  seconds_to_wait: count,
});

const occupancySchema = z.object({ allowed: count, used: count, remaining: count });

export const quotaSchema = z.object({
  plan: z.enum(PLANS),
  /** False with COMMENTDOCK_LIMITS=off: nothing below is refused. */
  enforced: z.boolean(),
  /** Null: unlimited. Spans slide: they end now. */
  per_24_hours: windowQuotaSchema.nullable(),
  per_3_minutes: windowQuotaSchema,
  per_5_minutes: windowQuotaSchema,
  running: occupancySchema,
  queued: occupancySchema,
});

/** What API tokens have left of the limits on new exports. */
export function quota({ settings, creations, jobs, config, now }: OwnerContext): z.output<typeof quotaSchema> {
  const plan = settings.plan();
  const tier = tierOf(plan);
  const nowMs = now();
  const { per24Hours, per3Minutes, per5Minutes } = creationWindows(tier);
  const standing = jobs.count();
  return {
    plan,
    enforced: config.limits === 'on',
    per_24_hours: per24Hours && windowQuota(per24Hours, creations, nowMs),
    per_3_minutes: windowQuota(per3Minutes, creations, nowMs),
    per_5_minutes: windowQuota(per5Minutes, creations, nowMs),
    running: occupancy(tier.concurrentExports, standing.progress),
    queued: occupancy(tier.queuedExports, standing.queueing),
  };
}

function windowQuota(window: CreationWindow, creations: OwnerContext['creations'], nowMs: number): z.output<typeof windowQuotaSchema> {
  const { allowed, windowMs, counts } = window;
  const newest = creations.newest(counts, allowed);
  const used = newest.filter((atMs) => atMs > nowMs - windowMs).length;
  return { allowed, used, remaining: allowed - used, seconds_to_wait: inSeconds(waitMs(window, newest, 1, nowMs)) };
}

function occupancy(allowed: number, used: number): z.output<typeof occupancySchema> {
  return { allowed, used, remaining: Math.max(0, allowed - used) };
}

export const planLimitsSchema = z.object({
  plan: z.enum(PLANS),
  requests_per_minute: count,
  /** Null: unlimited. */
  exports_per_day: count.nullable(),
  concurrent_exports: count,
  queued_exports: count,
  creations_per_3_minutes: count,
  creations_per_5_minutes: count,
  max_comments_per_export: count,
  webhooks: count,
  schedules: count,
  urls_per_batch: count,
  formats: z.array(z.enum(FILE_FORMATS)),
  platforms: z.enum(['major', 'all']),
  hourly_and_cron_schedules: z.boolean(),
});

/** Every limit of the plan in use. */
export function planLimits({ settings }: OwnerContext): z.output<typeof planLimitsSchema> {
  const plan = settings.plan();
  const tier = tierOf(plan);
  return {
    plan,
    requests_per_minute: tier.requestsPerMinute,
    exports_per_day: tier.exportsPerDay,
    concurrent_exports: tier.concurrentExports,
    queued_exports: tier.queuedExports,
    creations_per_3_minutes: tier.creationsPer3Minutes,
    creations_per_5_minutes: tier.creationsPer5Minutes,
    max_comments_per_export: tier.itemsPerExport,
    webhooks: tier.webhooks,
    schedules: tier.schedules,
    urls_per_batch: tier.urlsPerBatch,
    formats: [...tier.formats],
    platforms: tier.platforms,
    hourly_and_cron_schedules: tier.hourlyAndCronSchedules,
  };
}
