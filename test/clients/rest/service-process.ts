import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NODE_FLAGS } from '../../../bin/node-flags.js';
import { RestClient } from '#test/clients/rest/rest-client.ts';
import { validToken } from '#test/clients/rest/valid-token.ts';

const PROGRAM = 'core/main.js';

interface ServiceSetup {
  /** Environment of the world that it lives in. */
  readonly world: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Left out: one of its own, which goes with it. */
  readonly dataDir?: string;
}

/** The service as its owner starts it, with a data folder that outlives its process. */
export interface ServiceProcess extends AsyncDisposable {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** A token that is valid; empty where the plan has none. */
  readonly token: string;
  /** What its processes said on standard error so far. */
  readonly said: string;
  /** A client with the token in `X-AUTH-TOKEN`, or with other headers instead. */
  client(headers?: Readonly<Record<string, string>>): RestClient;
  /** Ends the process; `restart` starts another one. */
  end(): Promise<void>;
  /** What a command prints on this data folder. */
  printed(args: readonly string[]): Promise<string>;
  /** Ends the process and starts another one on the same data folder, with further settings. */
  restart(how: 'kill' | 'quit', env?: Readonly<Record<string, string>>): Promise<void>;
}

export async function startServiceProcess({ world, env = {}, ...setup }: ServiceSetup): Promise<ServiceProcess> {
  const dataDir = setup.dataDir ?? mkdtempSync(join(tmpdir(), 'commentdock-client-'));
  let said = '';
  const onWords = (words: string): void => {
    said += words;
  };
  let settings = {
    ...process.env,
    ...world,
    COMMENTDOCK_PORT: '0',
    COMMENTDOCK_LIMITS: 'off',
    COMMENTDOCK_LOG: 'error',
    ...env,
    COMMENTDOCK_DATA_DIR: dataDir,
  };
  let running = await serve(settings, onWords);
  const token = await validToken(running.baseUrl, dataDir);
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const gone = running.child.exitCode === null && running.child.signalCode === null ? once(running.child, 'exit') : null;
    running.child.kill(signal);
    await gone;
  };
  return {
    get baseUrl() {
      return running.baseUrl;
    },
    dataDir,
    token,
    get said() {
      return said;
    },
    client: (headers = { 'X-AUTH-TOKEN': token }) => new RestClient(running.baseUrl, headers),
    end: () => end('SIGTERM'),
    printed: (args) => printed(args, settings),
    async restart(how, further = {}) {
      await end(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
      settings = { ...settings, ...further };
      running = await serve(settings, onWords);
    },
    async [Symbol.asyncDispose]() {
      await end('SIGTERM');
      if (setup.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly baseUrl: string;
}

async function serve(env: NodeJS.ProcessEnv, onWords: (words: string) => void): Promise<Running> {
  const child = spawn(process.execPath, [...NODE_FLAGS, PROGRAM, 'serve', '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    process.stderr.write(words);
    onWords(words);
  });
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${String(code)} before it was ready`))),
  ]);
  const ready = JSON.parse(line) as { base_url?: string };
  if (ready.base_url === undefined) throw new Error(`the service did not start: ${line}`);
  return { child, baseUrl: ready.base_url };
}

async function printed(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(child, 'close');
  return text;
}
