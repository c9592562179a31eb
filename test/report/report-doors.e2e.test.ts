import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { ownFolder } from '#test/own.ts';
import { foundIn, CANARIES } from '#test/report/canaries.ts';
import { textsOfArchive } from '#test/report/archive-texts.ts';
import { type CommandLine, openCommandLine } from '#test/surfaces/cli/command.ts';
import { prepareSimulated } from '#test/world/answer.ts';
import { startWorld, type World } from '#test/world/world.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const APP = 'https://store.steampowered.com/app/10/';

const folder = ownFolder('cases');
let world: World;
let line: CommandLine;

beforeAll(async () => {
  const broken = {
    success: 1,
    reviews: [{ author: { steamid: CANARIES.account, name: CANARIES.names[0] }, review: `${CANARIES.texts[1]} ${CANARIES.email}` }],
  };
  world = await startWorld({
    simulators: [steamSimulator({ reviews: 12 })],
    mutate: (answer, { url }) => (url.pathname.startsWith('/appreviews/') ? prepareSimulated({ body: broken }) : answer),
  });
  line = openCommandLine({ ...world.env, COMMENTDOCK_VAULT: 'file', COMMENTDOCK_RETRY_SCALE: '0' });
});
afterAll(async () => {
  await line[Symbol.asyncDispose]();
  await world.close();
});

async function node(...args: readonly string[]): Promise<{ exitCode: unknown; stdout: string }> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const [stdout, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { exitCode, stdout };
}

describe('a failure report, from the command line to a case', () => {
  it('shows what is in it, is written after a yes alone, and its case fails until what must come out is filled in', async () => {
    const failed = await line.run('export', APP, '--json');
    const { guid } = JSON.parse(failed.stdout) as { guid: string };
    const unasked = await line.run('report', guid, '--out', folder);
    expect(unasked).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('INVALID_REQUEST') });
    expect(unasked.stdout).toMatch(/report\.har +\d+ bytes[\s\S]*https:\/\/store\.steampowered\.com\/appreviews\/[\s\S]*Replaced: /);
    expect(readdirSync(folder)).toEqual([]);
    const { exitCode, stdout } = await line.run('report', guid, '--out', folder, '--yes');
    const path = stdout.trimEnd().split('\n').at(-1) ?? '';
    expect([exitCode, path]).toEqual([0, join(folder, `commentdock-report_steam_${guid.slice(0, 8)}.zip`)]);
    const parts = await textsOfArchive(readFileSync(path));
    expect([...parts.keys()]).toEqual(['README.txt', 'report.har', 'report.json']);
    expect(foundIn([...parts.values()].join('\n'))).toEqual([]);

    const cases = join(folder, 'cases');
    const made = await node('scripts/case.ts', path, cases);
    expect(made.stdout).toMatch(/failed with PLATFORM_CHANGED at [\s\S]*filled in/);
    const played = await node('test/recordings/replay.ts', '--from', cases);
    expect(played).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/PLATFORM_CHANGED at reviews[\s\S]*to be filled in/) });
    const [name = ''] = readdirSync(join(cases, 'steam'));
    const file = join(cases, 'steam', name, 'expected.json');
    const expected = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...expected, items: 0, error_code: 'PLATFORM_CHANGED' }));
    expect(await node('test/recordings/replay.ts', '--from', cases)).toMatchObject({ exitCode: 0 });
  });

  it('is made for nobody but the owner', async () => {
    const { addresses, child, finished } = await line.serve();
    const { stdout } = await line.run('jobs', '--json');
    const [{ guid }] = JSON.parse(stdout) as [{ guid: string }];
    const token = (await line.run('token')).stdout.trim();
    const answer = await fetch(`${addresses.base_url}/api/v3/job/${guid}/report`, { headers: { 'x-auth-token': token } });
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ error_code: 'INSUFFICIENT_SCOPE' })]);
    expect((await line.run('report', guid, '--out', folder, '--yes', '--keep-texts', '--json')).exitCode).toBe(0);
    child.kill('SIGINT');
    await finished;
  });
});
