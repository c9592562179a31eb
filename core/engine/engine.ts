import { randomBytes } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { asCommentdockError, CommentdockError, JOB_ERROR_CODES, type JobErrorCode } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { JobFile, JobRecord, NewJob } from '#core/contract/job-record.ts';
import { isTerminal, type JobStatus, mayBecome } from '#core/contract/job.ts';
import { type FileFormat, tierOf } from '#core/contract/tier.ts';
import type { WebhookEventName } from '#core/contract/webhook.ts';
import { backoffMs, wait } from '#core/engine/backoff.ts';
import { guidOfCursor } from '#core/engine/continuation.ts';
import { EMPTY_LEDGER, presentLedger, withNotes } from '#core/engine/completeness.ts';
import { ExportRun, exportRowOf } from '#core/engine/export-run.ts';
import { requeuesItself } from '#core/engine/failure.ts';
import type { EnginePort, EngineStore, JobChange, JobPatch, NetworkPort, WritingPort, Written } from '#core/engine/ports.ts';
import { storeSample } from '#core/engine/sample-run.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import type { ExportOptions, PlatformDefinition } from '#core/platforms/define.ts';

/** Retries of one export in all (decisions.md, "Retries in one export"). */
const RETRIES_PER_EXPORT = 30;

/** A progress change per job is told at most this often. */
const PROGRESS_EVERY_MS = 100;

export interface EngineParts {
  readonly store: EngineStore;
  readonly network: NetworkPort;
  readonly writing: WritingPort;
  readonly exportsFolder: string;
  readonly retryScale: number;
  /** Requests at once per export; null: what the platform declares. */
  readonly lanes: number | null;
  /** Loads it where it is not loaded yet; null for an id nobody knows. */
  platformById(id: string): Promise<PlatformDefinition | null>;
  cookiesOf(jobGuid: string): Readonly<Record<string, string>>;
  forgetCookies(jobGuid: string): void;
  /** Sample items of a sandbox job. */
  sampleItems(job: JobRecord, platform: PlatformDefinition): Promise<readonly Item[]>;
  now(): number;
}

interface Running {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

const STOPPED = new CommentdockError('STOPPED');
const CLOSING = new Error('the engine is closing');

/** Starts, runs, ends and restarts jobs. The only place that changes a job's status. */
export class Engine implements EnginePort {
  readonly #parts: EngineParts;
  readonly #running = new Map<string, Running>();
  readonly #listeners = new Set<(change: JobChange) => void>();
  readonly #notBefore = new Map<string, number>();
  readonly #toldAt = new Map<string, number>();
  readonly #closing = new AbortController();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  /** Goes on with what a crash or quit interrupted, then with what waits. */
  start(): void {
    for (const job of this.#parts.store.jobs.byStatus('progress')) this.#run(job);
    this.#pump();
  }

  async create(jobs: readonly NewJob[]): Promise<readonly JobRecord[]> {
    const { store } = this.#parts;
    const records = store.transaction(() => jobs.map((job) => this.#insert(job)));
    for (const job of records) this.#tell('created', job);
    this.#pump();
    return records;
  }

  async stop(guid: string): Promise<JobRecord> {
    this.#expect(guid, 'stopped', 'stopped');
    const running = this.#running.get(guid);
    running?.abort.abort(STOPPED);
    await running?.ended;
    // The run may have ended by itself meanwhile: then there is nothing left to stop.
    const job = this.#expect(guid, 'stopped', 'stopped');
    const { store } = this.#parts;
    const ledger = store.jobs.ledger(job.id);
    const resumable = store.run(job.id).frontier().length > 0 || ledger.pages === 0;
    const stopped = store.jobs.update(job.id, { status: 'stopped', ledger: { ...ledger, resumable }, finishedAtMs: this.#parts.now() });
    this.#tell('stopped', stopped);
    this.#pump();
    return stopped;
  }

  async retry(guid: string): Promise<JobRecord> {
    const job = this.#expect(guid, 'queueing', 'retried');
    const queued = this.#requeue(job);
    this.#tell('requeued', queued);
    this.#pump();
    return queued;
  }

  async remove(guid: string): Promise<void> {
    const job = this.#find(guid);
    const running = this.#running.get(guid);
    running?.abort.abort(STOPPED);
    await running?.ended;
    const last = this.#find(guid);
    await Promise.all(last.files.map((file) => unlink(join(this.#parts.exportsFolder, file.name)).catch(ignoreMissing)));
    this.#parts.store.jobs.remove(job.id);
    this.#parts.forgetCookies(guid);
    this.#tell('removed', last);
    this.#pump();
  }

  async writeFiles(guid: string, formats: readonly FileFormat[]): Promise<JobRecord> {
    const job = this.#find(guid);
    const { files } = await this.#write(job, job.status, formats, this.#closing.signal);
    return this.#parts.store.jobs.update(job.id, { files: mergeFiles(this.#find(guid).files, files) });
  }

  subscribe(listener: (change: JobChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort(CLOSING);
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort(CLOSING);
    await Promise.all(running.map(({ ended }) => ended));
    await this.#parts.writing.close();
    await this.#parts.network.close();
    this.#parts.store.close();
  }

  #insert(job: NewJob): JobRecord {
    const { store } = this.#parts;
    const from = job.options.cursor === undefined ? null : this.#continued(job);
    const record = store.jobs.insert(job, EMPTY_LEDGER);
    if (from === null) return record;
    const { kept, replies } = store.run(record.id).inherit(from.id, from.exported);
    const ledger = withNotes({ ...EMPTY_LEDGER, pages: 1 }, [`Continues the export ${from.guid}.`]);
    return store.jobs.update(record.id, { exported: kept, replies, ledger, platformTotal: from.platformTotal });
  }

  /** The job whose `cursor` was given. */
  #continued(job: NewJob): JobRecord {
    const from = this.#parts.store.jobs.find(guidOfCursor(job.options.cursor ?? ''));
    const fits = from !== null && isTerminal(from.status) && from.platform === job.platform && from.target.type === job.target.type;
    if (fits) return from;
    throw new CommentdockError('INVALID_REQUEST', 'options.cursor is not known here. Take the `cursor` of a finished or stopped export of the same list.');
  }

  #pump(): void {
    if (this.#closing.signal.aborted) return;
    const { store, now } = this.#parts;
    for (const job of store.jobs.byStatus('queueing')) {
      if (this.#running.has(job.guid) || (this.#notBefore.get(job.guid) ?? 0) > now()) continue;
      if (job.sandbox || this.#running.size < tierOf(job.plan).concurrentExports) this.#run(job);
    }
  }

  #run(job: JobRecord): void {
    const abort = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running.set(job.guid, { abort, ended: promise });
    void this.#runToItsEnd(job, abort.signal).finally(() => {
      this.#running.delete(job.guid);
      this.#toldAt.delete(job.guid);
      resolve();
      this.#pump();
    });
  }

  async #runToItsEnd(queued: JobRecord, signal: AbortSignal): Promise<void> {
    const { store, now } = this.#parts;
    const start = { status: 'progress', startedAtMs: now(), error: null, errorCode: null } as const;
    // A job that was queued again is not a new one: its webhooks know of it.
    const event = queued.retry === 0 ? 'export.created' : null;
    const job = queued.status === 'progress' ? queued : this.#change(queued, start, event);
    if (queued.status !== 'progress') this.#tell('started', job);
    try {
      if (job.sandbox) storeSample(store, job, await this.#parts.sampleItems(job, await this.#platformOf(job)));
      else await this.#fetchAll(job, signal);
      const written = await this.#write(this.#find(job.guid), 'done', job.formats, signal);
      const done = { status: 'done', files: written.files, exported: written.rows, replies: written.replies, finishedAtMs: now() } as const;
      this.#tell('finished', this.#change(job, done, 'export.finished'));
    } catch (error) {
      // A stop, a removal and a quit set the status themselves, or leave it for the next start.
      if (!signal.aborted) this.#fail(job.guid, asCommentdockError(error));
    }
  }

  async #fetchAll(job: JobRecord, signal: AbortSignal): Promise<void> {
    const { store, network, retryScale, lanes } = this.#parts;
    const platform = await this.#platformOf(job);
    const options: ExportOptions = toExportOptions(job.options, platform, tierOf(job.plan));
    const retryBudget = { left: RETRIES_PER_EXPORT };
    const session = await network.openSession({ jobGuid: job.guid, platform, options, cookies: this.#parts.cookiesOf(job.guid), retryBudget });
    try {
      const onCommit = (record: JobRecord): void => this.#tellProgress(record);
      const run = new ExportRun({ store, job, platform, options, session, retryBudget, retryScale, onCommit, lanes: lanes ?? platform.pace.concurrency });
      await run.fetchAll(signal);
    } finally {
      await session.close();
    }
  }

  /** Files are written before the job is `done`, but speak of it in the state it will have: `status`. */
  async #write(job: JobRecord, status: JobStatus, formats: readonly FileFormat[], signal: AbortSignal): Promise<Written> {
    const platform = await this.#platformOf(job);
    const { limit } = toExportOptions(job.options, platform, tierOf(job.plan));
    const { order = 'tree' } = exportRowOf(platform, job.target);
    const baseName = `${job.platform}-${job.target.type}_${randomBytes(16).toString('hex')}`;
    const completeness = presentLedger(this.#parts.store.jobs.ledger(job.id), { ...job, status });
    const finishedAtMs = job.finishedAtMs ?? this.#parts.now();
    return this.#parts.writing.write({ jobGuid: job.guid, limit, order, formats, baseName, platformName: platform.name, finishedAtMs, completeness, signal });
  }

  async #platformOf(job: JobRecord): Promise<PlatformDefinition> {
    const platform = await this.#parts.platformById(job.platform);
    if (platform !== null) return platform;
    throw new CommentdockError('INTERNAL', `This version does not know the platform "${job.platform}".`);
  }

  #fail(guid: string, error: CommentdockError): void {
    const { store, now, retryScale } = this.#parts;
    const job = this.#find(guid);
    const code: JobErrorCode = JOB_ERROR_CODES.find((known) => known === error.code) ?? 'INTERNAL';
    const ledger = { ...store.jobs.ledger(job.id), resumable: true };
    const failure = { status: 'error', error: error.message, errorCode: code, ledger, finishedAtMs: now() } as const;
    if (!requeuesItself(error, job.retry)) {
      this.#tell('failed', this.#change(job, failure, 'export.failed'));
      return;
    }
    const waitMs = backoffMs(3, retryScale);
    this.#notBefore.set(guid, now() + waitMs);
    // Not two commits: a crash between them would leave a failure that nobody was told of.
    this.#tell('requeued', store.transaction(() => this.#requeue(this.#change(job, failure, null))));
    void wait(waitMs, this.#closing.signal).then(() => {
      this.#notBefore.delete(guid);
      this.#pump();
    }, ignoreAbort);
  }

  #requeue(job: JobRecord): JobRecord {
    return this.#change(job, { status: 'queueing', retry: job.retry + 1, error: null, errorCode: null, finishedAtMs: null }, 'export.requeued');
  }

  /** A change of state and what webhooks are told of it, in one transaction. */
  #change(job: JobRecord, patch: JobPatch, event: WebhookEventName | null): JobRecord {
    const { store } = this.#parts;
    return store.transaction(() => {
      const changed = store.jobs.update(job.id, patch);
      if (event !== null) store.outbox.add(event, changed);
      return changed;
    });
  }

  #find(guid: string): JobRecord {
    const job = this.#parts.store.jobs.find(guid);
    if (job === null) throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no export ${guid}.`);
    return job;
  }

  #expect(guid: string, to: JobStatus, verb: string): JobRecord {
    const job = this.#find(guid);
    if (mayBecome(job.status, to)) return job;
    throw new CommentdockError('INVALID_REQUEST', `The export is in state "${job.status}" and cannot be ${verb}.`);
  }

  #tellProgress(job: JobRecord): void {
    const now = this.#parts.now();
    if (now - (this.#toldAt.get(job.guid) ?? 0) < PROGRESS_EVERY_MS) return;
    this.#toldAt.set(job.guid, now);
    this.#tell('progress', job);
  }

  #tell(kind: JobChange['kind'], job: JobRecord): void {
    for (const listener of this.#listeners) listener({ kind, job });
  }
}

function mergeFiles(old: readonly JobFile[], fresh: readonly JobFile[]): readonly JobFile[] {
  return [...old.filter((file) => !fresh.some((other) => other.format === file.format)), ...fresh];
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

function ignoreAbort(error: unknown): void {
  if (error !== CLOSING) throw error;
}
