import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { Activity, JobFiles } from '#core/engine/job-files.ts';
import type { JobNews } from '#core/engine/job-news.ts';
import type { EngineStore, JobChange } from '#core/engine/ports.ts';
import type { Reprocessing } from '#core/engine/sentiment-ports.ts';
import type { SentimentStep } from '#core/engine/sentiment-step.ts';
import type { SharedExports } from '#core/engine/shared-exports.ts';
import { isOutOfHands, OVER } from '#core/engine/turns.ts';

interface ReprocessingsParts {
  readonly store: EngineStore;
  readonly files: JobFiles;
  readonly step: SentimentStep;
  readonly news: JobNews;
}

const ENDS: ReadonlySet<JobChange['kind']> = new Set(['reprocessed', 'notReprocessed', 'removed']);

/**
 * Further work on exports that have ended: their texts are judged and their files replaced. Nothing is fetched. Of a store that several
 * machines share, the one that is given the turn does it, as it runs exports.
 */
export class Reprocessings {
  readonly #parts: ReprocessingsParts;
  readonly #running = new Map<string, Activity & { readonly ended: Promise<JobRecord> }>();

  constructor(parts: ReprocessingsParts) {
    this.#parts = parts;
  }

  /** Goes on with what a crash or quit interrupted. */
  resume(): void {
    const { reprocessings, jobs, shared } = this.#parts.store;
    for (const { guid, wish } of reprocessings.all()) {
      const job = jobs.find(guid);
      if (job === null) continue;
      // How it ends is told to whoever listens.
      if (shared === null) void this.start(job, wish).catch(() => undefined);
      else shared.enqueue([job]);
    }
  }

  /**
   * Two that ask at the same time get the same, with the files of both.
   * @throws CommentdockError what the judge gives up with, and as `JobFiles.writeFurther`
   */
  start(job: JobRecord, wish: Reprocessing): Promise<JobRecord> {
    const { store } = this.#parts;
    if (store.shared !== null) return this.#queue(job, wish, store.shared);
    const standing = this.#running.get(job.guid);
    if (standing !== undefined) return standing.ended.then(() => this.start(store.jobs.find(job.guid) ?? job, wish));
    store.reprocessings.set(job.id, wish);
    return this.#begin(job, wish, new AbortController());
  }

  /** Does what is wished of an export, in the turn that ends with the signal. */
  async take(guid: string, signal: AbortSignal): Promise<void> {
    const { jobs, reprocessings } = this.#parts.store;
    for (let job = jobs.find(guid); job !== null && !signal.aborted; job = jobs.find(guid)) {
      const wish = reprocessings.of(job.id);
      if (wish === null) return;
      const abort = new AbortController();
      const end = (): void => abort.abort(OVER);
      signal.addEventListener('abort', end, { once: true });
      try {
        await this.#begin(job, wish, abort);
      } catch (error) {
        // How else it ends is told to whoever listens.
        if (isOutOfHands(error)) throw error;
      } finally {
        signal.removeEventListener('abort', end);
      }
    }
  }

  busy(guid: string): Activity | null {
    return this.#running.get(guid) ?? null;
  }

  /** Ends what runs for this export, for good. */
  async cancel(job: JobRecord, reason: CommentdockError): Promise<void> {
    const running = this.#running.get(job.guid);
    if (running === undefined) return this.#cancelElsewhere(job);
    running.abort.abort(reason);
    await running.ended.catch(() => undefined);
  }

  /** Another machine ended it for good. */
  drop(guid: string): void {
    this.#running.get(guid)?.abort.abort(OVER);
  }

  /** Cuts short what runs; the next start goes on with it. */
  async close(reason: Error): Promise<void> {
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort(reason);
    await Promise.allSettled(running.map(({ ended }) => ended));
  }

  #begin(job: JobRecord, wish: Reprocessing, abort: AbortController): Promise<JobRecord> {
    const ended = this.#run(job, wish, abort.signal).finally(() => this.#running.delete(job.guid));
    this.#running.set(job.guid, { abort, ended });
    return ended;
  }

  /** A wish that comes while another is worked on takes its place when that has ended. */
  #queue(job: JobRecord, wish: Reprocessing, shared: SharedExports): Promise<JobRecord> {
    const { store, news } = this.#parts;
    store.transaction(() => {
      store.reprocessings.set(job.id, wish);
      shared.enqueue([job]);
    });
    const { promise, resolve, reject } = Promise.withResolvers<JobRecord>();
    const stop = news.subscribe(({ kind, job: told }) => {
      if (told.guid !== job.guid || !ENDS.has(kind)) return;
      stop();
      if (kind === 'reprocessed') resolve(told);
      else reject(new CommentdockError('STOPPED', 'The export was not processed anew.'));
    });
    return promise;
  }

  #cancelElsewhere(job: JobRecord): void {
    const { store, news } = this.#parts;
    const wish = store.reprocessings.of(job.id);
    if (wish === null) return;
    store.transaction(() => {
      store.reprocessings.drop(job.id, wish);
      store.shared?.revoke(job.guid);
    });
    news.announce({ kind: 'notReprocessed', job, format: wish.format });
  }

  async #run(job: JobRecord, wish: Reprocessing, signal: AbortSignal): Promise<JobRecord> {
    const { store, files, step, news } = this.#parts;
    const { format } = wish;
    try {
      await step.judge(job, wish, signal, (record) => news.announce({ kind: 'judging', job: record }));
      // Files that are being written without the verdicts come first: these replace them.
      await files.busy(job.guid)?.ended.catch(() => undefined);
      signal.throwIfAborted();
      const current = store.jobs.find(job.guid) ?? job;
      const formats = new Set([...current.formats, ...current.files.map((file) => file.format), format]);
      const written = await files.replaceAll(current, [...formats]);
      store.reprocessings.drop(job.id, wish);
      news.announce({ kind: 'reprocessed', job: written, format });
      return written;
    } catch (error) {
      const goesOn = (signal.aborted && !(signal.reason instanceof CommentdockError)) || (store.shared !== null && isOutOfHands(error));
      if (!goesOn) {
        store.reprocessings.drop(job.id, wish);
        const current = store.jobs.find(job.guid);
        if (current !== null) news.announce({ kind: 'notReprocessed', job: current, format });
      }
      throw error;
    }
  }
}
