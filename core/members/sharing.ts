import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { jobSchema } from '#core/contract/job.ts';
import { scheduleSchema } from '#core/contract/schedule.ts';
import { findJob } from '#core/exports/jobs.ts';
import { presentJob } from '#core/exports/presentation.ts';
import { defineOperation, type MemberContext } from '#core/members/context.ts';
import { presentSchedule } from '#core/schedules/presentation.ts';
import type { ScheduleRecord } from '#core/schedules/ports.ts';

const shared = z.boolean().default(true).meta({ description: 'False: no longer. Default: true.' });

const shareExport = defineOperation({
  name: 'jobs.share',
  summary: 'Share an export with all members',
  description: 'Lets all members read it. Only whose it is changes it.',
  scope: 'write',
  input: z.object({ guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }), shared }),
  output: jobSchema,
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'PATCH', path: '/api/v3/job/{guid}/share', status: 200, auth: 'token' },
  cli: { command: 'jobs share' },
  run({ guid, shared: isShared }, context) {
    context.sharing.shareExport(findJob(guid, context).guid, isShared);
    return presentJob(findJob(guid, context), context.links);
  },
});

const shareSchedule = defineOperation({
  name: 'schedules.share',
  summary: 'Share a schedule with all members',
  description: 'Lets all members read it and all its exports, those to come too.',
  scope: 'write',
  input: z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the schedule.' }), shared }),
  output: scheduleSchema,
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'PATCH', path: '/api/v1/schedules/{uuid}/share', status: 200, auth: 'token' },
  cli: { command: 'schedules share' },
  run({ uuid, shared: isShared }, context) {
    context.sharing.shareSchedule(findSchedule(uuid, context).uuid, isShared);
    return presentSchedule(findSchedule(uuid, context));
  },
});

export const SHARING_OPERATIONS = [shareExport, shareSchedule];

/** @throws CommentdockError RESOURCE_NOT_FOUND */
function findSchedule(uuid: string, { schedules }: MemberContext): ScheduleRecord {
  const schedule = schedules.find(uuid);
  if (schedule !== null) return schedule;
  throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no schedule ${uuid}. GET /api/v1/schedules lists those that exist.`);
}
