import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import type { NewJob } from '#core/contract/job-record.ts';
import { jobCookiesSchema } from '#core/contract/options.ts';
import type { ScheduleFrequency } from '#core/contract/schedule.ts';
import type { ScheduleServices } from '#core/schedules/context.ts';
import type { Caller } from '#core/operations/context.ts';
import { tierFor } from '#core/owner/plan-of-caller.ts';
import { chooseExport, newJob, requestedExports } from '#core/exports/new-jobs.ts';
import type { ScheduleRecord } from '#core/schedules/ports.ts';

/** What it takes to make the export of a run. */
export type RunServices = Omit<ScheduleServices, 'scheduleRuns'>;

/** Where the vault keeps the cookies of a schedule's exports. */
export function scheduleCookiesSecret(uuid: string): string {
  return `schedule/${uuid}/cookies`;
}

/** Whose plan is asked for. */
type PlanQuestion = Pick<ScheduleServices, 'settings'> & { readonly caller: Pick<Caller, 'kind'> };

/**
 * Hourly runs and cron expressions are for plans that have them.
 * @throws CommentdockError LIMIT_EXCEEDED
 */
export function expectFrequencyInPlan(frequency: ScheduleFrequency, { caller, settings }: PlanQuestion): void {
  if (tierFor(caller, settings).hourlyAndCronSchedules || (frequency !== 'hourly' && frequency !== 'custom')) return;
  throw new CommentdockError(
    'LIMIT_EXCEEDED',
    `The ${settings.plan()} plan has no hourly schedules and no cron expressions; business has both. Choose daily, weekly or monthly.`,
  );
}

/**
 * The plan may have changed since a schedule was made: those made first go on.
 * @throws CommentdockError LIMIT_EXCEEDED
 */
export function expectRunInPlan(
  { uuid, frequency }: ScheduleRecord,
  { schedules, ...asked }: PlanQuestion & Pick<ScheduleServices, 'schedules'>,
): void {
  const { caller, settings } = asked;
  const allowed = tierFor(caller, settings).schedules;
  if (schedules.countBefore(uuid) >= allowed)
    throw new CommentdockError(
      'LIMIT_EXCEEDED',
      `The ${settings.plan()} plan runs ${allowed} schedules, those made first. Switch the plan or delete others.`,
    );
  expectFrequencyInPlan(frequency, asked);
}

/**
 * The export of one run, under `guid`.
 * @throws CommentdockError INVALID_URL, INVALID_REQUEST, PLATFORM_NOT_ALLOWED
 */
export function scheduledJob(schedule: ScheduleRecord, guid: string, caller: Caller, services: RunServices): NewJob {
  const { uuid, url, options, incremental, memberUuid, isShared, lastJobGuid } = schedule;
  const kept = services.vault.get(scheduleCookiesSecret(uuid));
  const cookies = kept === null ? {} : { cookies: z.parse(jobCookiesSchema, JSON.parse(kept)) };
  const requested = requestedExports({ options: { ...options, ...cookies }, sandbox: false }, null, { ...services, caller });
  const job = newJob(url, chooseExport(url, requested, { ...services, caller }), requested, { caller });
  // Nobody sits in front of it when it is due.
  const run = { guid, byHand: false, memberUuid, isShared, scheduleUuid: uuid, ...(lastJobGuid === null ? {} : { follows: lastJobGuid }) };
  return { ...job, ...run, ...(incremental || options.incremental === true ? { series: uuid } : {}) };
}
