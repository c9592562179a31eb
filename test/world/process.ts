import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { WorldStatistics } from '#test/world/journal.ts';

/** A world in a process of its own; see main.ts. Its end is bound to ours: it stops when our pipe to it closes. */
interface WorldProcess extends AsyncDisposable {
  readonly url: string;
  readonly caFile: string;
  /** What a child process needs in its environment to live in this world. */
  readonly env: Readonly<Record<string, string>>;
  readonly pid: number;
  statistics(): Promise<WorldStatistics>;
  /** Forgets what was counted. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const readySchema = z.object({ proxy_url: z.string(), ca_file: z.string(), env: z.record(z.string(), z.string()), pid: z.int() });

/**
 * Starts `node test/world/main.ts` with these arguments (`--json` is added).
 * @throws Error with the process's last words where it ends before it is ready
 */
export async function startWorldProcess(args: readonly string[]): Promise<WorldProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), ...args, '--json'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = once(child, 'close');
  let lastWords = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    lastWords = (lastWords + chunk).slice(-4_000);
  });
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    exited.then(() => null),
  ]);
  if (line === null) throw new Error(`The world did not start: ${lastWords}`);
  const ready = readySchema.parse(JSON.parse(line));
  const close = async (): Promise<void> => {
    child.stdin.end();
    await exited;
  };
  return {
    url: ready.proxy_url,
    caFile: ready.ca_file,
    env: ready.env,
    pid: ready.pid,
    statistics: async () => (await fetch(`${ready.proxy_url}/statistics`)).json() as Promise<WorldStatistics>,
    reset: async () => void (await fetch(`${ready.proxy_url}/reset`, { method: 'POST' })),
    close,
    [Symbol.asyncDispose]: close,
  };
}
