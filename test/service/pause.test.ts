import { expect, it } from 'vitest';
import { createExportPause, PAUSE_OPERATIONS } from '#core/service/pause.ts';
import { contextOf, fakeServices } from '#test/operations/fake-services.ts';

function openSwitch() {
  const said: string[] = [];
  const services = fakeServices();
  const engine = { pause: async () => void said.push('pause'), resume: async () => void said.push('resume') };
  const checkDesk = { end: async () => void said.push('end of checks') };
  return { said, services, exportPause: createExportPause({ engine, checkDesk, settings: services.settings }) };
}

it('a pause of the owner outlives a restart, one until a restart does not', async () => {
  const { services, exportPause, said } = openSwitch();
  expect(exportPause.standing()).toBeNull();
  await exportPause.pause('restart');
  expect(exportPause.standing()).toBe('restart');
  expect(services.settings.isPaused()).toBe(false);
  await exportPause.pause('resume');
  expect(exportPause.standing()).toBe('resume');
  expect(services.settings.isPaused()).toBe(true);
  await exportPause.pause('restart');
  expect(exportPause.standing()).toBe('resume');
  const restarted = createExportPause(services);
  expect(restarted.standing()).toBe('resume');
  await restarted.resume();
  expect(restarted.standing()).toBeNull();
  expect(said).toEqual(Array.from({ length: 3 }, () => ['end of checks', 'pause']).flat());
});

it('resuming looks at what schedules have come due', async () => {
  const services = fakeServices();
  let looks = 0;
  const context = contextOf({ ...services, scheduleRuns: Object.assign(services.scheduleRuns, { catchUp: () => void (looks += 1) }) });
  const [pause, resume, state] = PAUSE_OPERATIONS;
  expect(await pause?.run({ until: 'resume' } as never, context)).toEqual({ paused: true, until: 'resume' });
  expect(await state?.run({} as never, context)).toEqual({ paused: true, until: 'resume' });
  expect(looks).toBe(0);
  expect(await resume?.run({} as never, context)).toEqual({ paused: false, until: null });
  expect(looks).toBe(1);
});
