import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import { descendants, type RunningProcess } from '#test/network/browser/browser-world.ts';
import { type ScriptedPerson, sitDownAt } from '#test/network/scripted-person.ts';
import { missingScreen, openVirtualScreen } from '#test/network/virtual-screen.ts';
import { type CommandLine, openCommandLine } from '#test/surfaces/cli/command.ts';
import { lackingForBrowser, trustInBrowser } from '#test/world/browser-trust.ts';
import { type PersonWall, personWall } from '#test/world/simulators/person-wall.ts';
import { steamSimulator } from '#test/world/simulators/steam.ts';
import { startWorld, type World } from '#test/world/world.ts';

const APP = 'https://store.steampowered.com/app/10/';
const missing = missingScreen() ?? (await lackingForBrowser());
if (missing !== null) console.log(`Nobody passes a wall in a window: ${missing}`);

interface Desk {
  readonly cli: CommandLine;
  readonly wall: PersonWall;
  readonly world: World;
  readonly person: ScriptedPerson;
}

let open = new AsyncDisposableStack();
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

/** A person at a screen, before a program on a fresh folder, in a world where a store stands behind a wall. */
async function sitDown(reviews = 250, kind: 'challenge' | 'login' = 'challenge'): Promise<Desk> {
  const wall = personWall({ host: /^store\.steampowered\.com$/, behind: steamSimulator({ reviews }), kind });
  const world = await startWorld({ simulators: [wall.simulator] });
  open.defer(() => world.close());
  const screen = open.use(await openVirtualScreen());
  const trusting = open.use(await trustInBrowser(world.caFile));
  const person = open.use(await sitDownAt(screen.display));
  const cli = open.use(openCommandLine({ ...world.env, COMMENTDOCK_VAULT: 'file', DISPLAY: screen.display, HOME: trusting.home }));
  return { cli, wall, world, person };
}

/** The service as its owner asks it. */
function owner(
  cli: CommandLine,
): (method: string, path: string, body?: object, token?: string) => Promise<{ status: number; body: Job & { data: Job[] } }> {
  const { base_url: base, owner_secret: secret } = JSON.parse(readFileSync(join(cli.dataDir, 'run.json'), 'utf8')) as Record<
    string,
    string
  >;
  return async (method, path, body, token) => {
    const headers = { 'x-auth-token': token ?? String(secret), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(`${base}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const said = await answer.json();
    return { status: answer.status, body: said as Job & { data: Job[] } };
  };
}

/** The windows of a service: browsers on a profile that is kept. */
function windowsBelow(pid: number, { dataDir }: CommandLine): readonly RunningProcess[] {
  return descendants(pid).filter(
    ({ command }) => command.includes(`--user-data-dir=${join(dataDir, 'windows')}`) && !command.includes('--type='),
  );
}

async function untilJob(ask: ReturnType<typeof owner>, guid: string, isSo: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const { body } = await ask('GET', `/api/v3/job/${guid}`);
    if (isSo(body)) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe.skipIf(missing !== null)('an export at a wall', { timeout: 180_000 }, () => {
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

it.skipIf(process.platform !== 'linux')('says without a screen what to do, and goes on waiting', { timeout: 60_000 }, async () => {
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
