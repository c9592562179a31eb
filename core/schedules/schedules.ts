import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { type JobOptions, jobOptionsSchema } from '#core/contract/options.ts';
import { type Schedule, SCHEDULE_FREQUENCIES, scheduleSchema } from '#core/contract/schedule.ts';
import { defineOperation, type ScheduleContext } from '#core/schedules/context.ts';
import { ownerOf } from '#core/operations/context.ts';
import { pagingFields } from '#core/operations/input-fields.ts';
import { MAX_URL_LENGTH } from '#core/exports/new-jobs.ts';
import { tierFor } from '#core/owner/plan-of-caller.ts';
import { presentSchedule } from '#core/schedules/presentation.ts';
import type { ScheduleRecord, ScheduleTerms } from '#core/schedules/ports.ts';
import { BLANK_TERMS, changedTerms } from '#core/schedules/terms.ts';
import { expectFrequencyInPlan, scheduleCookiesSecret } from '#core/schedules/scheduled-export.ts';
import { nextRunAfter } from '#core/schedules/next-run.ts';

const MAX_NAME_LENGTH = 200;
const MAX_CRON_LENGTH = 100;
const MAX_TIMEZONE_LENGTH = 64;

const url = z
  .string()
  .trim()
  .min(1)
  .max(MAX_URL_LENGTH)
  .meta({ description: 'What each run exports, as copied from the browser.', examples: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'] });

const fields = {
  name: z.string().max(MAX_NAME_LENGTH).nullish().meta({ description: 'To know it by.' }),
  frequency: z.enum(SCHEDULE_FREQUENCIES).nullish().meta({
    description:
      'How often it runs, at the time of day (hourly: minute; weekly: weekday; monthly: day) of `anchorAt`, or when this was said. Monthly runs of a 29th, 30th or 31st come on the last day. Hourly: business only.',
  }),
  cron: z
    .string()
    .max(MAX_CRON_LENGTH)
    .nullish()
    .meta({
      description: 'Instead of `frequency`: minute, hour, day of month, month, day of week. Business only.',
      examples: ['30 9 * * 1'],
    }),
  timezone: z
    .string()
    .max(MAX_TIMEZONE_LENGTH)
    .optional()
    .meta({ description: 'IANA name of the time zone that the times are in; UTC without it.', examples: ['Europe/Berlin'] }),
  anchorAt: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({
      description:
        'An instant, past or to come, whose minute, time of day, weekday or day in `timezone` the runs of a `frequency` keep. Default: now.',
      examples: ['2026-01-05T09:30:00Z'],
    }),
  options: jobOptionsSchema.nullish().meta({ description: 'Options of each export. Cookies are kept in the vault and never shown.' }),
  incremental: z.boolean().optional().meta({
    description:
      'Each run builds on the last: it reads what is new, merges it by id into one dataset, and tells new, edited and gone rows.',
  }),
};

const scheduleUuidInput = z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the schedule.' }) });

const create = defineOperation({
  name: 'schedules.create',
  summary: 'Schedule an export',
  description:
    'Exports a URL again and again while the service runs. Give either `frequency` or `cron`. Due times that pass while the machine sleeps or the service is closed are made up for by one run. Runs of a schedule that a token made count towards the daily limit of the plan.',
  scope: 'write',
  input: z.object({ url, ...fields }),
  output: scheduleSchema,
  errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'PLATFORM_NOT_ALLOWED'],
  rest: { method: 'POST', path: '/api/v1/schedules', status: 201, auth: 'token' },
  cli: { command: 'schedules add' },
  async run(input, context) {
    const { schedules, settings, caller, now, platforms } = context;
    await platforms.prepare([input.url]);
    const terms = changedTerms(BLANK_TERMS, input, context);
    const plan = settings.plan();
    const allowed = tierFor(caller, settings).schedules;
    if (schedules.count() >= allowed)
      throw new CommentdockError(
        'LIMIT_EXCEEDED',
        `The ${plan} plan has ${allowed} schedules at most. Delete one first, or switch the plan.`,
      );
    const uuid = randomUUID();
    keepCookies(uuid, input.options, context);
    const maker = { tokenUuid: caller.tokenUuid ?? caller.clientId, memberUuid: ownerOf(caller) };
    return presentSchedule(schedules.insert({ ...terms, uuid, ...maker, createdAtMs: now() }));
  },
});

const list = defineOperation({
  name: 'schedules.list',
  summary: 'List schedules',
  description: 'Schedules, newest first. A page with fewer entries than `limit` is the last one.',
  scope: 'read',
  input: z.object(pagingFields({ defaultLimit: 30, maxLimit: 30 })),
  output: z.array(scheduleSchema),
  errors: ['INVALID_REQUEST'],
  rest: { method: 'GET', path: '/api/v1/schedules', status: 200, auth: 'token' },
  cli: { command: 'schedules' },
  run: (paging, { schedules }) => schedules.list(paging).map(presentSchedule),
});

const get = defineOperation({
  name: 'schedules.get',
  summary: 'Get a schedule',
  description: 'One schedule: when it last ran, when it runs next, and how many due times it missed.',
  scope: 'read',
  input: scheduleUuidInput,
  output: scheduleSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'GET', path: '/api/v1/schedules/{uuid}', status: 200, auth: 'token' },
  cli: { command: 'schedules get' },
  run: ({ uuid }, context) => presentSchedule(findSchedule(uuid, context)),
});

const replace = defineOperation({
  name: 'schedules.replace',
  summary: 'Replace a schedule',
  description:
    'Everything about the schedule is said anew; what is left out is as on creation. It stays paused where it is, and keeps its counts.',
  scope: 'write',
  input: scheduleUuidInput.extend({ url, ...fields }),
  output: scheduleSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'PLATFORM_NOT_ALLOWED'],
  rest: { method: 'PUT', path: '/api/v1/schedules/{uuid}', status: 200, auth: 'token' },
  cli: { command: 'schedules replace' },
  async run({ uuid, ...wanted }, context) {
    await context.platforms.prepare([wanted.url]);
    const former = findSchedule(uuid, context);
    const whole = {
      ...wanted,
      name: wanted.name ?? null,
      timezone: wanted.timezone ?? BLANK_TERMS.timezone,
      incremental: wanted.incremental ?? BLANK_TERMS.incremental,
      options: wanted.options ?? {},
    };
    // Neither of the two given is refused as on creation, and not taken from before.
    if ((whole.frequency ?? whole.cron ?? null) === null) changedTerms(BLANK_TERMS, whole, context);
    return change(uuid, changedTerms(former, whole, context), whole.options, context);
  },
});

const update = defineOperation({
  name: 'schedules.update',
  summary: 'Change a schedule',
  description: 'What is left out stays. `options` are replaced as a whole.',
  scope: 'write',
  input: scheduleUuidInput.extend({ url: url.optional(), ...fields }),
  output: scheduleSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'PLATFORM_NOT_ALLOWED'],
  rest: { method: 'PATCH', path: '/api/v1/schedules/{uuid}', status: 200, auth: 'token' },
  cli: { command: 'schedules update' },
  async run({ uuid, ...wanted }, context) {
    await context.platforms.prepare([wanted.url ?? findSchedule(uuid, context).url]);
    return change(uuid, changedTerms(findSchedule(uuid, context), wanted, context), wanted.options, context);
  },
});

const remove = defineOperation({
  name: 'schedules.delete',
  summary: 'Delete a schedule',
  description: 'It runs no more. Its exports stay.',
  scope: 'write',
  input: scheduleUuidInput,
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'DELETE', path: '/api/v1/schedules/{uuid}', status: 204, auth: 'token' },
  cli: { command: 'schedules remove' },
  run({ uuid }, context) {
    findSchedule(uuid, context);
    context.schedules.remove(uuid);
    context.vault.remove(scheduleCookiesSecret(uuid));
  },
});

const runNow = defineOperation({
  name: 'schedules.run',
  summary: 'Run a schedule now',
  description:
    'Starts an export at once, besides the due times; a paused schedule can be run too. Refused while the last run is not over. Counts towards the limits as any export.',
  scope: 'write',
  input: scheduleUuidInput,
  output: scheduleSchema,
  errors: [
    'RESOURCE_NOT_FOUND',
    'VALIDATION_ERROR',
    'INVALID_REQUEST',
    'INVALID_URL',
    'LIMIT_EXCEEDED',
    'PLATFORM_NOT_ALLOWED',
    'DAILY_LIMIT_EXCEEDED',
    'RATE_WINDOW_EXCEEDED',
    'QUEUE_LIMIT_EXCEEDED',
  ],
  rest: { method: 'POST', path: '/api/v1/schedules/{uuid}/run-now', status: 202, auth: 'token' },
  cli: { command: 'schedules run' },
  async run({ uuid }, context) {
    await context.scheduleRuns.runNow(findSchedule(uuid, context), context.caller);
    return presentSchedule(findSchedule(uuid, context));
  },
});

const pause = defineOperation({
  name: 'schedules.pause',
  summary: 'Pause a schedule',
  description: 'It does not run until it is resumed, and misses nothing meanwhile. An export that runs goes on.',
  scope: 'write',
  input: scheduleUuidInput,
  output: scheduleSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/schedules/{uuid}/pause', status: 200, auth: 'token' },
  cli: { command: 'schedules pause' },
  run: ({ uuid }, context) => change(uuid, { ...findSchedule(uuid, context), status: 'paused', nextRunAtMs: null }, undefined, context),
});

const resume = defineOperation({
  name: 'schedules.resume',
  summary: 'Resume a schedule',
  description: 'It runs again from its next due time on. Changes nothing where it is active.',
  scope: 'write',
  input: scheduleUuidInput,
  output: scheduleSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR', 'LIMIT_EXCEEDED'],
  rest: { method: 'POST', path: '/api/v1/schedules/{uuid}/resume', status: 200, auth: 'token' },
  cli: { command: 'schedules resume' },
  run({ uuid }, context) {
    const schedule = findSchedule(uuid, context);
    if (schedule.status === 'active') return presentSchedule(schedule);
    expectFrequencyInPlan(schedule.frequency, context);
    return change(uuid, { ...schedule, status: 'active', nextRunAtMs: nextRunAfter(schedule, context.now()) }, undefined, context);
  },
});

export const SCHEDULE_OPERATIONS = [create, list, get, replace, update, remove, runNow, pause, resume];

function findSchedule(uuid: string, { schedules }: ScheduleContext): ScheduleRecord {
  const schedule = schedules.find(uuid);
  if (schedule !== null) return schedule;
  throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no schedule ${uuid}. GET /api/v1/schedules lists those that exist.`);
}

function change(uuid: string, terms: ScheduleTerms, options: JobOptions | null | undefined, context: ScheduleContext): Schedule {
  // First what may be refused.
  context.schedules.update(uuid, terms, context.now());
  keepCookies(uuid, options, context);
  return presentSchedule(findSchedule(uuid, context));
}

/** Options that are not given leave the cookies as they are. */
function keepCookies(uuid: string, options: JobOptions | null | undefined, { vault }: ScheduleContext): void {
  if (options === undefined) return;
  const cookies = options?.cookies ?? {};
  if (Object.keys(cookies).length === 0) vault.remove(scheduleCookiesSecret(uuid));
  else vault.set(scheduleCookiesSecret(uuid), JSON.stringify(cookies));
}
