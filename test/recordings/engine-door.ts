import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '#core/config/config.ts';
import { asCommentdockError } from '#core/contract/error.ts';
import { isTerminal, type Job } from '#core/contract/job.ts';
import { startCore } from '#core/index.ts';
import { createLocalClient } from '#core/surfaces/cli/local-client.ts';
import type { ExportedRow, Outcome } from '#test/recordings/compare.ts';
import type { Door } from '#test/recordings/door.ts';
import { moveHome } from '#test/world/browser-trust.ts';

const POLL_EVERY_MS = 10;

/** Runs the core in this process, on a data folder of its own, and calls its operations as the owner. A `HOME` in `env` is this process's until the end. */
export async function openEngineDoor(env: Readonly<Record<string, string>>): Promise<Door> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-engine-'));
  const config = readConfig({ ...process.env, ...env, COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_VAULT: 'file' });
  const moved = env['HOME'] === undefined ? null : moveHome(env['HOME']);
  const core = await startCore(config).catch(async (error: unknown) => {
    moved?.[Symbol.dispose]();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  });
  const client = createLocalClient(core.services, new AbortController().signal, () => core.close());
  return {
    name: 'engine',
    async export({ url, options, timeoutMs }) {
      let guid: string;
      try {
        const { jobs } = await client.call('jobs.create', { url, options, formats: ['json'] });
        ({ guid } = jobs[0] as Job);
      } catch (error) {
        const { code, message, status } = asCommentdockError(error);
        return { status: `refused (${status})`, errorCode: code, detail: message, total: null, exportType: null, rows: [] };
      }
      const untilMs = Date.now() + timeoutMs;
      let job = await client.call('jobs.get', { guid });
      while (!isTerminal(job.status) && Date.now() < untilMs) {
        await delay(POLL_EVERY_MS);
        job = await client.call('jobs.get', { guid });
      }
      if (!isTerminal(job.status)) await client.call('jobs.stop', { guid });
      const rows = job.status === 'done' || job.total_exported > 0 ? await rowsOf(client, job.guid, dataDir) : [];
      return {
        status: job.status,
        errorCode: job.error_code,
        detail: job.error,
        total: job.total,
        exportType: job.export_type,
        rows,
      } satisfies Outcome;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      moved?.[Symbol.dispose]();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function rowsOf(client: ReturnType<typeof createLocalClient>, guid: string, dataDir: string): Promise<ExportedRow[]> {
  const path = join(dataDir, `${guid}.json`);
  await client.saveFile(guid, 'json', () => path);
  return JSON.parse(await readFile(path, 'utf8')) as ExportedRow[];
}
