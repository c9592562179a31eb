import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeEach, expect, it } from 'vitest';
import { lockDataDir } from '#core/store/lock.ts';
import { ownFolder } from '#test/own.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = ownFolder('lock');
});

const HOLDER = `
  import { lockDataDir } from ${JSON.stringify(new URL('../../core/store/lock.ts', import.meta.url).href)};
  lockDataDir(process.argv[1]);
  process.stdout.write('held');
  setInterval(() => undefined, 1_000);`;

async function holdElsewhere(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, dataDir], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  return child;
}

const refused = expect.objectContaining({ code: 'DATA_DIR_IN_USE', message: expect.stringMatching(/Another .*COMMENTDOCK_DATA_DIR/) });

it('refuses a second process, and a second time in the same one', async () => {
  const child = await holdElsewhere();
  expect(() => lockDataDir(dataDir)).toThrow(refused);
  child.kill('SIGTERM');
  await once(child, 'exit');
  using lock = lockDataDir(dataDir);
  expect(lock).toBeDefined();
  expect(() => lockDataDir(dataDir)).toThrow(refused);
});

it('is free at once after kill -9', async () => {
  const child = await holdElsewhere();
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockDataDir(dataDir)[Symbol.dispose]();
  lockDataDir(dataDir)[Symbol.dispose]();
});
