import { expect, it } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import { gateBefore } from '#test/clients/rest/gate.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const REVIEWS = 200;
const ONE = 'https://store.steampowered.com/app/10/';

const gate = gateBefore(steamSimulator({ reviews: REVIEWS, pageSize: 20 }));
const world = await own(startWorld({ simulators: [gate.simulator] }));

it('a pause holds over kill -9 and a new start, is told to who waits, and ends with everything done', async () => {
  await using cli = openCommandLine(world.env);
  const stateOf = async (): Promise<unknown> => JSON.parse((await cli.run('pause', 'state', '--json')).stdout);
  const jobs = async (): Promise<readonly Job[]> => JSON.parse((await cli.run('jobs', '--json')).stdout) as Job[];
  const first = await cli.serve();
  expect(await stateOf()).toEqual({ paused: false, until: null });

  gate.close(() => world.count() > 3);
  const running = cli.start('export', ONE, '--out', cli.outDir);
  await expect.poll(() => gate.held).toBeGreaterThan(0);
  expect(JSON.parse((await cli.run('pause', '--json')).stdout)).toEqual({ paused: true, until: 'resume' });
  expect((await jobs()).map(({ status }) => status)).toEqual(['progress']);
  first.child.kill('SIGKILL');
  await running.finished;

  gate.open();
  await cli.serve();
  expect(await stateOf()).toEqual({ paused: true, until: 'resume' });
  const asked = world.count();
  const waiting = cli.start('export', ONE, '--out', cli.outDir);
  const batch = cli.start('batch', ONE, '--out', cli.outDir);
  for (const { said } of [waiting, batch]) await expect.poll(() => said.stderr).toContain('commentdock resume');
  expect((await jobs()).map(({ status }) => status)).toEqual(['queueing', 'queueing', 'progress']);
  expect(world.count()).toBe(asked);

  expect(JSON.parse((await cli.run('resume', '--json')).stdout)).toEqual({ paused: false, until: null });
  expect((await waiting.finished).exitCode).toBe(0);
  expect((await batch.finished).exitCode).toBe(0);
  await expect.poll(jobs).toMatchObject(Array.from({ length: 3 }, () => ({ status: 'done', total_exported: REVIEWS })));
});
