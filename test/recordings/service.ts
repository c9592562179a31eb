import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { programToStart } from '#test/program.ts';

export const START_TIMEOUT_MS = 120_000;
const QUIT_TIMEOUT_MS = 10_000;

const readySchema = z.object({ base_url: z.string() });

/** The service on a data folder of its own, in the world that `env` describes. */
interface RecordedService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Of commands on the same data folder. */
  readonly env: NodeJS.ProcessEnv;
}

export async function startRecordedService(env: Readonly<Record<string, string>>): Promise<RecordedService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-recorded-'));
  const ownEnv = {
    ...process.env,
    ...env,
    COMMENTDOCK_DATA_DIR: dataDir,
    COMMENTDOCK_PORT: '0',
    COMMENTDOCK_LIMITS: 'off',
    COMMENTDOCK_VAULT: 'file',
  };
  const child = spawn(process.execPath, [programToStart(), 'serve', '--json'], { env: ownEnv, stdio: ['ignore', 'pipe', 'inherit'] });
  const close = async (): Promise<void> => {
    await ended(child);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const line = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
      once(child, 'exit').then(() => Promise.reject(new Error('the service ended before it was ready'))),
      delay(START_TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('the service was not ready in time'))),
    ]);
    const { base_url: baseUrl } = readySchema.parse(JSON.parse(line));
    return { baseUrl, dataDir, env: ownEnv, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const hasEnded = await Promise.race([gone.then(() => true), delay(QUIT_TIMEOUT_MS, false, { ref: false })]);
  if (!hasEnded) child.kill('SIGKILL');
  await gone;
}
