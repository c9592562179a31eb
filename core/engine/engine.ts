import { asCommentdockError, CommentdockError, JOB_ERROR_CODES, type JobErrorCode } from '#core/contract/error.ts';
import type { JobFile, JobRecord, NewJob } from '#core/contract/job-record.ts';
import { isTerminal, type JobStatus, mayBecome } from '#core/contract/job.ts';
import { type FileFormat, tierOf } from '#core/contract/tier.ts';
import type { WebhookEventName } from '#core/contract/webhook.ts';
import { AfterFetching } from '#core/engine/after-fetching.ts';
import { backoffMs, wait } from '#core/engine/backoff.ts';
import { Chances } from '#core/engine/chances.ts';
import { exportsToFail } from '#core/engine/dead-pages.ts';
import type { EngineParts } from '#core/engine/engine-parts.ts';
import { requeuesItself } from '#core/engine/failure.ts';
import { Fetching, platformOf, type Way } from '#core/engine/fetching.ts';
import { type Activity, JobFiles } from '#core/engine/job-files.ts';
import { LearntBook } from '#core/engine/learnt.ts';
import { JobNews } from '#core/engine/job-news.ts';
import { insertExports } from '#core/engine/new-export.ts';
import { noteAtLast } from '#core/engine/note-at-last.ts';
import type { PageDeath } from '#core/engine/page-work.ts';
import type { EnginePort, FilesAside, FilesWish, JobChange, JobPatch } from '#core/engine/ports.ts';
import { Removals } from '#core/engine/removals.ts';
import { Reprocessings } from '#core/engine/reprocessings.ts';
import { RunningExports } from '#core/engine/running-exports.ts';
import { storeSample } from '#core/engine/sample-run.ts';
import type { Reprocessing } from '#core/engine/sentiment-ports.ts';
import { takeOverFrom } from '#core/engine/take-over.ts';
import { isOutOfHands, Turns } from '#core/engine/turns.ts';
import { WindowRuns } from '#core/engine/window-runs.ts';

const STOPPED = new CommentdockError('STOPPED');
const DELETED = new CommentdockError('RESOURCE_NOT_FOUND', 'The export was deleted.');
const CLOSING = new Error('the engine is closing');
const PAUSED = new Error('exports are paused');

/** Starts, runs, ends and restarts jobs. The only place that changes a job's status. */
export class Engine implements EnginePort {
  readonly #parts: EngineParts;
  readonly #files: JobFiles;
  readonly #after: AfterFetching;
  readonly #reprocessings: Reprocessings;
  readonly #removals: Removals;
  readonly #running = new RunningExports();
  readonly #chances = new Chances();
  readonly #learnt: LearntBook;
  readonly #windows: WindowRuns;
  readonly #news: JobNews;
  /** Where several machines share the store. */
  readonly turns: Turns;
  /** What another machine runs may be fetched here. */
  readonly fetching: Fetching;
  readonly #closing = new AbortController();
  #isPaused = false;
  #pausing: Promise<void> = Promise.resolve();

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#news = new JobNews(parts.now);
    const own = { ...parts, platformOf: (job: JobRecord) => platformOf(job, parts) };
    this.#files = new JobFiles(own);
    this.#after = new AfterFetching({ ...own, openSession: (job, platform) => this.fetching.openForFiles(job, platform) });
    this.#removals = new Removals(parts.store.removals, parts.store.foldings);
    this.#learnt = new LearntBook(parts.store.learnt, parts.now);
    this.fetching = new Fetching(parts, this.#chances, this.#learnt);
    this.#windows = new WindowRuns(parts, {
      running: this.#running,
      onChange: (job) => this.#news.tell('waiting', job),
      onRoom: () => this.#pump(),
      onOver: (guid, error) => void this.#giveUp(guid, error),
    });
    this.#reprocessings = new Reprocessings({ store: parts.store, files: this.#files, step: this.#after.sentiment, news: this.#news });
    const running = { running: this.#running, chances: this.#chances, news: this.#news, reprocessings: this.#reprocessings };
    this.turns = new Turns({ ...parts, ...running, run: (job) => this.#run(job) });
  }

  /** Goes on with what a crash or quit interrupted, then with what waits. `deaths`: of the threads before this one. */
  start(deaths: readonly PageDeath[] = []): void {
    for (const place of [this.#files, this.#after.media]) place.removeStray();
    for (const { job, error } of exportsToFail(deaths, this.#parts.store)) this.#fail(job.guid, error);
    this.#reprocessings.resume();
    this.#windows.resume();
    this.#goOn();
  }

  /** Samples ask nobody, so a pause does not hold them. */
  async pause(): Promise<void> {
    const samples = this.#parts.store.jobs.byStatus('progress').filter(({ sandbox }) => sandbox);
    this.#isPaused = true;
    this.turns.pause();
    this.#pausing = this.#running.end(PAUSED, new Set(samples.map(({ guid }) => guid)));
    await this.#pausing;
  }

  async resume(): Promise<void> {
    if (!this.#isPaused) return;
    // What is still ending could not be started.
    await this.#pausing;
    this.#isPaused = false;
    this.turns.goOn();
    this.#goOn();
  }

  async create(jobs: readonly NewJob[]): Promise<readonly JobRecord[]> {
    const records = await insertExports(this.#parts.store, jobs, this.#closing.signal);
    for (const job of records) this.#news.tell('created', job);
    this.#pump();
    return records;
  }

  async stop(guid: string): Promise<JobRecord> {
    this.#expect(guid, 'stopped', 'stopped');
    // Asked anew after each wait, and nothing between the last answer and the change: a waiting job may get its turn meanwhile.
    for (let running = this.#running.get(guid); running !== undefined; running = this.#running.get(guid)) {
      running.abort.abort(STOPPED);
      await running.ended;
    }
    // The run may have ended by itself: then there is nothing left to stop.
    const job = this.#expect(guid, 'stopped', 'stopped');
    const { store } = this.#parts;
    const ledger = store.jobs.ledger(job.id);
    const resumable = store.run(job.id).frontier().length > 0 || !ledger.seeded;
    const end = { status: 'stopped', needsYou: null, ledger: { ...ledger, resumable }, finishedAtMs: this.#parts.now() } as const;
    const stopped = this.#lastRoom(() => {
      store.shared?.revoke(guid);
      return store.jobs.update(job.id, end);
    });
    this.#forget(guid);
    this.#news.tell('stopped', stopped);
    this.#pump();
    return stopped;
  }

  async retry(guid: string): Promise<JobRecord> {
    await takeOverFrom(this.#parts.store, this.#expect(guid, 'queueing', 'retried').id, this.#closing.signal);
    const job = this.#expect(guid, 'queueing', 'retried');
    this.#parts.store.run(job.id).forgetDeaths();
    const queued = this.#requeue(job);
    this.#news.tell('requeued', queued);
    this.#pump();
    return queued;
  }

  async goOnInWindow(guid: string): Promise<JobRecord> {
    const standing = this.#isPaused ? 'paused' : 'going on';
    const met = this.#windows.expectWaiting(this.#find(guid), standing);
    if (met.needsYou?.window === 'open' && this.#windows.nudge(guid)) return met;
    // The run that met the wall may still be ending.
    await this.#running.get(guid)?.ended;
    const wished = this.#windows.expectWaiting(this.#find(guid), standing);
    if (wished.status === 'progress') {
      const opened = this.#windows.open(wished);
      this.#run(opened);
      return opened;
    }
    await takeOverFrom(this.#parts.store, wished.id, this.#closing.signal);
    const job = this.#windows.expectWaiting(this.#expect(guid, 'queueing', 'retried'), standing);
    this.#parts.store.run(job.id).forgetDeaths();
    const queued = this.#requeue(this.#windows.open(job));
    this.#news.tell('requeued', queued);
    this.#run(queued);
    return queued;
  }

  async forgetLearnt(platform: string | null): Promise<void> {
    this.#lastRoom(() => this.#learnt.clear(platform));
  }

  forgetWindows = (accountUuid: string): Promise<void> => this.#windows.forgetAccount(accountUuid);

  async remove(guid: string): Promise<void> {
    const busyWith = (): Activity | null => this.#running.get(guid) ?? this.#reprocessings.busy(guid) ?? this.#files.busy(guid);
    const gone = new Set<string>();
    const left = (): readonly JobFile[] => this.#find(guid).files.filter(({ name }) => !gone.has(name));
    // Files first: on a full disk they make the room in which the rest is deleted. Meanwhile others may begin something anew.
    for (let files = left(); files.length > 0 || busyWith() !== null; files = left()) {
      for (let busy = busyWith(); busy !== null; busy = busyWith()) {
        busy.abort.abort(busy === this.#files.busy(guid) ? DELETED : STOPPED);
        // Whoever asked for it hears how it went.
        await busy.ended.catch(() => undefined);
      }
      await this.#files.remove(files);
      for (const { name } of files) gone.add(name);
    }
    const job = this.#find(guid);
    const media = this.#after.media.filesOf(job);
    this.#lastRoom(() => {
      this.#parts.store.shared?.revoke(guid);
      this.#parts.store.jobs.remove(job.id);
    });
    this.#forget(guid);
    this.#news.tell('removed', job);
    this.#pump();
    this.#parts.forgetCookies(guid);
    await Promise.all([this.#windows.forgetExport(job), this.#after.media.removeUnnamed(media)]);
    this.#parts.store.renewReserve();
  }

  async writeFiles(guid: string, formats: readonly FileFormat[], layout?: JobFile['layout']): Promise<JobRecord> {
    return this.#files.writeFurther(this.#ended(guid), formats, layout);
  }

  async writeAside(guid: string, wish: FilesWish): Promise<FilesAside> {
    return this.#files.writeAside(this.#ended(guid), wish);
  }

  async restoreFile(guid: string, format: FileFormat, layout?: JobFile['layout']): Promise<JobFile | null> {
    return this.#files.restore(this.#find(guid), format, layout);
  }

  dropFiles = (guid: string): Promise<void> => this.#files.drop(guid);

  async reprocess(guid: string, wish: Reprocessing): Promise<JobRecord> {
    return this.#reprocessings.start(this.#ended(guid), wish);
  }

  async cancelReprocessing(guid: string): Promise<void> {
    await this.#reprocessings.cancel(this.#find(guid), STOPPED);
  }

  subscribe(listener: (change: JobChange) => void): () => void {
    return this.#news.subscribe(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort(CLOSING);
    await this.#running.end(CLOSING);
    this.#windows.close();
    await this.#reprocessings.close(CLOSING);
    await this.#files.close(STOPPED);
    await this.#removals.close(CLOSING);
    await this.#parts.sentiment?.close();
    await this.#parts.writing.close();
    await this.#parts.network.close();
    this.#parts.store.close();
  }

  /** What was interrupted, then what waits. */
  #goOn(): void {
    if (this.#closing.signal.aborted) return;
    const { jobs, shared } = this.#parts.store;
    for (const job of shared === null ? jobs.byStatus('progress') : [])
      if (!job.needsYou && (job.sandbox || !this.#isPaused) && this.#running.get(job.guid) === undefined) this.#run(job);
    this.#pump();
  }

  #pump(): void {
    if (this.#closing.signal.aborted) return;
    const { store, now } = this.#parts;
    // An end may also be that of one that copied from what was removed.
    this.#removals.go();
    // Whose turn it is, is said from outside.
    if (store.shared !== null) return;
    for (const job of store.jobs.byStatus('queueing')) {
      if (this.#running.get(job.guid) !== undefined || this.#chances.isHeldBack(job.guid, now())) continue;
      if (job.sandbox || (!this.#isPaused && this.#running.size < tierOf(job.plan).concurrentExports)) this.#run(job);
    }
  }

  #run(job: JobRecord): void {
    const work = (signal: AbortSignal) => this.#runToItsEnd(job, signal).finally(() => this.#news.forget(job.guid));
    this.#running.start(job.guid, work, () => {
      const again = this.#windows.after(job.guid);
      if (again !== null && !this.#isPaused && !this.#closing.signal.aborted) this.#run(again);
      this.#pump();
    });
    if (this.#windows.wayOf(job) === 'window') this.#running.stepAside(job.guid);
  }

  /** Fails only where the store is damaged: then nothing can be noted any more, and the thread goes down with what it has. */
  async #runToItsEnd(queued: JobRecord, signal: AbortSignal): Promise<void> {
    const { store, now, retryScale } = this.#parts;
    try {
      const job = queued.status === 'progress' ? queued : await this.#begin(queued);
      if (job.sandbox) storeSample(store, job, await this.#parts.sampleItems(job, await platformOf(job, this.#parts)));
      else await this.#fetchAll(job, this.#windows.wayOf(job), signal);
      await this.#after.doAll(job.guid, signal, (record) => this.#news.tellProgress(record));
      const finishedAtMs = now();
      const written = await this.#files.write({ ...this.#find(job.guid), finishedAtMs }, 'done', job.formats, signal);
      const done = { status: 'done', files: written.files, exported: written.rows, replies: written.replies, finishedAtMs } as const;
      const finished = this.#change(job, done, 'export.finished');
      this.#forget(job.guid);
      this.#news.tell('finished', finished);
    } catch (error) {
      if (isOutOfHands(error) && store.shared !== null) return;
      // A stop, a removal and a quit set the status themselves, or leave it for the next start.
      await noteAtLast(() => this.#fail(queued.guid, asCommentdockError(error)), { signal, retryScale });
    }
  }

  /** Files of an earlier run say no longer what is stored: they are gone before anybody is told. */
  async #begin(queued: JobRecord): Promise<JobRecord> {
    this.#parts.store.renewReserve();
    const start = { status: 'progress', startedAtMs: this.#parts.now(), error: null, errorCode: null, needsYou: null, files: [] } as const;
    // A job that was queued again is not a new one: its webhooks know of it.
    const job = this.#change(queued, start, queued.retry === 0 ? 'export.created' : null);
    await this.#files.outdate(queued);
    this.#news.tell('started', job);
    return job;
  }

  async #fetchAll(job: JobRecord, way: Way, signal: AbortSignal): Promise<void> {
    await this.fetching.fetchAll({
      job,
      platform: await platformOf(job, this.#parts),
      way,
      signal,
      onCommit: (record) => this.#news.tellProgress(record),
      onSession: (profile, session) => this.#windows.began(job.guid, profile, session),
      news: this.#windows.newsOf(job.guid),
      help: this.turns.helpOf(job.guid),
    });
  }

  /** Nobody has come: the window is closed, and the export ends with the code of the wall. */
  async #giveUp(guid: string, error: CommentdockError): Promise<void> {
    const running = this.#running.get(guid);
    running?.abort.abort(error);
    await running?.ended;
    if (!this.#parts.store.jobs.find(guid)?.needsYou) return;
    await noteAtLast(() => this.#fail(guid, error), { signal: this.#closing.signal, retryScale: this.#parts.retryScale });
  }

  #forget(guid: string): void {
    this.#chances.forget(guid);
    this.#windows.forget(guid);
  }

  #fail(guid: string, error: CommentdockError): void {
    const { store, now, retryScale } = this.#parts;
    const job = store.jobs.find(guid);
    // Another machine removed it meanwhile.
    if (job === null) return this.#forget(guid);
    if (this.#windows.waitsAt(job, error)) return this.#chances.forget(guid);
    const code: JobErrorCode = JOB_ERROR_CODES.find((known) => known === error.code) ?? 'INTERNAL';
    const ledger = { ...store.jobs.ledger(job.id), resumable: true };
    const failure = { status: 'error', error: error.message, errorCode: code, needsYou: null, ledger, finishedAtMs: now() } as const;
    const chance = this.#chances.of(guid);
    if (!requeuesItself(error, chance.requeues)) {
      const failed = store.lastRoom(() => this.#change(job, failure, 'export.failed'));
      this.#forget(guid);
      return this.#news.tell('failed', failed);
    }
    // Not two commits: a crash between them would leave a failure that nobody was told of.
    const requeued = store.lastRoom(() => this.#requeue(this.#change(job, failure, null)));
    chance.requeues += 1;
    const waitMs = backoffMs(3, retryScale);
    this.#chances.holdBack(guid, now() + waitMs);
    this.#news.tell('requeued', requeued);
    void wait(waitMs, this.#closing.signal).then(() => {
      this.#chances.letGo(guid);
      this.#pump();
    }, ignoreAbort);
  }

  /** What cannot be ended or deleted goes on: nothing stays between. @throws CommentdockError DISK */
  #lastRoom<T>(work: () => T): T {
    try {
      return this.#parts.store.lastRoom(work);
    } catch (error) {
      this.#goOn();
      throw error;
    }
  }

  #requeue(job: JobRecord): JobRecord {
    const again = { status: 'queueing', retry: job.retry + 1, error: null, errorCode: null, finishedAtMs: null } as const;
    return this.#change(job, again, 'export.requeued');
  }

  /** A change of state and what webhooks are told of it, in one transaction. */
  #change(job: JobRecord, patch: JobPatch, event: WebhookEventName | null): JobRecord {
    const { store } = this.#parts;
    return store.transaction(() => {
      const changed = store.jobs.update(job.id, patch);
      if (event !== null) store.outbox.add(event, changed);
      if (patch.status === 'queueing') store.shared?.enqueue([changed]);
      return changed;
    });
  }

  #find(guid: string): JobRecord {
    const job = this.#parts.store.jobs.find(guid);
    if (job === null) throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no export ${guid}.`);
    return job;
  }

  #ended(guid: string): JobRecord {
    const job = this.#find(guid);
    if (isTerminal(job.status)) return job;
    throw new CommentdockError('INVALID_REQUEST', `The export is in state "${job.status}". Ask again when it has ended.`);
  }

  #expect(guid: string, to: JobStatus, verb: string): JobRecord {
    const job = this.#find(guid);
    if (mayBecome(job.status, to)) return job;
    throw new CommentdockError('INVALID_REQUEST', `The export is in state "${job.status}" and cannot be ${verb}.`);
  }
}

function ignoreAbort(error: unknown): void {
  if (error !== CLOSING) throw error;
}
