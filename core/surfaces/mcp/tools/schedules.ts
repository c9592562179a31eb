import { z } from 'zod';
import { type Schedule, SCHEDULE_FREQUENCIES, scheduleSchema } from '#core/contract/schedule.ts';
import { scheduledOptions, text } from '#core/surfaces/mcp/export-arguments.ts';
import { askedPage, pageFields, toldPage } from '#core/surfaces/mcp/page.ts';
import { CHANGES, defineTool, READS, removing, SETS, type Tool, type ToolHints } from '#core/surfaces/mcp/tool.ts';

const uuid = z.string().min(1).meta({ description: 'The `uuid` of the schedule.' });
const url = z.string().min(1).meta({ description: 'What each run exports, as copied from the browser.' });
const timing = {
  cron: text('Instead of `frequency`: five fields, such as 30 9 * * 1, in UTC. Business only.'),
  frequency: z
    .enum(SCHEDULE_FREQUENCIES)
    .optional()
    .meta({ description: 'How often it runs, at the time of day of now. Hourly: business only.' }),
  options: z.record(z.string(), z.unknown()).optional().meta({
    description: 'Arguments of `export_comments` for each export, such as `{"replies": true}`: those from `replies` to `gentle`.',
  }),
};

const listSchedules = defineTool({
  name: 'list_schedules',
  title: 'List schedules',
  description: 'Scheduled exports, newest first: what they export and how often, when they ran last and run next.',
  operation: 'schedules.list',
  hints: READS,
  input: z.object(pageFields(30, scheduleSchema)),
  ask: askedPage,
  tell(schedules: readonly Schedule[], args) {
    const { told, next_cursor } = toldPage(schedules, args);
    return { schedules: told, count: told.length, next_cursor };
  },
});

const createSchedule = defineTool({
  name: 'create_schedule',
  title: 'Schedule an export',
  description:
    'Exports a URL again and again while Commentdock runs. Give either `frequency` or `cron`. Its exports appear in `list_exports`; `lastJobGuid` names the newest.',
  operation: 'schedules.create',
  hints: CHANGES,
  input: z.object({ url, ...timing }),
  ask: withOptions,
  tell: same,
});

const updateSchedule = defineTool({
  name: 'update_schedule',
  title: 'Change a schedule',
  description:
    'Changes what a schedule exports, how often, or with which options. What is left out stays; `options` are replaced as a whole.',
  operation: 'schedules.update',
  hints: SETS,
  input: z.object({ uuid, url: url.optional(), ...timing }),
  ask: withOptions,
  tell: same,
});

const deleteSchedule = removing(
  {
    name: 'delete_schedule',
    title: 'Delete a schedule',
    description: 'Removes a schedule for good; the exports it made stay. `pause_schedule` only halts it.',
    operation: 'schedules.delete',
  },
  uuid,
);

const runSchedule = ofOne({
  name: 'run_schedule',
  title: 'Run a schedule now',
  description: 'Starts an export at once, besides the due times. `lastJobGuid` in the answer is its `guid` for `check_export`.',
  operation: 'schedules.run',
  hints: { ...CHANGES, openWorld: true },
});

const pauseSchedule = ofOne({
  name: 'pause_schedule',
  title: 'Pause a schedule',
  description: 'It does not run until `resume_schedule`. An export that runs goes on.',
  operation: 'schedules.pause',
  hints: SETS,
});

const resumeSchedule = ofOne({
  name: 'resume_schedule',
  title: 'Resume a schedule',
  description: 'It runs again from its next due time on. Changes nothing where it is active.',
  operation: 'schedules.resume',
  hints: SETS,
});

export const SCHEDULE_TOOLS = [listSchedules, createSchedule, updateSchedule, deleteSchedule, runSchedule, pauseSchedule, resumeSchedule];

/** What takes a schedule and answers it. */
function ofOne(words: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: 'schedules.run' | 'schedules.pause' | 'schedules.resume';
  readonly hints: ToolHints;
}): Tool {
  return defineTool({ ...words, input: z.object({ uuid }), ask: (args) => args, tell: same });
}

function same(schedule: Schedule): Schedule {
  return schedule;
}

function withOptions<A extends { readonly options?: Readonly<Record<string, unknown>> | undefined }>({ options, ...same }: A) {
  return { ...same, ...(options === undefined ? {} : { options: scheduledOptions(options) }) };
}
