import { z } from 'zod';
import { jobOptionsSchema } from '#core/contract/options.ts';
import { type Schedule, SCHEDULE_FREQUENCIES, scheduleSchema } from '#core/contract/schedule.ts';
import { CHANGES, defineTool, pageFields, READS, removing, SETS, type Tool, type ToolHints } from '#core/surfaces/mcp/tool.ts';

const uuid = z.string().min(1).meta({ description: 'The `uuid` of the schedule, as `list_schedules` gives it.' });
const url = z.string().min(1).meta({ description: 'What each run exports, as copied from the browser.' });
/** What belongs to the browser that the owner sits at is said there: by the terminal, the window, or the API. */
const scheduledOptions = jobOptionsSchema.omit({ userAgent: true, window: true });
const timing = {
  cron: z.string().optional().meta({ description: 'Instead of `frequency`: five fields, such as 30 9 * * 1, in UTC. Business only.' }),
  frequency: z
    .enum(SCHEDULE_FREQUENCIES)
    .optional()
    .meta({ description: 'How often it runs, at the time of day of now. Hourly: business only.' }),
  options: scheduledOptions.optional().meta({ description: 'Options of each export, such as `{"replies": true}`.' }),
};

const listSchedules = defineTool({
  name: 'list_schedules',
  title: 'List schedules',
  description: 'Scheduled exports, newest first: what they export and how often, when they ran last and run next.',
  operation: 'schedules.list',
  hints: READS,
  input: z.object(pageFields(30)),
  data: z.object({ schedules: z.array(scheduleSchema), count: z.int() }),
  ask: (args) => args,
  tell: (schedules: readonly Schedule[]) => ({ schedules, count: schedules.length }),
});

const createSchedule = defineTool({
  name: 'create_schedule',
  title: 'Schedule an export',
  description:
    'Exports a URL again and again while Commentdock runs. Give either `frequency` or `cron`. Its exports appear in `list_exports`; `lastJobGuid` names the newest.',
  operation: 'schedules.create',
  hints: CHANGES,
  input: z.object({ url, ...timing }),
  data: scheduleSchema,
  ask: (args) => args,
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
  data: scheduleSchema,
  ask: (args) => args,
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
  return defineTool({ ...words, input: z.object({ uuid }), data: scheduleSchema, ask: (args) => args, tell: same });
}

function same(schedule: Schedule): Schedule {
  return schedule;
}
