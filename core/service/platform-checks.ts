import { z } from 'zod';
import { CommentdockError, jobErrorCodeSchema } from '#core/contract/error.ts';
import { JOB_STATUSES } from '#core/contract/job.ts';
import { checkFindingSchema } from '#core/contract/platform-check.ts';
import type { LastExport } from '#core/exports/ports.ts';
import type { CheckRecord } from '#core/service/check-desk.ts';
import { defineOperation, type ServiceContext } from '#core/service/context.ts';
import { checksWeekly } from '#core/service/weekly-check.ts';

const standingSchema = z.object({
  platform: z.string().meta({ examples: ['steam'] }),
  open: z.boolean().meta({ description: 'True while it is being checked, or waits for that.' }),
  last_check: checkFindingSchema
    .extend({ checked_at: z.iso.datetime() })
    .nullable()
    .meta({ description: 'Null where it was never checked here.' }),
  last_export: z
    .object({
      guid: z.uuid(),
      status: z.enum(JOB_STATUSES),
      error_code: jobErrorCodeSchema.nullable().meta({ examples: [null] }),
      exported: z.int().min(0),
      finished_at: z.iso.datetime().nullable(),
    })
    .nullable()
    .meta({ description: 'The newest that ended; samples are none. Null where there is none.' }),
  seen_working: z.iso.datetime().nullable().meta({
    description: 'When it last worked here: in a check, or in an export that came to its end. Null where nobody has seen that.',
  }),
});

const standingsSchema = z.object({
  open: z
    .int()
    .min(0)
    .meta({ description: 'Platforms still to be checked.', examples: [0] }),
  weekly: z.boolean().meta({ description: 'True where all are checked once a week by themselves.', examples: [false] }),
  platforms: z.array(standingSchema),
});

export type PlatformStandings = z.output<typeof standingsSchema>;

const check = defineOperation({
  name: 'platforms.check',
  summary: 'Check whether platforms work today',
  description:
    'Asks each platform for a few items of its public examples, from this machine and at the pace of exports, and keeps what it found. Several are asked side by side, each for 50 s at most. Leaves no export behind and counts against no limit of the plan. It answers at once: `GET /api/v1/platforms/checks` says how far it is.',
  scope: 'write',
  input: z.object({
    platforms: z
      .array(z.string().min(1).max(100))
      .max(200)
      .optional()
      .meta({ description: 'Their ids; all where it is left out or empty.', examples: [['steam']] }),
  }),
  output: standingsSchema,
  errors: ['INVALID_REQUEST'],
  rest: { method: 'POST', path: '/api/v1/platforms/checks', status: 202, auth: 'token' },
  team: 'owners',
  cli: { command: 'check' },
  run({ platforms: wanted = [] }, context) {
    const { platforms, checkDesk, exportPause } = context;
    const unknown = wanted.find((id) => platforms.find(id) === null);
    if (unknown !== undefined)
      throw new CommentdockError('INVALID_REQUEST', `There is no platform "${unknown}". \`commentdock platforms\` lists their ids.`);
    if (exportPause.standing() !== null)
      throw new CommentdockError(
        'INVALID_REQUEST',
        'All exports are paused, and checks with them. Resume them first: `commentdock resume`.',
      );
    checkDesk.begin(wanted.length === 0 ? platforms.all.map(({ id }) => id) : wanted);
    return standings(context);
  },
});

const list = defineOperation({
  name: 'platforms.checks',
  summary: 'Last checks of platforms',
  description: 'What the last check and the last export of each platform came to, and when it was last seen to work on this machine.',
  scope: 'read',
  input: z.object({}),
  output: standingsSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/platforms/checks', status: 200, auth: 'token' },
  cli: { command: 'platforms checks' },
  run: (_input, context) => standings(context),
});

const end = defineOperation({
  name: 'platforms.uncheck',
  summary: 'End checks of platforms',
  description: 'Ends those that run and forgets those that wait. What was found by then is kept.',
  scope: 'write',
  input: z.object({}),
  output: standingsSchema,
  errors: [],
  rest: { method: 'DELETE', path: '/api/v1/platforms/checks', status: 200, auth: 'token' },
  team: 'owners',
  cli: { command: 'platforms end-checks' },
  async run(_input, context) {
    await context.checkDesk.end();
    return standings(context);
  },
});

export const PLATFORM_CHECK_OPERATIONS = [check, list, end];

function standings(context: ServiceContext): PlatformStandings {
  const { platforms, checkDesk, checkRecords, jobs } = context;
  const checks = new Map(checkRecords.all().map((record) => [record.platform, record]));
  const { newest, done } = jobs.lastOfPlatforms();
  const exports = new Map(newest.map((job) => [job.platform, job]));
  const doneAt = new Map(done.map(({ platform, finishedAtMs }) => [platform, finishedAtMs]));
  const open = new Set(checkDesk.open);
  return {
    open: open.size,
    weekly: checksWeekly(context),
    platforms: platforms.all.map(({ id }) => {
      const [checked, exported] = [checks.get(id), exports.get(id)];
      const workedMs = Math.max(checked?.workedAtMs ?? 0, doneAt.get(id) ?? 0);
      return {
        platform: id,
        open: open.has(id),
        last_check: checked === undefined ? null : presentCheck(checked),
        last_export: exported === undefined ? null : presentExport(exported),
        seen_working: workedMs === 0 ? null : new Date(workedMs).toISOString(),
      };
    }),
  };
}

function presentCheck({ platform: _platform, workedAtMs: _workedAtMs, checkedAtMs, ...finding }: CheckRecord) {
  return { ...finding, checked_at: new Date(checkedAtMs).toISOString() };
}

function presentExport({ guid, status, errorCode, exported, finishedAtMs }: LastExport) {
  return {
    guid,
    status,
    error_code: errorCode,
    exported,
    finished_at: finishedAtMs === null ? null : new Date(finishedAtMs).toISOString(),
  };
}
