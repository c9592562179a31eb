import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { describe, expect, it } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { own } from '#test/own.ts';
import { type CommandLine, openCommandLine } from '#test/surfaces/cli/command.ts';
import { startWorld } from '#test/world/world.ts';

const APP = 'https://store.steampowered.com/app/10/';
const GONE = 'https://store.steampowered.com/app/77/';
const CANARY = 'c4n4ry';

const world = await own(startWorld({ simulators: [steamSimulator({ reviews: 5 })] }));

/** Texts of a bundle by their names. */
async function unpacked(file: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const zip = await fromBufferPromise(readFileSync(file));
  for await (const entry of zip.eachEntry()) texts.set(entry.fileName, String(await buffer(await zip.openReadStreamPromise(entry))));
  return texts;
}

async function withExports(): Promise<CommandLine & { readonly guids: readonly string[] }> {
  const env = { COMMENTDOCK_LOG_FILE: 'on', COMMENTDOCK_LOG: 'silent', COMMENTDOCK_USER_AGENT: `agent ${CANARY}` };
  const cli = await own(Promise.resolve(openCommandLine({ ...world.env, ...env })));
  const service = await cli.serve();
  const done = await cli.run('export', APP, '--out', cli.outDir, '--json');
  expect(done.exitCode).toBe(0);
  world.replace({ simulators: [() => ({ status: 404, body: CANARY })] });
  const failed = await cli.run('export', GONE, '--out', cli.outDir, '--json');
  expect(failed.exitCode).not.toBe(0);
  service.child.kill('SIGTERM');
  await service.finished;
  return Object.assign(cli, { guids: [done, failed].flatMap(({ stdout }) => /"guid":"([\w-]+)"/.exec(stdout)?.slice(1) ?? []) });
}

describe('doctor --bundle', () => {
  it('packs how the machine and the data folder are, and no address, text or secret', async () => {
    const cli = await withExports();
    const file = join(cli.outDir, 'bundle.zip');
    const { exitCode, stdout } = await cli.run('doctor', '--bundle', file);
    expect({ exitCode, stdout }).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`before you hand it on: ${file}`) as string,
    });
    const texts = await unpacked(file);
    expect([...texts.keys()]).toEqual(['doctor.txt', 'machine.json', 'settings.json', 'database.json', 'logs/commentdock.log']);
    expect(JSON.parse(texts.get('database.json') ?? '')).toMatchObject({
      health: ['ok'],
      exports: { done: 1, error: 1 },
      failures: [{ platform: 'steam', code: expect.stringMatching(/^[A-Z_]+$/) as string, rows: 0 }],
    });
    expect(JSON.parse(texts.get('settings.json') ?? '')).toContainEqual({ variable: 'COMMENTDOCK_LOG_FILE', value: 'on' });
    expect(texts.get('logs/commentdock.log')).toContain('export failed');
    const all = [...texts.values()].join('\n');
    for (const secret of [CANARY, APP, GONE, 'steampowered.com', homedir()]) expect(all).not.toContain(secret);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('says what it cannot look at', async () => {
    const cli = await own(Promise.resolve(openCommandLine(world.env)));
    mkdirSync(cli.dataDir, { recursive: true });
    writeFileSync(join(cli.dataDir, 'commentdock.sqlite'), 'no database');
    const file = join(cli.dataDir, 'bundle.zip');
    await cli.run('doctor', '--bundle', file);
    expect(JSON.parse((await unpacked(file)).get('database.json') ?? '')).toEqual({ failed: expect.any(String) as string });
  });

  it('writes nothing half', async () => {
    const cli = await own(Promise.resolve(openCommandLine(world.env)));
    const { exitCode, stderr } = await cli.run('doctor', '--bundle', join(cli.dataDir, 'no-such-folder', 'bundle.zip'));
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('no-such-folder');
  });
});
