import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import { APP, type Desk, MISSING, owner, sitDown as sitDownAtDesk, untilJob, windowsBelow } from '#test/network/window/desk.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { personWall } from '#test/world/simulators/person-wall.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld } from '#test/world/world.ts';

let open = new AsyncDisposableStack();
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

async function sitDown(...how: Parameters<typeof sitDownAtDesk>): Promise<Desk> {
  return open.use(await sitDownAtDesk(...how));
}

describe.skipIf(MISSING !== null)('an export at a wall', () => {
  it('goes on in the window in which its owner has pressed the button; the next one needs nobody until the site asks anew', async () => {
    const { cli, wall, person } = await sitDown();
    const words = ['export', APP, '--window', '--format', 'json', '--out', cli.outDir, '--json'];
    const running = cli.start(...words);
    await wall.shown(1);
    await person.press(wall.untilPressed(1));
    const { exitCode, stdout, stderr } = await running.finished;
    expect(exitCode, stdout + stderr).toBe(0);
    const job = JSON.parse(stdout) as Job;
    expect(job).toMatchObject({ status: 'done', total_exported: 250, completeness: { complete: true } });
    expect(job.needs_you).toBeUndefined();
    expect([...wall.letThrough]).toEqual([expect.stringMatching(/Chrome\/(?!.*Headless)/)]);
    expect(statSync(join(cli.dataDir, 'windows', 'visitor', 'steam')).mode & 0o777).toBe(0o700);
    expect(JSON.parse((await cli.run(...words)).stdout)).toMatchObject({ status: 'done', total_exported: 250 });
    expect(wall.pressed).toBe(1);
    wall.askAnew();
    const again = cli.start(...words);
    await person.press(wall.untilPressed(2));
    const last = await again.finished;
    expect(JSON.parse(last.stdout), last.stdout + last.stderr).toMatchObject({ status: 'done', total_exported: 250 });
  });

  it('waits through a token until its owner opens the window, and over a service that is killed', async () => {
    const { cli, wall, person, world } = await sitDown();
    const service = await cli.serve();
    const token = (await cli.run('token')).stdout.trim();
    let ask = owner(cli);
    const made = await ask('POST', '/api/v3/job', { url: APP, options: { window: true }, formats: ['json'] }, token);
    const { guid } = made.body;
    const waiting = await untilJob(ask, guid, ({ needs_you: wish }) => wish !== undefined);
    expect(waiting).toMatchObject({
      status: 'progress',
      error: null,
      needs_you: { window: 'closed', command: `commentdock continue ${guid}` },
    });
    expect(await ask('PATCH', `/api/v3/job/${guid}/continue`, undefined, token)).toMatchObject({
      status: 403,
      body: { error_code: 'INSUFFICIENT_SCOPE' },
    });
    expect([world.count('store.steampowered.com'), windowsBelow(service.addresses.pid, cli)]).toEqual([0, []]);
    expect((await ask('PATCH', `/api/v3/job/${guid}/continue`)).body.needs_you?.window).toBe('open');
    await wall.shown(1);
    expect((await untilJob(ask, guid, ({ needs_you: wish }) => wish?.code === 'CAPTCHA')).needs_you?.window).toBe('open');
    process.kill(service.addresses.pid, 'SIGKILL');
    await service.finished;
    await cli.serve();
    ask = owner(cli);
    const still = await untilJob(ask, guid, () => true);
    expect(still).toMatchObject({ status: 'progress', needs_you: { code: 'CAPTCHA', window: 'closed', since: waiting.needs_you?.since } });
    const seeing = cli.start('continue', guid, '--format', 'json', '--out', cli.outDir, '--json');
    await wall.shown(2);
    await person.press(wall.untilPressed(1));
    const { exitCode, stdout, stderr } = await seeing.finished;
    expect(exitCode, stdout + stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'done', total_exported: 250, completeness: { complete: true } });
  });

  it('shares its window with another that waits for the same site', async () => {
    const { cli, wall, person } = await sitDown();
    const service = await cli.serve();
    const ask = owner(cli);
    const made = await ask('POST', '/api/v3/job', { urls: [APP, APP], attended: true, formats: ['json'] });
    const guids = made.body.data.map(({ guid }) => guid);
    for (const guid of guids) await untilJob(ask, guid, ({ needs_you: wish }) => wish?.window === 'closed');
    for (const guid of guids) await ask('PATCH', `/api/v3/job/${guid}/continue`);
    await wall.loaded(2);
    await wall.shown(1);
    expect(windowsBelow(service.addresses.pid, cli)).toHaveLength(1);
    await person.press(wall.untilPressed(1));
    for (const guid of guids)
      expect(await untilJob(ask, guid, ({ status }) => status !== 'progress')).toMatchObject({ status: 'done', total_exported: 250 });
    expect(wall.pressed).toBe(1);
  });

  it('goes on where its owner has logged in', async () => {
    const { cli, wall, person } = await sitDown(250, 'login');
    await cli.serve();
    const ask = owner(cli);
    const made = await ask('POST', '/api/v3/job', { url: APP, attended: true, formats: ['json'] });
    const { guid } = made.body;
    const waiting = await untilJob(ask, guid, ({ needs_you: wish }) => wish !== undefined);
    expect(waiting).toMatchObject({ needs_you: { code: 'LOGIN_REQUIRED', window: 'closed' } });
    await ask('PATCH', `/api/v3/job/${guid}/continue`);
    await wall.shown(1);
    await person.press(wall.untilPressed(1));
    expect(await untilJob(ask, guid, ({ status }) => status !== 'progress')).toMatchObject({ status: 'done', total_exported: 250 });
    expect(wall.pressed).toBe(1);
  });

  it('loses nothing where its browser is killed while it reads', async () => {
    const { cli, wall, person } = await sitDown(2_000);
    const service = await cli.serve();
    const ask = owner(cli);
    const made = await ask('POST', '/api/v3/job', { url: APP, options: { window: true }, formats: ['json'] });
    const { guid } = made.body;
    const isOver = ({ status }: Job): boolean => status !== 'progress' && status !== 'queueing';
    const ended = untilJob(ask, guid, isOver);
    const pressing = person.press(ended.then(() => undefined));
    const before = await untilJob(ask, guid, (job) => job.total_exported > 0 || isOver(job));
    expect(before.status).toBe('progress');
    const [browser] = windowsBelow(service.addresses.pid, cli);
    process.kill(browser?.pid ?? 0, 'SIGKILL');
    expect(await ended).toMatchObject({ status: 'done', total_exported: 2_000, completeness: { complete: true } });
    await pressing;
    expect(wall.letThrough.size).toBe(1);
  });

  it('forgets what a window kept for an account with the account', async () => {
    const { cli, person, wall } = await sitDown();
    await cli.serve();
    const ask = owner(cli);
    const profiles = join(cli.dataDir, 'windows');
    const made = await ask('POST', '/api/v3/job', {
      url: APP,
      options: { window: true, cookies: { session: 'made up' } },
      formats: ['json'],
    });
    const { guid } = made.body;
    await person.press(wall.untilPressed(1));
    await untilJob(ask, guid, ({ status }) => status === 'done');
    expect(existsSync(join(profiles, `export-${guid}`))).toBe(true);
    await cli.run('jobs', 'delete', guid);
    expect(existsSync(join(profiles, `export-${guid}`))).toBe(false);
  });
});

it.skipIf(process.platform !== 'linux')('says without a screen what to do, and goes on waiting', async () => {
  const wall = personWall({ host: /^store\.steampowered\.com$/, behind: steamSimulator({ reviews: 5 }) });
  const world = await startWorld({ simulators: [wall.simulator] });
  open.defer(() => world.close());
  const cli = open.use(openCommandLine({ ...world.env, COMMENTDOCK_VAULT: 'file', DISPLAY: '', WAYLAND_DISPLAY: '' }));
  const { exitCode, stdout } = await cli.run('export', APP, '--window', '--json', '--out', cli.outDir);
  expect(exitCode).toBe(5);
  const { guid, needs_you: wish } = JSON.parse(stdout) as Job;
  expect(wish).toMatchObject({ code: 'BLOCKED', window: 'closed' });
  expect(wish?.message).toMatch(/no screen for a window.*commentdock login.*commentdock accounts add <platform> --cookies FILE/);
  const opening = await cli.run('continue', guid, '--out', cli.outDir);
  expect(opening.exitCode).toBe(2);
  expect(opening.stderr).toMatch(/INVALID_REQUEST: There is no screen for a window where Commentdock runs/);
  expect((await cli.run('jobs')).stdout).toContain(`needs you: commentdock continue ${guid}`);
});
