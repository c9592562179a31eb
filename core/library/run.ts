import type { Completeness } from '#core/contract/completeness.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { ExportedItem } from '#core/contract/exported-item-schema.ts';
import { changesAtTheEnd, type JobRecord } from '#core/contract/job-record.ts';
import type { Layout } from '#core/contract/layout.ts';
import { isTerminal, type JobStatus } from '#core/contract/job.ts';
import { FILE_FORMATS, type FileFormat, fileEnding, formatOfName } from '#core/contract/tier.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { JobReader } from '#core/exports/ports.ts';
import { recordsOf } from '#core/exports/record-lines.ts';
import { saveFileOf } from '#core/exports/save-file.ts';
import type { ExportRun } from '#core/library/interface.ts';
import type { OperationName, OperationTypes } from '#core/operations/registry.ts';

/** Rows that are read at once. */
const ROWS_AT_ONCE = 200;
/** The engine tells of progress ten times a second at most, and not of each commit. */
const LOOK_AGAIN_MS = 250;

type RowsPage = OperationTypes['exports.rows']['output'];

/** Calls an operation as the owner. @throws CommentdockError */
export type CallHere = <N extends OperationName>(name: N, input: OperationTypes[N]['input']) => Promise<OperationTypes[N]['output']>;

interface RunParts {
  readonly jobs: Pick<JobReader, 'find'>;
  readonly engine: Pick<EnginePort, 'subscribe'>;
  /** Aborts when nothing can be read any more. */
  readonly over: AbortSignal;
  readonly call: CallHere;
}

/** One export as its program sees it. Rows are read from the store when they are asked for: whoever reads slowly holds up nobody. */
export class Run implements ExportRun {
  readonly #parts: RunParts;
  #job: JobRecord;

  constructor(job: JobRecord, parts: RunParts) {
    this.#parts = parts;
    this.#job = job;
  }

  get guid(): string {
    return this.#job.guid;
  }

  get state(): JobStatus {
    return this.#look().status;
  }

  get ledger(): Completeness {
    return this.#look().completeness;
  }

  get error(): CommentdockError | null {
    const { status, errorCode, error } = this.#look();
    if (status === 'stopped') return new CommentdockError('STOPPED');
    return status === 'error' ? new CommentdockError(errorCode ?? 'INTERNAL', error ?? undefined) : null;
  }

  async finished(): Promise<Completeness> {
    const { completeness } = await this.#ended();
    if (this.error !== null) throw this.error;
    return completeness;
  }

  async abort(): Promise<void> {
    if (isTerminal(this.#look().status)) return;
    try {
      await this.#parts.call('jobs.stop', { guid: this.guid });
    } catch (error) {
      // It has ended by itself just then.
      if (!isTerminal(this.#look().status)) throw error;
    }
  }

  async save(path: string): Promise<string> {
    const format = formatOfName(path);
    if (format === null) {
      throw new CommentdockError(
        'INVALID_REQUEST',
        `"${path}" has to end in one of: ${FILE_FORMATS.map((known) => `.${fileEnding(known)}`).join(', ')}.`,
      );
    }
    await this.#ended();
    return saveFileOf(
      () => this.#file(format),
      () => path,
    );
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ExportedItem> {
    yield* isMadeAtTheEnd(this.#look()) ? this.#recordsAtTheEnd() : this.#committed();
    if (this.error !== null) throw this.error;
  }

  /** In reading order, as far as nothing can come before them any more. */
  async *#committed(): AsyncGenerator<ExportedItem> {
    for (let cursor: string | null = null; ;) {
      const page: RowsPage = await this.#parts.call('exports.rows', { guid: this.guid, cursor, limit: ROWS_AT_ONCE });
      for (const item of page.items) {
        yield item;
        this.#parts.over.throwIfAborted();
      }
      if (page.is_complete) return;
      if (page.items.length === 0) await this.#change();
      cursor = page.next_cursor;
    }
  }

  async *#recordsAtTheEnd(): AsyncGenerator<ExportedItem> {
    await this.#ended();
    for await (const item of recordsOf(() => this.#file('jsonl', {}))) {
      yield item;
      this.#parts.over.throwIfAborted();
    }
  }

  /** @param layout left out: as the export says */
  #file(format: FileFormat, layout?: Layout) {
    return this.#parts.call('exports.download', { guid: this.guid, format, layout, partial: true });
  }

  /** As it is stored now; once nothing can be read any more, as it was. */
  #look(): JobRecord {
    return this.#parts.over.aborted ? this.#job : (this.#job = this.#parts.jobs.find(this.guid) ?? this.#job);
  }

  /** @throws CommentdockError RESOURCE_NOT_FOUND where it was deleted; the reason why nothing can be read */
  #find(): JobRecord {
    this.#parts.over.throwIfAborted();
    const found = this.#parts.jobs.find(this.guid);
    if (found === null) throw new CommentdockError('RESOURCE_NOT_FOUND', 'The export was deleted.');
    return (this.#job = found);
  }

  async #ended(): Promise<JobRecord> {
    let job = this.#find();
    for (; !isTerminal(job.status); job = this.#find()) await this.#change();
    return job;
  }

  /** Waits until something of it may have changed. */
  async #change(): Promise<void> {
    const { engine, over } = this.#parts;
    const { promise, resolve } = Promise.withResolvers<void>();
    const unsubscribe = engine.subscribe(({ job }) => {
      if (job.guid === this.guid) resolve();
    });
    const timer = setTimeout(resolve, LOOK_AGAIN_MS);
    const onOver = (): void => resolve();
    over.addEventListener('abort', onOver, { once: true });
    await promise;
    unsubscribe();
    clearTimeout(timer);
    over.removeEventListener('abort', onOver);
  }
}

/** The file alone has it right. */
function isMadeAtTheEnd(job: JobRecord): boolean {
  return changesAtTheEnd(job) || (job.sentiment ?? null) !== null;
}
