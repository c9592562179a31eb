import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { programToStart } from '#test/program.ts';
import { NODE_FLAGS } from '../../bin/node-flags.js';

/** `commentdock work`, as its owner starts it, with a data folder of its own that goes with it. */
interface StartedWorker extends AsyncDisposable {
  readonly baseUrl: string;
  readonly lanes: number;
  readonly child: ChildProcess;
  /** What `path` answers. */
  ask(path: string): Promise<{ readonly status: number; readonly text: string }>;
  /** Ends it by SIGTERM, and returns how it ended. */
  end(): Promise<number | null>;
}

export async function startWorkerProcess(
  env: Readonly<Record<string, string | undefined>>,
  flags: readonly string[] = [],
): Promise<StartedWorker> {
  const dataDir = mkdtempSync(join(tmpdir(), 'commentdock-worker-'));
  const settings = { ...process.env, COMMENTDOCK_PORT: '0', COMMENTDOCK_LOG: 'error', ...env, COMMENTDOCK_DATA_DIR: dataDir };
  const child = spawn(process.execPath, [...NODE_FLAGS, programToStart(), 'work', '--json', ...flags], {
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit').then(([code]) => code as number | null);
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    gone.then((code) => Promise.reject(new Error(`the worker ended with ${code} before it was ready`))),
  ]);
  const { base_url: baseUrl, lanes } = JSON.parse(line) as { base_url?: string; lanes: number };
  // What keeps it from starting it tells in a line of JSON too.
  if (baseUrl === undefined) throw new Error(`the worker ended with ${await gone}: ${line}`);
  const end = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return gone;
  };
  return {
    baseUrl,
    lanes,
    child,
    async ask(path) {
      const answer = await fetch(`${baseUrl}${path}`);
      return { status: answer.status, text: await answer.text() };
    },
    end,
    async [Symbol.asyncDispose]() {
      await end();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
