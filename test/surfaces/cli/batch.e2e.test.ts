import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const APP = 'https://store.steampowered.com/app/10/';
const THREAD = 'https://news.ycombinator.com/item?id=1000000';

const world = await own(startWorld());
beforeEach(() => world.replace({ simulators: [steamSimulator({ reviews: 350 }), hackerNewsSimulator({ comments: 100 })] }));

describe('batch', () => {
  it.each(['in its own process', 'through a service'])('exports a list of URLs %s', async (where) => {
    await using cli = openCommandLine(world.env);
    if (where === 'through a service') await cli.serve();
    const list = join(cli.outDir, '..', 'urls.txt');
    writeFileSync(list, `${APP}\n${THREAD}\nhttps://nowhere.example/\n`);
    const { exitCode, stdout, stderr } = await cli.run('batch', list, '--limit', '20', '--format', 'json', '--out', cli.outDir, '--json');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
    const result = JSON.parse(stdout) as { exports: { files: string[] }[] };
    expect(result).toMatchObject({
      submitted: 3,
      errors: [{ index: 2, error_code: 'INVALID_URL' }],
      exports: [
        { url: APP, status: 'done', total_exported: 20 },
        { url: THREAD, status: 'done', total_exported: 20 },
      ],
    });
    expect(
      readdirSync(cli.outDir)
        .map((name) => join(cli.outDir, name))
        .toSorted(),
    ).toEqual(result.exports.flatMap(({ files }) => files).toSorted());
  });

  it('plan and usage are those of the running service at once, and refuse a command nothing', async () => {
    await using cli = openCommandLine(world.env);
    await cli.serve();
    expect((await cli.run('plan', 'premium')).stdout).toBe('premium\n');
    expect((await cli.run('usage')).stdout).toContain('Plan premium\n');
    const ran = await cli.run('batch', THREAD, '--limit', '5', '--out', cli.outDir);
    expect(ran).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('NOT_ALLOWED') });
    expect(
      readdirSync(cli.outDir)
        .map((name) => name.split('.').at(-1))
        .toSorted(),
    ).toEqual(['csv', 'json', 'xlsx']);
  });
});
