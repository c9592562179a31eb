import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { Activity, JobFiles } from '#core/engine/job-files.ts';
import type { EngineStore, JobChange } from '#core/engine/ports.ts';
import type { Reprocessing } from '#core/engine/sentiment-ports.ts';
import type { SentimentStep } from '#core/engine/sentiment-step.ts';

interface ReprocessingsParts {
  readonly store: EngineStore;
  readonly files: JobFiles;
  readonly step: SentimentStep;
  tell(change: JobChange): void;
}

/** Further work on exports that have ended: their texts are judged and their files replaced. Nothing is fetched. */
export class Reprocessings {
  readonly #parts: ReprocessingsParts;
  readonly #running = new Map<string, Activity & { readonly ended: Promise<JobRecord> }>();

  constructor(parts: ReprocessingsParts) {
    this.#parts = parts;
  }

  /** Goes on with what a crash or quit interrupted. */
  resume(): void {
    for (const { guid, wish } of this.#parts.store.reprocessings.all()) {
      const job = this.#parts.store.jobs.find(guid);
      // How it ends is told to whoever listens.
      if (job !== null) void this.start(job, wish).catch(() => undefined);
    }
  }

  /**
   * Two that ask at the same time get the same, with the files of both.
   * @throws CommentdockError what the judge gives up with, and as `JobFiles.writeFurther`
   */
  start(job: JobRecord, wish: Reprocessing): Promise<JobRecord> {
    const standing = this.#running.get(job.guid);
    if (standing !== undefined) return standing.ended.then(() => this.start(this.#parts.store.jobs.find(job.guid) ?? job, wish));
    this.#parts.store.reprocessings.set(job.id, wish);
    const abort = new AbortController();
    const ended = this.#run(job, wish, abort.signal).finally(() => this.#running.delete(job.guid));
    this.#running.set(job.guid, { abort, ended });
    return ended;
  }

  busy(guid: string): Activity | null {
    return this.#running.get(guid) ?? null;
  }

  /** Ends what runs for this export, for good. */
  async cancel(guid: string, reason: CommentdockError): Promise<void> {
    const running = this.#running.get(guid);
    running?.abort.abort(reason);
    await running?.ended.catch(() => undefined);
  }

  /** Cuts short what runs; the next start goes on with it. */
  async close(reason: Error): Promise<void> {
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort(reason);
    await Promise.allSettled(running.map(({ ended }) => ended));
  }

  async #run(job: JobRecord, wish: Reprocessing, signal: AbortSignal): Promise<JobRecord> {
    const { store, files, step, tell } = this.#parts;
    const { format } = wish;
    try {
      await step.judge(job, wish, signal, (record) => tell({ kind: 'judging', job: record }));
      // Files that are being written without the verdicts come first: these replace them.
      await files.busy(job.guid)?.ended.catch(() => undefined);
      signal.throwIfAborted();
      const current = store.jobs.find(job.guid) ?? job;
      const formats = new Set([...current.formats, ...current.files.map((file) => file.format), format]);
      const written = await files.replaceAll(current, [...formats]);
      store.reprocessings.drop(job.id);
      tell({ kind: 'reprocessed', job: written, format });
      return written;
    } catch (error) {
      const isClosing = signal.aborted && !(signal.reason instanceof CommentdockError);
      if (!isClosing) {
        store.reprocessings.drop(job.id);
        const current = store.jobs.find(job.guid);
        if (current !== null) tell({ kind: 'notReprocessed', job: current, format });
      }
      throw error;
    }
  }
}
