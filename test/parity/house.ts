import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '#core/config/config.ts';
import { readRunFile, type RunFile } from '#core/config/run-file.ts';
import { startCore, startService } from '#core/index.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import { createLocalClient } from '#core/surfaces/cli/local-client.ts';
import { createRemoteClient } from '#core/surfaces/cli/remote-client.ts';

/** A data folder and what runs on it. */
export interface House extends AsyncDisposable {
  readonly folder: string;
  /** As the owner. */
  readonly client: CliClient;
}

/** A service with all its surfaces. `run` is what `run.json` says. */
export async function openService(env: Readonly<Record<string, string>>): Promise<House & { readonly run: RunFile }> {
  const { folder, config } = newFolder(env);
  const service = await startService(config);
  const run = readRunFile(config.dataDir);
  if (run === null) throw new Error('the service wrote no run.json');
  return {
    folder,
    run,
    client: createRemoteClient(run, new AbortController().signal),
    async [Symbol.asyncDispose]() {
      await service.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The core alone, as in a command where no service runs. */
export async function openCore(env: Readonly<Record<string, string>>): Promise<House> {
  const { folder, config } = newFolder(env);
  const core = await startCore(config);
  await core.bulkAssembly.start('');
  return {
    folder,
    client: createLocalClient(core.services, new AbortController().signal, async () => undefined),
    async [Symbol.asyncDispose]() {
      await core.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Without the limits on API tokens: the owner's own commands are not counted, and so they would not be alike. */
function newFolder(env: Readonly<Record<string, string>>): { readonly folder: string; readonly config: Config } {
  const folder = mkdtempSync(join(tmpdir(), 'commentdock-parity-'));
  const settings = {
    COMMENTDOCK_PORT: '0',
    COMMENTDOCK_LIMITS: 'off',
    COMMENTDOCK_VAULT: 'file',
    COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1',
    ...env,
  };
  return { folder, config: readConfig({ ...process.env, ...settings, COMMENTDOCK_DATA_DIR: join(folder, 'data') }) };
}
