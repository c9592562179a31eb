import { z } from 'zod';
import type { EnginePort } from '#core/engine/ports.ts';
import type { CheckDesk } from '#core/service/check-desk.ts';
import { defineOperation } from '#core/service/context.ts';
import type { OwnerSettings } from '#core/owner/ports.ts';

/** How long exports stay paused: `resume`, until somebody resumes them; `restart`, until then or until the service starts anew. */
const PAUSE_ENDS = ['resume', 'restart'] as const;
type PauseEnd = (typeof PAUSE_ENDS)[number];

/** The one switch that holds all exports. */
export interface ExportPause {
  /** Null: nothing is paused. */
  standing(): PauseEnd | null;
  /** A pause that outlives a restart is not shortened. */
  pause(until: PauseEnd): Promise<void>;
  resume(): Promise<void>;
}

const pauseStateSchema = z.object({
  paused: z.boolean().meta({ examples: [true] }),
  until: z
    .enum(PAUSE_ENDS)
    .nullable()
    .meta({ description: 'What ends the pause; null where there is none.', examples: ['resume'] }),
});

const pause = defineOperation({
  name: 'service.pause',
  summary: 'Pause all exports',
  description:
    'Ends every request to platforms and starts no other, samples aside. Running exports keep their state and go on from the page where they were; new ones and those of schedules wait, and checks of platforms end. Judging of ended exports goes on.',
  scope: 'write',
  input: z.object({
    until: z
      .enum(PAUSE_ENDS)
      .default('resume')
      .meta({ description: '`restart`: a restart of the service ends it too, as after a sleep of the machine.' }),
  }),
  output: pauseStateSchema,
  errors: ['INVALID_REQUEST'],
  rest: { method: 'POST', path: '/api/v1/pause', status: 200, auth: 'owner' },
  cli: { command: 'pause' },
  async run({ until }, { exportPause }) {
    await exportPause.pause(until);
    return stateOf(exportPause);
  },
});

const resume = defineOperation({
  name: 'service.resume',
  summary: 'Resume all exports',
  description: 'Lets paused exports go on, and starts what schedules have come due meanwhile.',
  scope: 'write',
  input: z.object({}),
  output: pauseStateSchema,
  errors: [],
  rest: { method: 'POST', path: '/api/v1/resume', status: 200, auth: 'owner' },
  cli: { command: 'resume' },
  async run(_input, { exportPause, scheduleRuns }) {
    await exportPause.resume();
    scheduleRuns.catchUp();
    return stateOf(exportPause);
  },
});

const state = defineOperation({
  name: 'service.pausing',
  summary: 'Are exports paused',
  description: 'Tells whether all exports are paused, and what ends that.',
  scope: 'read',
  input: z.object({}),
  output: pauseStateSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/pause', status: 200, auth: 'token' },
  cli: { command: 'pause state' },
  run: (_input, { exportPause }) => stateOf(exportPause),
});

export const PAUSE_OPERATIONS = [pause, resume, state];

/** The switch of a process. What is to outlive it stands in the settings. */
export function createExportPause(parts: {
  readonly engine: Pick<EnginePort, 'pause' | 'resume'>;
  readonly checkDesk: Pick<CheckDesk, 'end'>;
  readonly settings: Pick<OwnerSettings, 'isPaused' | 'setStanding'>;
}): ExportPause {
  const { engine, checkDesk, settings } = parts;
  let isPausedHere = false;
  return {
    standing: () => (settings.isPaused() ? 'resume' : isPausedHere ? 'restart' : null),
    async pause(until) {
      if (until === 'resume') settings.setStanding('paused');
      isPausedHere = true;
      await Promise.all([checkDesk.end(), engine.pause()]);
    },
    async resume() {
      settings.setStanding('running');
      isPausedHere = false;
      await engine.resume();
    },
  };
}

function stateOf(exportPause: ExportPause): z.output<typeof pauseStateSchema> {
  const until = exportPause.standing();
  return { paused: until !== null, until };
}
