import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const APP = 'https://store.steampowered.com/app/10/';
const REVIEWS = 120;

const world = await startWorld();
const reviews = steamSimulator({ reviews: REVIEWS });
afterAll(() => world.close());
beforeEach(() => world.reset());

/** The answer with which the list of reviews begins is another one; everything else is as ever. */
function beginningWith(answer: (request: SimulatedRequest) => SimulatedAnswer | Promise<SimulatedAnswer | null> | null): Simulator {
  return (request) => (request.url.pathname.startsWith('/appreviews/') ? answer(request) : reviews(request));
}

async function exported(): Promise<Job & { readonly exitCode: number | null }> {
  await using cli = openCommandLine(world.env);
  const { exitCode, stdout } = await cli.run('export', APP, '--json', '--out', cli.outDir, '--format', 'json');
  return { ...(JSON.parse(stdout) as Job), exitCode };
}

describe('an export whose site redirects', () => {
  it('to another host is asked there under its own name', async () => {
    const elsewhere = beginningWith(({ url }) => ({
      status: 302,
      headers: { location: `https://partner.steampowered.com${url.pathname}${url.search}` },
    }));
    const there: Simulator = async (request) => {
      if (request.url.hostname !== 'partner.steampowered.com') return null;
      const answer = await reviews({ ...request, url: new URL(request.url.href.replace('partner.', 'store.')) });
      return answer;
    };
    world.replace({ simulators: [there, elsewhere] });
    expect(await exported()).toMatchObject({ exitCode: 0, status: 'done', total_exported: REVIEWS });
    expect(world.count('partner.steampowered.com')).toBeGreaterThan(0);
    expect(world.requests.filter(({ headers, host }) => headers['host'] !== host)).toEqual([]);
  });

  it('in a circle ends at once', async () => {
    world.replace({ simulators: [beginningWith(({ url }) => ({ status: 302, headers: { location: url.href } }))] });
    expect(await exported()).toMatchObject({ exitCode: 6, status: 'error', error_code: 'PLATFORM_CHANGED' });
    expect(world.requests.filter(({ path }) => path.startsWith('/appreviews/'))).toHaveLength(1);
  });

  it('from one address to another and back ends at once', async () => {
    const back = beginningWith(({ url }) => {
      const other = url.searchParams.get('door') === 'b' ? 'a' : 'b';
      url.searchParams.set('door', other);
      return { status: 307, headers: { location: url.href } };
    });
    world.replace({ simulators: [back] });
    expect(await exported()).toMatchObject({ exitCode: 6, error: expect.stringContaining('in a circle') });
    expect(world.requests.filter(({ path }) => path.startsWith('/appreviews/'))).toHaveLength(3);
  });

  it('back to where it came from, with a cookie that it gave meanwhile, goes on', async () => {
    const wantsCookie = beginningWith((request) =>
      request.headers['cookie']?.includes('door=open') === true
        ? (reviews(request) as SimulatedAnswer)
        : { status: 302, headers: { location: request.url.href, 'set-cookie': 'door=open; Path=/; Secure' } },
    );
    world.replace({ simulators: [wantsCookie] });
    expect(await exported()).toMatchObject({ exitCode: 0, total_exported: REVIEWS });
  });

  it('to ever new addresses ends after ten, and is not asked again', async () => {
    let hop = 0;
    const endless = beginningWith(({ url }) => ({ status: 302, headers: { location: `${url.origin}${url.pathname}?hop=${(hop += 1)}` } }));
    world.replace({ simulators: [endless] });
    expect(await exported()).toMatchObject({ exitCode: 6, error_code: 'PLATFORM_CHANGED', error: expect.stringContaining('without end') });
    expect(world.requests.filter(({ path }) => path.startsWith('/appreviews/'))).toHaveLength(11);
  });
});
