import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNode } from '#test/clients/rest/node-process.ts';
import { RestClient } from '#test/clients/rest/rest-client.ts';
import { validToken } from '#test/clients/rest/valid-token.ts';

/** Set where tests of one service are to meet a team. */
const AS_TEAM = 'TEST_TEAM';

export interface ServiceSetup {
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

export async function startServiceProcess(given: ServiceSetup): Promise<ServiceProcess> {
  if (process.env[AS_TEAM] !== undefined) return (await import('#test/team/team-process.ts')).startTeamProcess(given);
  const { world, env = {}, ...setup } = given;
  const dataDir = setup.dataDir ?? mkdtempSync(join(tmpdir(), 'commentdock-client-'));
  let said = '';
  let settings = { ...world, ...env };
  const start = () => startNode({ dataDir, env: settings, onWords: (words) => (said += words) });
  let running = await start();
  const token = await validToken(running.baseUrl, dataDir);
  return {
    get baseUrl() {
      return running.baseUrl;
    },
    dataDir,
    token,
    get said() {
      return said;
    },
    client: (headers = { 'X-AUTH-TOKEN': token }) => new RestClient(() => running.baseUrl, headers),
    end: () => running.end('SIGTERM'),
    printed: (args) => running.printed(args),
    async restart(how, further = {}) {
      await running.end(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
      settings = { ...settings, ...further };
      running = await start();
    },
    async [Symbol.asyncDispose]() {
      await running.end('SIGTERM');
      if (setup.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
