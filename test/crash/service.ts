import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { programToStart } from '#test/program.ts';
import { readRunFile } from '#core/config/run-file.ts';

const addressesSchema = z.object({ base_url: z.url(), pid: z.int() });
const jobSchema = z.object({
  guid: z.string(),
  status: z.string(),
  total_exported: z.int(),
  error: z.string().nullable(),
  error_code: z.string().nullable(),
  started_at: z.string().nullable(),
  exported_at: z.string().nullable(),
});

/** The service as a user starts it: a process of its own on a data folder. */
export interface RunningService {
  readonly baseUrl: string;
  /** kill -9, and wait until the process is gone. */
  kill(): Promise<void>;
  readonly child: ChildProcess;
  /** What it said on standard error so far. */
  said(): string;
  /** An answer of any status, as a request of the owner. */
  request(path: string, init?: RequestInit): Promise<Response>;
  createJob(url: string, options: Readonly<Record<string, unknown>>): Promise<string>;
  /** Queues a failed export once more. */
  retry(guid: string): Promise<void>;
  remove(guid: string): Promise<void>;
  job(guid: string): Promise<z.infer<typeof jobSchema>>;
  /** The JSON file of a finished job, as text. */
  json(guid: string): Promise<string>;
}

/** Starts `serve` and waits for its line. @throws Error with what the process said when it ends before */
export async function startServiceProcess(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  onSpawn: (child: ChildProcess) => void = () => undefined,
): Promise<RunningService> {
  const child = spawn(process.execPath, [programToStart(), 'serve', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_PORT: '0', COMMENTDOCK_VAULT: 'file' },
  });
  onSpawn(child);
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const line = await firstLine(child, said);
  const ready = addressesSchema.safeParse(JSON.parse(line));
  if (!ready.success) throw new Error(`The service was not ready: ${line}`);
  const { base_url: baseUrl } = ready.data;
  const ownerSecret = readRunFile(dataDir)?.owner_secret ?? '';
  const request = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { 'x-auth-token': ownerSecret, 'content-type': 'application/json', ...Object.fromEntries(new Headers(init.headers)) };
    return fetch(new URL(path, baseUrl), { ...init, headers });
  };
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await request(path, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return {
    baseUrl,
    child,
    said: () => said.join(''),
    request,
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async createJob(url, options) {
      const answer = await ask('/api/v3/job', { method: 'POST', body: JSON.stringify({ url, options, formats: ['json'] }) });
      return z.object({ guid: z.string() }).parse(await answer.json()).guid;
    },
    retry: async (guid) => void (await ask(`/api/v3/job/${guid}/retry`, { method: 'PATCH' })),
    remove: async (guid) => void (await ask(`/api/v3/job/${guid}`, { method: 'DELETE' })),
    job: async (guid) => jobSchema.parse(await (await ask(`/api/v3/job/${guid}`)).json()),
    json: async (guid) => (await ask(`/api/v3/job/${guid}/json`)).text(),
  };
}

async function firstLine(child: ChildProcess, said: readonly string[]): Promise<string> {
  if (child.stdout === null) throw new Error('The service has no output.');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`The service ended before it was ready: ${said.join('')}`);
}
