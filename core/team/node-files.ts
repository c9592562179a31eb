import { setTimeout as delay } from 'node:timers/promises';
import { asCommentdockError } from '#core/contract/error.ts';
import { fileOf, type JobFile, type JobRecord } from '#core/contract/job-record.ts';
import type { Layout } from '#core/contract/layout.ts';
import type { FileFormat } from '#core/contract/tier.ts';
import type { EnginePort, JobChange } from '#core/engine/ports.ts';
import { typeOfFile } from '#core/exports/file-types.ts';
import type { ExportFile, ResultFiles } from '#core/exports/files.ts';
import { MOST_LOOKS } from '#core/exports/open-file.ts';
import type { JobReader } from '#core/exports/ports.ts';
import { downloadName } from '#core/exports/presentation.ts';
import type { Bucket } from '#core/team/bucket.ts';
import type { FileCache } from '#core/team/file-cache.ts';

/** So long a bucket that failed is left alone: files come from rows meanwhile. */
const BUCKET_REST_MS = 30_000;
/** Ways to the bucket: what is to be done for one export is done one after the other, on the same way. */
const WAYS = 8;
/** Names that are remembered with their exports; the oldest go first. */
const MOST_NAMES = 50_000;
/** How long the end of the service waits for what is on its way to the bucket. */
const CLOSING_MS = 10_000;

interface NodeFilesParts {
  readonly cache: FileCache;
  /** Null: there is none. */
  readonly bucket: Bucket | null;
  readonly jobs: Pick<JobReader, 'find' | 'ofFile'>;
  readonly engine: Pick<EnginePort, 'restoreFile'>;
  /** Of trouble that nobody else hears of. */
  warn(words: string): void;
  now(): number;
}

/**
 * Files of exports on a node that keeps some of them: what is noted is elsewhere, was cleared away, or is here. What is not here comes from
 * the bucket, or is written from rows, once for all who ask meanwhile.
 */
export class NodeFiles implements ResultFiles {
  readonly #parts: NodeFilesParts;
  readonly #coming = new Map<string, Promise<number | null>>();
  readonly #ways: Promise<void>[] = Array.from({ length: WAYS }, () => Promise.resolve());
  /** Of which export a file is that came here. */
  readonly #exportOf = new Map<string, string>();
  #bucketRestsUntilMs = 0;

  constructor(parts: NodeFilesParts) {
    this.#parts = parts;
  }

  async has(job: JobRecord, format: FileFormat, layout?: Layout): Promise<boolean> {
    return fileOf(job, format, layout) !== undefined;
  }

  async find(job: JobRecord, format: FileFormat, layout?: Layout): Promise<ExportFile | null> {
    const { cache, jobs } = this.#parts;
    let current: JobRecord | null = job;
    // Between being noted and being found a file may be replaced, or go with its export: the next look says which.
    for (let looks = 0; current !== null && looks < MOST_LOOKS; looks += 1) {
      const noted = fileOf(current, format, layout);
      if (noted === undefined) return null;
      const bytes = (await cache.find(noted)) ?? (await this.#bring(current, noted));
      if (bytes !== null) return this.#handedOut(current, noted, bytes);
      current = jobs.find(job.guid);
    }
    return null;
  }

  async named(fileName: string): Promise<ExportFile | null> {
    const job = this.#parts.jobs.ofFile(fileName);
    const noted = job?.files.find(({ name }) => name === fileName);
    const found = job && noted ? await this.find(job, noted.format, noted.layout) : null;
    return found && { ...found, name: fileName };
  }

  /** Keeps in step with what becomes of exports. */
  follow({ kind, job }: JobChange): void {
    if (kind === 'finished' || kind === 'reprocessed') void this.#kept(job);
    if (kind === 'removed') this.#parts.cache.drop(job.files.map(({ name }) => name));
    // What is there of the run before, and of files that were replaced.
    const isOutdated = kind === 'removed' || kind === 'reprocessed' || (kind === 'started' && job.retry > 0);
    if (!isOutdated) return;
    const files = kind === 'removed' ? [] : job.files;
    this.#dropOthers(job.guid, files);
    this.#later(job.guid, async () => this.#parts.bucket?.keepOnly(job.guid, files));
  }

  /** Files that the engine just wrote here. */
  async written(job: JobRecord): Promise<void> {
    await this.#kept(job);
  }

  /** What the bucket has of an export is gone when this returns. @throws CommentdockError DISK where it does not answer */
  async clearBucket(guid: string): Promise<void> {
    await this.#parts.bucket?.keepOnly(guid, []);
  }

  /** Waits a while for what is on its way to the bucket. */
  async close(): Promise<void> {
    const waiting = new AbortController();
    await Promise.race([Promise.all(this.#ways), delay(CLOSING_MS, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
    this.#parts.bucket?.close();
  }

  #handedOut(job: JobRecord, noted: JobFile, bytes: number): ExportFile {
    const { cache } = this.#parts;
    const { name } = noted;
    return {
      path: cache.pathOf(name),
      name: downloadName(job, noted),
      contentType: typeOfFile(noted),
      bytes,
      open: () => cache.open(name),
    };
  }

  #bring(job: JobRecord, noted: JobFile): Promise<number | null> {
    const coming = this.#coming.get(noted.name);
    if (coming !== undefined) return coming;
    const brought = this.#bringOnce(job, noted).finally(() => this.#coming.delete(noted.name));
    this.#coming.set(noted.name, brought);
    return brought;
  }

  async #bringOnce(job: JobRecord, noted: JobFile): Promise<number | null> {
    if (await this.#cameFromBucket(job, noted)) return noted.bytes;
    const { engine, warn } = this.#parts;
    const written = await engine.restoreFile(job.guid, noted.format, noted.layout);
    if (written?.name !== noted.name) return null;
    await this.#add(job.guid, noted);
    if (this.#dropForgotten(job.guid, noted.name)) return null;
    if (noted.sha256 === undefined || written.sha256 === noted.sha256) this.#put(job.guid, noted);
    else warn(`The file ${noted.name} was noted with other bytes than it has here: another version or another kind of machine wrote it.`);
    return written.bytes;
  }

  async #cameFromBucket(job: JobRecord, noted: JobFile): Promise<boolean> {
    const { bucket, cache } = this.#parts;
    if (bucket === null || noted.sha256 === undefined || this.#bucketRests()) return false;
    try {
      const stream = await bucket.open(job.guid, noted);
      if (stream === null) return false;
      await cache.take(noted, stream);
      this.#remember(job.guid, noted.name);
      return !this.#dropForgotten(job.guid, noted.name);
    } catch (error) {
      this.#bucketFailed(error);
      return false;
    }
  }

  async #kept({ guid, files }: JobRecord): Promise<void> {
    try {
      for (const file of files) await this.#add(guid, file);
      for (const file of files) if (!this.#dropForgotten(guid, file.name)) this.#put(guid, file);
    } catch (error) {
      this.#parts.warn(asCommentdockError(error).message);
    }
  }

  async #add(guid: string, file: JobFile): Promise<void> {
    await this.#parts.cache.add(file);
    this.#remember(guid, file.name);
  }

  #remember(guid: string, name: string): void {
    this.#exportOf.set(name, guid);
    const [oldest] = this.#exportOf.size > MOST_NAMES ? this.#exportOf.keys() : [];
    if (oldest !== undefined) this.#exportOf.delete(oldest);
  }

  /** What is here of an export besides these. */
  #dropOthers(guid: string, files: readonly JobFile[]): void {
    for (const [name, of] of this.#exportOf) if (of === guid && files.every((file) => file.name !== name)) this.#drop(name);
  }

  /** True where its export was deleted or run anew while it was on its way: whoever told of that did not find it here. */
  #dropForgotten(guid: string, name: string): boolean {
    const isNoted = this.#parts.jobs.find(guid)?.files.some((file) => file.name === name) === true;
    if (!isNoted) this.#drop(name);
    return !isNoted;
  }

  #drop(name: string): void {
    this.#parts.cache.drop([name]);
    this.#exportOf.delete(name);
  }

  /** Of what is here alone: whoever wrote the others puts them there. */
  #put(guid: string, file: JobFile): void {
    const { bucket, cache, jobs } = this.#parts;
    if (bucket === null || file.sha256 === undefined) return;
    this.#later(guid, async () => {
      const handle = await cache.open(file.name);
      if (handle === null) return;
      await using _closing = handle;
      await bucket.put(guid, file, handle.createReadStream({ autoClose: false }));
      // It may have been replaced or deleted on the way.
      const files = jobs.find(guid)?.files ?? [];
      if (!files.some(({ name }) => name === file.name)) await bucket.keepOnly(guid, files);
    });
  }

  #later(guid: string, work: () => Promise<void>): void {
    if (this.#parts.bucket === null) return;
    const way = Buffer.from(guid).reduce((sum, byte) => sum + byte, 0) % WAYS;
    const before = this.#ways[way] ?? Promise.resolve();
    this.#ways[way] = before.then(() => (this.#bucketRests() ? undefined : work())).catch((error: unknown) => this.#bucketFailed(error));
  }

  #bucketRests(): boolean {
    return this.#parts.now() < this.#bucketRestsUntilMs;
  }

  #bucketFailed(error: unknown): void {
    const isKnown = this.#bucketRests();
    this.#bucketRestsUntilMs = this.#parts.now() + BUCKET_REST_MS;
    if (!isKnown) this.#parts.warn(`${asCommentdockError(error).message} Files are written from rows meanwhile.`);
  }
}
