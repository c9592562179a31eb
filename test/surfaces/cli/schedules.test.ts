import { beforeEach, describe, expect, it } from 'vitest';
import { scheduleSchema } from '#core/contract/schedule.ts';
import { ownFolder } from '#test/own.ts';
import { type FakeHost, fakeHost } from '#test/surfaces/cli/fake-host.ts';

const URL = 'https://www.tubular.com/watch/abc';

let folder: string;
let host: FakeHost;

beforeEach(() => {
  folder = ownFolder('cli-schedules');
  host = fakeHost(folder);
});

async function add(...words: string[]) {
  host.out.stdout = '';
  expect(await host.run('schedules', 'add', URL, ...words, '--json'), host.out.stderr).toBe(0);
  return scheduleSchema.parse(JSON.parse(host.out.stdout));
}

describe('commentdock schedules', () => {
  it('says how to begin where there are none', async () => {
    expect(await host.run('schedules')).toBe(0);
    expect(host.out.stdout).toContain('commentdock schedules add');
  });

  it('adds by frequency or cron expression, with options', async () => {
    const daily = await add('--every', 'daily', '--timezone', 'Europe/Berlin', '--name', 'Mornings', '--replies', '--limit', '50');
    expect(daily).toMatchObject({ frequency: 'daily', timezone: 'Europe/Berlin', name: 'Mornings', options: { replies: true, limit: 50 } });
    expect(await add('--cron', '30 9 * * 1')).toMatchObject({ frequency: 'custom', cron: '30 9 * * 1', incremental: false });
    expect(await add('--every', 'daily', '--incremental')).toMatchObject({ incremental: true });
    host.out.stdout = '';
    expect(await host.run('schedules')).toBe(0);
    expect(host.out.stdout).toContain(`${daily.uuid}  next `);
    expect(host.out.stdout).toContain(`Mornings: ${URL}`);
    expect(host.out.stderr).toContain('commentdock serve');
  });

  it('pauses, resumes, runs and removes', async () => {
    const { uuid } = await add('--every', 'weekly');
    expect(await host.run('schedules', 'pause', uuid)).toBe(0);
    expect(host.services.schedules.find(uuid)).toMatchObject({ status: 'paused', nextRunAtMs: null });
    expect(await host.run('schedules', 'resume', uuid)).toBe(0);
    expect(host.services.schedules.find(uuid)).toMatchObject({ status: 'active', nextRunAtMs: expect.any(Number) });
    host.out.stdout = '';
    expect(await host.run('schedules', 'run', uuid)).toBe(0);
    expect(host.out.stdout).toContain(`Its export: ${host.services.engine.created[0]?.guid}`);
    expect(await host.run('schedules', 'remove', uuid)).toBe(0);
    expect(host.services.schedules.count()).toBe(0);
  });

  it('ends with 2 for bad input, and is held by no plan', async () => {
    expect(await host.run('schedules', 'add', URL)).toBe(2);
    expect(await host.run('schedules', 'add', URL, '--cron', 'tomorrow')).toBe(2);
    expect(await host.run('schedules', 'pause', 'nothing')).toBe(2);
    const premium = fakeHost(folder, 'premium');
    for (let count = 0; count < 4; count += 1) expect(await premium.run('schedules', 'add', URL, '--every', 'hourly')).toBe(0);
  });
});
