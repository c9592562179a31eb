import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CommentdockError, ERROR_CATALOGUE } from '#core/contract/error.ts';
import { isTerminal, type Job } from '#core/contract/job.ts';
import { FILE_FORMATS, type FileFormat } from '#core/contract/tier.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import { ledgerLines } from '#core/surfaces/cli/ledger-lines.ts';
import { ProgressLine } from '#core/surfaces/cli/progress-line.ts';
import type { Terminal } from '#core/surfaces/cli/terminal.ts';

const POLL_MS = 250;

export interface ExportRequest {
  readonly url: string;
  /** `options` of a job, checked by the operation. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly formats: readonly FileFormat[];
  readonly folder: string;
  readonly sandbox: boolean;
  readonly output: 'people' | 'json';
}

/**
 * The main job: creates the export, shows its progress, and leaves complete files in the folder. Returns the exit code.
 * A failed or interrupted export leaves what it fetched.
 */
export async function runExport(request: ExportRequest, client: CliClient, terminal: Terminal, signal: AbortSignal): Promise<number> {
  const { url, options, formats, sandbox } = request;
  const created = (await client.call('jobs.create', { url, options, formats: [...formats], sandbox })) as { jobs: Job[] };
  const { guid } = created.jobs[0] as Job;
  const job = await follow(guid, client, terminal, signal);
  const files = job.status === 'done' || job.total_exported > 0 ? await saveFiles(job, request, client) : [];
  report(job, files, request, terminal);
  if (job.status === 'stopped') return ERROR_CATALOGUE.STOPPED.exitCode;
  return job.status === 'error' ? ERROR_CATALOGUE[job.error_code ?? 'INTERNAL'].exitCode : 0;
}

/** The first Ctrl+C stops the export and keeps what it has; the terminal then says where. */
async function follow(guid: string, client: CliClient, terminal: Terminal, signal: AbortSignal): Promise<Job> {
  const line = new ProgressLine();
  let stopping = false;
  for (;;) {
    const job = (await client.call('jobs.get', { guid })) as Job;
    if (isTerminal(job.status)) {
      terminal.clearStatus();
      return job;
    }
    terminal.showStatus(line.next(job, Date.now()));
    if (signal.aborted && !stopping) {
      stopping = true;
      await client.call('jobs.stop', { guid }).catch(ignoreEnded);
    }
    await delay(POLL_MS, undefined, stopping ? {} : { signal }).catch(() => undefined);
  }
}

async function saveFiles(job: Job, request: ExportRequest, client: CliClient): Promise<string[]> {
  const folder = resolve(request.folder);
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new CommentdockError('DISK', `The folder ${folder} cannot be made: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
  const base = (job.file_name ?? `${job.platform}-${job.export_type}_${job.guid.slice(0, 8)}`).replace(/\.\w+$/, '');
  const paths: string[] = [];
  for (const format of request.formats) {
    const path = join(folder, `${base}.${format}`);
    await client.saveFile(job.guid, format, path);
    paths.push(path);
  }
  return paths;
}

function report(job: Job, files: readonly string[], { output }: ExportRequest, terminal: Terminal): void {
  if (output === 'json') {
    terminal.print(JSON.stringify({ ...job, files }));
    return;
  }
  if (files.length > 0) terminal.print(...(job.status === 'done' ? ['Files'] : ['Files with what was fetched']), ...files.map((path) => `  ${path}`));
  terminal.print(...ledgerLines(job.completeness));
  if (job.status === 'error') terminal.printError(`${job.error_code ?? 'INTERNAL'}: ${job.error ?? ''}`);
  if (job.status === 'error') terminal.printError(`Go on later with: commentdock jobs retry ${job.guid}`);
}

/** @throws CommentdockError INVALID_REQUEST naming what is known */
export function parseFormats(text: string): FileFormat[] {
  return text.split(',').map((part) => {
    const format = FILE_FORMATS.find((known) => known === part.trim().toLowerCase());
    if (format !== undefined) return format;
    throw new CommentdockError('INVALID_REQUEST', `"${part.trim()}" is no format. Known: ${FILE_FORMATS.join(', ')}.`);
  });
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof CommentdockError) || error.code !== 'INVALID_REQUEST') throw error;
}
