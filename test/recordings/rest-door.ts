import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { runCli } from '#test/recordings/cli-door.ts';
import type { ExportedRow, Outcome } from '#test/recordings/compare.ts';
import type { Door } from '#test/recordings/door.ts';
import { START_TIMEOUT_MS, startRecordedService } from '#test/recordings/service.ts';

const POLL_EVERY_MS = 25;
const TOKEN = /[A-Za-z0-9]{120}/;

const createdSchema = z.object({ guid: z.string() });
const refusedSchema = z.object({ error_code: z.string(), detail: z.string() });
const jobSchema = z.object({
  status: z.string(),
  error_code: z.string().nullable(),
  error: z.string().nullable(),
  total: z.number().nullable(),
  total_exported: z.int(),
  export_type: z.string(),
});

interface Service {
  readonly baseUrl: string;
  readonly token: string;
}

/** Starts the service in the world that `env` describes, with a data folder of its own, and exports through its REST API. */
export async function openRestDoor(env: Readonly<Record<string, string>>): Promise<Door> {
  const running = await startRecordedService(env);
  try {
    const printed = await runCli(['token'], running.env, START_TIMEOUT_MS);
    const token = TOKEN.exec(printed.stdout)?.[0];
    if (token === undefined) throw new Error(`no token was printed: ${printed.stdout} ${printed.stderr}`);
    const service = { baseUrl: running.baseUrl, token };
    return {
      name: 'rest',
      export: (request) => exportOverRest(service, request),
      [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
    };
  } catch (error) {
    await running[Symbol.asyncDispose]();
    throw error;
  }
}

async function exportOverRest(service: Service, request: Parameters<Door['export']>[0]): Promise<Outcome> {
  const { url, options, timeoutMs } = request;
  const created = await call(service, 'POST', '/api/v3/job', { url, options });
  if (created.status !== 201) {
    const { error_code: errorCode, detail } = refusedSchema.parse(created.body);
    return { status: `refused (${created.status})`, errorCode, detail, total: null, exportType: null, rows: [] };
  }
  const { guid } = createdSchema.parse(created.body);
  const untilMs = Date.now() + timeoutMs;
  let job = jobSchema.parse((await call(service, 'GET', `/api/v3/job/${guid}`)).body);
  while ((job.status === 'queueing' || job.status === 'progress') && Date.now() < untilMs) {
    await delay(POLL_EVERY_MS);
    job = jobSchema.parse((await call(service, 'GET', `/api/v3/job/${guid}`)).body);
  }
  if (job.status !== 'done' && job.status !== 'error') await call(service, 'PATCH', `/api/v3/job/${guid}/stop`);
  const hasRows = job.status === 'done' || job.total_exported > 0;
  const rows = hasRows ? await rowsOf(service, guid) : [];
  return { status: job.status, errorCode: job.error_code, detail: job.error, total: job.total, exportType: job.export_type, rows };
}

async function rowsOf(service: Service, guid: string): Promise<readonly ExportedRow[]> {
  const { status, body } = await call(service, 'GET', `/api/v3/job/${guid}/json?partial=true`);
  if (status === 200) return body as readonly ExportedRow[];
  throw new Error(`the JSON file was answered with ${status}: ${JSON.stringify(body).slice(0, 300)}`);
}

async function call(service: Service, method: string, path: string, json?: unknown): Promise<{ status: number; body: unknown }> {
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const headers = { 'x-auth-token': service.token, ...(json === undefined ? {} : { 'content-type': 'application/json' }) };
  const answer = await fetch(`${service.baseUrl}${path}`, { method, headers, ...body });
  return { status: answer.status, body: await answer.json() };
}
