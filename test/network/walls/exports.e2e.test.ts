import { describe, expect, it } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld } from '#test/world/world.ts';
import { HTML } from '#test/network/walls/suspect.ts';

const APP = 'https://store.steampowered.com/app/10/';
const AKAMAI =
  '<html><head><title>Access Denied</title></head><body><h1>Access Denied</h1>Reference&#32;&#35;18&#46;1d2e.1557</body></html>';
const page = (body: string, status = 200) => ({ status, body, headers: { 'content-type': HTML } });

const world = await own(startWorld());

/** Answers in place of the reviews. */
const WALLS = [
  ['LOGIN_REQUIRED', { status: 302, body: '', headers: { location: 'https://store.steampowered.com/login/?redir=x' } }],
  ['BLOCKED', page(AKAMAI)],
  ['BLOCKED', page(AKAMAI, 403)],
  ['BLOCKED', { status: 200, body: '', headers: { 'content-type': 'application/json' } }],
  ['BLOCKED', { status: 302, body: '', headers: { location: 'https://consent.steampowered.com/?x' } }],
  ['CAPTCHA', page('<html><head><title>Robot check</title></head><body><div class="h-captcha"></div></body></html>')],
  ['GEO_BLOCKED', page('<html><body><h1>This is not available in your country</h1></body></html>', 403)],
] as const;

describe('an export that meets a wall', () => {
  it.each(WALLS)('ends as %s (%#), names what to do, and keeps what it has', async (code, answer) => {
    let reviews = 0;
    const pages = steamSimulator({ reviews: 350 });
    world.replace({
      simulators: [
        (request) => {
          if (request.url.pathname.startsWith('/appreviews/')) reviews += 1;
          return reviews > 2 ? answer : pages(request);
        },
      ],
    });
    await using cli = openCommandLine(world.env);
    const { exitCode, stdout } = await cli.run('export', APP, '--json', '--out', cli.outDir, '--format', 'json');
    const job = JSON.parse(stdout) as Job;
    expect({ exitCode, code: job.error_code }).toEqual({ exitCode: 5, code });
    expect(job.total_exported).toBeGreaterThan(0);
    expect(job.open_url).toBe(code === 'GEO_BLOCKED' ? null : APP);
    expect(job.error).toMatch(/^store\.steampowered\.com .*(your own browser|options\.vpn)/);
    const said = await cli.run('jobs', 'get', job.guid);
    expect(said.exitCode).toBe(0);
  });
});
