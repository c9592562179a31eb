import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadPlatforms } from '#core/platforms/registry.ts';
import type { PlatformStandings } from '#core/service/platform-checks.ts';
import { RestClient } from '#test/clients/rest/rest-client.ts';
import { validToken } from '#test/clients/rest/valid-token.ts';
import { SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import { exampleWorld } from '#test/service/checked-world.ts';
import { type CommandLine, openCommandLine } from '#test/surfaces/cli/command.ts';
import { lackingForBrowser, trustInBrowser } from '#test/world/browser-trust.ts';
import type { FaultRule } from '#test/world/fault.ts';
import { startWorld, type World } from '#test/world/world.ts';

/** All platforms have to be checked within it, the start of the service included. */
const THREE_MINUTES = { timeout: 180_000 };

/** Five platforms, broken in five ways, and what has to be said of each. */
const BROKEN: readonly { readonly platform: string; readonly fault: FaultRule; readonly says: object }[] = [
  {
    platform: 'trustpilot',
    fault: { match: /trustpilot\.com/, fault: { kind: 'status', status: 401 } },
    says: { outcome: 'needs_login', code: 'LOGIN_REQUIRED' },
  },
  { platform: 'yelp', fault: { match: /yelp\.com/, fault: { kind: 'captcha' } }, says: { outcome: 'needs_you', code: 'CAPTCHA' } },
  {
    platform: 'lemmy',
    fault: { match: /lemmy\./, fault: { kind: 'status', status: 403 } },
    says: { outcome: 'refuses', code: 'BLOCKED' },
  },
  {
    platform: 'bluesky',
    fault: { match: /bsky\.app/, fault: { kind: 'status', status: 200, body: '{"renamed":[]}' } },
    says: { outcome: 'changed', code: 'PLATFORM_CHANGED', path: expect.stringMatching(/./) as string },
  },
  {
    platform: 'letterboxd',
    fault: { match: /letterboxd\.com/, fault: { kind: 'resetBefore' } },
    says: { outcome: 'unreachable', code: 'NETWORK' },
  },
];

/** Shown to nobody who is not logged in. */
const LOGINS = { discord: { token: 'of-nobody' }, twitter: { auth_token: 'of-nobody', ct0: 'of-nobody' } };

const lacking = await lackingForBrowser();
/** Read through a browser alone, which has to trust the world. */
const LEFT_OUT: ReadonlySet<string> = new Set(lacking === null ? [] : ['producthunt']);

let world: World;
let home: Awaited<ReturnType<typeof trustInBrowser>> | null;
let cli: CommandLine;

beforeAll(async () => {
  world = await startWorld({ simulators: exampleWorld(SIMULATED_EXPORTS) });
  home = lacking === null ? await trustInBrowser(world.caFile) : null;
  cli = openCommandLine({ ...world.env, COMMENTDOCK_VAULT: 'file', ...(home === null ? {} : { HOME: home.home }) });
});
afterAll(async () => {
  await cli[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
  await world.close();
});

it('names exactly those that are broken, each by its word, within three minutes, and leaves no export behind', THREE_MINUTES, async () => {
  const { all } = await loadPlatforms();
  const ids = all.map(({ id }) => id).filter((id) => !LEFT_OUT.has(id));
  for (const { fault } of BROKEN) world.addFault(fault);
  const service = await cli.serve();
  const api = new RestClient(service.addresses.base_url, { 'X-AUTH-TOKEN': await validToken(service.addresses.base_url, cli.dataDir) });
  for (const [platform, cookies] of Object.entries(LOGINS))
    expect((await api.post('/api/v1/accounts', { platform, cookies })).status).toBe(201);

  const { stdout, stderr, exitCode } = await cli.run('check', ...ids, '--json');
  expect(exitCode, stderr).toBe(6);
  const { checks, unfinished } = JSON.parse(stdout) as { readonly checks: readonly Checked[]; readonly unfinished: readonly string[] };
  expect(unfinished).toEqual([]);
  expect(checks.map(({ platform }) => platform).toSorted()).toEqual(ids.toSorted());
  const failed = checks.filter(({ outcome }) => outcome !== 'works');
  expect(failed.map(({ platform }) => platform).toSorted()).toEqual(BROKEN.map(({ platform }) => platform).toSorted());
  for (const { platform, says } of BROKEN) expect(failed.find((each) => each.platform === platform)).toMatchObject(says);
  for (const each of checks.filter(({ outcome }) => outcome === 'works')) {
    expect(each.items, each.platform).toBeGreaterThan(0);
    expect(each.items, each.platform).toBeLessThanOrEqual(5);
  }

  expect((await api.get('/api/v3/jobs')).list).toEqual([]);
  const kept = (await api.get('/api/v1/platforms/checks')).body as unknown as PlatformStandings;
  expect(kept.open).toBe(0);
  for (const { platform, last_check: last, seen_working: seen } of kept.platforms.filter((each) => ids.includes(each.platform))) {
    expect({ platform, ...last }).toEqual(checks.find((each) => each.platform === platform));
    expect(seen).toBe(last?.outcome === 'works' ? last.checked_at : null);
  }
  service.child.kill('SIGTERM');
  await service.finished;
});

it('ends at Ctrl+C with what it has, and keeps that', async () => {
  world.clearFaults();
  world.addFault({ match: /steampowered\.com/, fault: { kind: 'hang' } });
  const running = cli.start('check', 'steam', 'hackernews', '--json');
  await expect.poll(() => running.said.stderr).toContain('1 of 2 platforms checked');
  running.child.kill('SIGINT');
  const { exitCode, stdout } = await running.finished;
  expect(exitCode).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ checks: [{ platform: 'hackernews', outcome: 'works' }], unfinished: ['steam'] });
});

it('begins by itself where the owner wants it once a week', async () => {
  world.clearFaults();
  world.addFault({ fault: { kind: 'hang' } });
  world.reset();
  await using weekly = openCommandLine({ ...world.env, COMMENTDOCK_VAULT: 'file', COMMENTDOCK_WEEKLY_CHECK: 'on' });
  const service = await weekly.serve();
  await expect.poll(() => world.count()).toBeGreaterThan(0);
  const { open, weekly: isWeekly } = JSON.parse((await weekly.run('platforms', 'end-checks', '--json')).stdout) as PlatformStandings;
  expect({ open, isWeekly }).toEqual({ open: 0, isWeekly: true });
  service.child.kill('SIGTERM');
  expect((await service.finished).exitCode).toBe(0);
});

interface Checked {
  readonly platform: string;
  readonly outcome: string;
  readonly items: number;
}
