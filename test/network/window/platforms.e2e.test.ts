import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import { type ScriptedPerson, sitDownAt } from '#test/network/scripted-person.ts';
import { missingScreen, openVirtualScreen } from '#test/network/virtual-screen.ts';
import { SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import { type CommandLine, openCommandLine } from '#test/surfaces/cli/command.ts';
import { lackingForBrowser, trustInBrowser } from '#test/world/browser-trust.ts';
import { personWall } from '#test/world/simulators/person-wall.ts';
import { startWorld } from '#test/world/world.ts';

/** Platforms whose plain and headless doors are often shut. */
const OFTEN_SHUT = ['tiktok', 'facebook', 'amazon', 'trustpilot', 'shopee', 'g2', 'glassdoor', 'etsy', 'walmart'];
/** Platforms that are read by listening to what their pages ask for, and by scrolling. */
const LISTENED_TO = ['quora', 'tripadvisor'];
/** Platforms whose answers are looked at before a redirect is followed, and one whose short link leads to its site. */
const LOOKED_AT = ['youtube', 'instagram'];
const SHORT_LINK = 'https://chng.it/AbCdEfGhIj';

const missing = missingScreen() ?? (await lackingForBrowser());
if (missing !== null) console.log(`No platform is read through a window: ${missing}`);

const walled = [...OFTEN_SHUT, ...LISTENED_TO, ...LOOKED_AT, SHORT_LINK].map((named) => {
  const simulated = SIMULATED_EXPORTS.find(({ platform, url }) => platform === named || url === named);
  if (simulated === undefined) throw new Error(`${named} has no simulated export`);
  const { hostname } = new URL(simulated.url);
  return { ...simulated, wall: personWall({ host: new RegExp(`^${hostname.replaceAll('.', '\\.')}$`), behind: simulated.world() }) };
});

describe.skipIf(missing !== null)('through the window of its owner', () => {
  const open = new AsyncDisposableStack();
  let [cli, person] = [null as CommandLine | null, null as ScriptedPerson | null];

  beforeAll(async () => {
    const world = await startWorld({ simulators: walled.flatMap(({ wall, world: behind }) => [wall.simulator, behind()]) });
    open.defer(() => world.close());
    const screen = open.use(await openVirtualScreen());
    const trusting = open.use(await trustInBrowser(world.caFile));
    person = open.use(await sitDownAt(screen.display));
    const env = { COMMENTDOCK_VAULT: 'file', COMMENTDOCK_PACE: 'off', COMMENTDOCK_RETRY_SCALE: '0' };
    cli = open.use(openCommandLine({ ...world.env, ...env, DISPLAY: screen.display, HOME: trusting.home }));
    await cli.serve();
  });
  afterAll(() => open.disposeAsync());

  /** The export once it has ended, with somebody at the screen meanwhile. */
  async function exported(body: object): Promise<Job> {
    const { base_url: base, owner_secret: secret } = JSON.parse(readFileSync(join(cli?.dataDir ?? '', 'run.json'), 'utf8')) as Record<
      string,
      string
    >;
    const ask = async (method: string, path: string, sent?: object): Promise<Job> => {
      const headers = { 'x-auth-token': String(secret), 'content-type': 'application/json' };
      const answer = await fetch(`${base}${path}`, { method, headers, ...(sent === undefined ? {} : { body: JSON.stringify(sent) }) });
      return (await answer.json()) as Job;
    };
    const made = await ask('POST', '/api/v3/job', body);
    const ended = (async () => {
      for (;;) {
        const job = await ask('GET', `/api/v3/job/${made.guid}`);
        if (job.status !== 'progress' && job.status !== 'queueing') return job;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    await person?.press(ended.then(() => undefined));
    return ended;
  }

  it.each(walled)('$platform is read whole where a person passes its wall', async ({ url, selector, cookies, wall }) => {
    const options = { ...(selector === undefined ? {} : { [selector]: true }), ...(cookies === undefined ? {} : { cookies }) };
    const request = { url, formats: ['json'] };
    wall.stand('open');
    const plain = await exported({ ...request, options });
    expect(plain, plain.error ?? '').toMatchObject({ status: 'done' });
    expect(plain.total_exported).toBeGreaterThan(3);
    wall.stand('shut');
    const through = await exported({ ...request, options: { ...options, window: true } });
    expect(through, through.error ?? '').toMatchObject({ status: 'done', total_exported: plain.total_exported });
    expect(wall.pressed).toBeGreaterThan(0);
  });
});
