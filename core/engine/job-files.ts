import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { CommentdockError } from '#core/contract/error.ts';
import { fileOf, type JobFile, type JobRecord, ownLayout } from '#core/contract/job-record.ts';
import type { Layout } from '#core/contract/layout.ts';
import { isTerminal, type JobStatus } from '#core/contract/job.ts';
import { settledPseudonyms } from '#core/contract/pseudonyms.ts';
import { type FileFormat, tierOf } from '#core/contract/tier.ts';
import { presentLedger } from '#core/engine/completeness.ts';
import { exportRowOf } from '#core/engine/export-run.ts';
import type { EngineStore, FilesAside, FilesWish } from '#core/engine/ports.ts';
import type { WritingPort, Written } from '#core/engine/writing-port.ts';
import { presentSentiment } from '#core/engine/sentiment-account.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';

/** What the names look like that files get here: `<platform>-<type>_<32 hexadecimal digits>.<ending of the format>`, and of those that are cut up. */
const OWN_NAME = /^[a-z0-9]+-[a-z_]+_[0-9a-f]{32}(?:_p\d+)?(?:\.[a-z]+)+$/;
/** Files in other layouts that an export keeps: the oldest give way. */
const MOST_LAID_OUT = 20;

interface JobFilesParts {
  readonly store: Pick<EngineStore, 'jobs'>;
  readonly writing: WritingPort;
  readonly exportsFolder: string;
  /** @throws CommentdockError INTERNAL for a platform that this version does not know */
  platformOf(job: JobRecord): Promise<PlatformDefinition>;
  /** As the part of the engine. */
  keyForProject(project: string): Uint8Array;
  now(): number;
}

interface FileKind {
  readonly baseName?: string;
  /** Left out: that of the job's own files. */
  readonly layout?: Layout;
  readonly hidesRemarks?: true | undefined;
}

/** Something under way that can be cut short. */
export interface Activity {
  readonly abort: AbortController;
  readonly ended: Promise<unknown>;
}

/** The files of jobs: has them written, knows which belong to whom, removes those that belong to nobody any more. */
export class JobFiles {
  readonly #parts: JobFilesParts;
  readonly #writing = new Map<string, Activity & { readonly guid: string }>();

  constructor(parts: JobFilesParts) {
    this.#parts = parts;
  }

  /**
   * Files of what is stored, under names that nobody can guess. They speak of the job in the state it will have: `status`, and `finishedAtMs`
   * as it will be noted. Written once more, later or elsewhere, they are the same.
   * @param kind what they are like; `baseName`: of files that are written once more, left out: new names
   * @throws CommentdockError DISK; the signal's reason, and nothing is left then
   */
  async write(
    job: JobRecord,
    status: JobStatus,
    formats: readonly FileFormat[],
    signal: AbortSignal,
    { baseName = newBaseName(job), layout, hidesRemarks }: FileKind = {},
  ): Promise<Written> {
    const { store, writing, now, platformOf, keyForProject } = this.#parts;
    const platform = await platformOf(job);
    const { limit } = toExportOptions(job.options, platform, tierOf(job.plan));
    const { order = 'tree' } = exportRowOf(platform, job.target);
    const { pseudonyms: wish } = layout ?? ownLayout(job);
    const ledger = store.jobs.ledger(job.id);
    return writing.write({
      jobGuid: job.guid,
      limit,
      order,
      formats,
      baseName,
      platformName: platform.name,
      finishedAtMs: job.finishedAtMs ?? now(),
      completeness: presentLedger(ledger, { ...job, status }),
      sentiment: ledger.sentiment?.shown === true ? presentSentiment(ledger.sentiment) : null,
      detectsLanguage: ledger.language === true,
      pseudonyms: wish === undefined ? null : { ...settledPseudonyms(wish), key: keyForProject(wish.project) },
      ...(layout === undefined ? {} : { layout }),
      ...(hidesRemarks === undefined ? {} : { hidesRemarks }),
      signal,
    });
  }

  /**
   * Further files of a job that does not run. Two that ask for the same at the same time get the same.
   * @throws CommentdockError RESOURCE_NOT_FOUND; INVALID_REQUEST where the job went on meanwhile; DISK
   */
  writeFurther(job: JobRecord, formats: readonly FileFormat[], layout?: Layout): Promise<JobRecord> {
    const what = `${formats.join()} ${JSON.stringify(layout)}`;
    return this.#once(job.guid, what, (signal) => this.#writeAndNote(job, formats, signal, layout));
  }

  /** Writes all files of a job in these formats anew: what they say is another thing now. Those in other layouts go. */
  async replaceAll(job: JobRecord, formats: readonly FileFormat[]): Promise<JobRecord> {
    const written = await this.writeFurther(job, formats);
    const outdated = written.files.filter(({ layout }) => layout !== undefined);
    if (outdated.length === 0) return written;
    const changed = this.#parts.store.jobs.update(job.id, { files: written.files.filter(({ layout }) => layout === undefined) });
    await this.remove(outdated);
    return changed;
  }

  /**
   * A file that is noted, under its name. Two that ask for it at the same time get the same. Null where it is noted no more.
   * @throws CommentdockError as `writeFurther`
   */
  async restore(job: JobRecord, format: FileFormat, layout?: Layout): Promise<JobFile | null> {
    const file = fileOf(job, format, layout);
    return file === undefined ? null : this.#once(job.guid, file.name, (signal) => this.#writeNoted(job, file, signal));
  }

  /**
   * Files of a job that does not run, for whoever asked to open and remove: they are noted nowhere.
   * @throws CommentdockError as `writeFurther`
   */
  writeAside(job: JobRecord, { formats, ...kind }: FilesWish): Promise<FilesAside> {
    const baseName = newBaseName(job);
    return this.#once(job.guid, baseName, async (signal) => {
      const { files, rows } = await this.write(job, job.status, formats, signal, { baseName, ...kind });
      const { exportsFolder } = this.#parts;
      return { rows, files: files.map(({ format, name, bytes }) => ({ format, bytes, path: join(exportsFolder, name) })) };
    });
  }

  /** The writing of a job's further files, while there is any. */
  busy(guid: string): Activity | null {
    return [...this.#writing.values()].find((writing) => writing.guid === guid) ?? null;
  }

  /**
   * A new run begins: files of the former one go, and none that is still being written for it comes to stand. One that cannot be
   * removed belongs to nobody any more: the next start of the service tries again.
   */
  async outdate(job: JobRecord): Promise<void> {
    for (let busy = this.busy(job.guid); busy !== null; busy = this.busy(job.guid)) {
      busy.abort.abort(wentOn());
      await busy.ended.catch(ignoreFailure);
    }
    await this.remove(job.files).catch(ignoreFailure);
  }

  /** Files of a job that does not run say no longer what is stored. Those that are being written are waited for: they go with the others. */
  async drop(guid: string): Promise<void> {
    const { jobs } = this.#parts.store;
    for (let busy = this.busy(guid); busy !== null; busy = this.busy(guid)) await busy.ended.catch(ignoreFailure);
    const job = jobs.find(guid);
    if (job === null || !isTerminal(job.status) || job.files.length === 0) return;
    jobs.update(job.id, { files: [] });
    await this.remove(job.files);
  }

  /** @throws CommentdockError DISK */
  async remove(files: readonly JobFile[]): Promise<void> {
    const outcomes = await Promise.allSettled(files.map(({ name }) => unlink(join(this.#parts.exportsFolder, name))));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected' && (outcome.reason as NodeJS.ErrnoException).code !== 'ENOENT');
    if (failed?.status !== 'rejected') return;
    throw new CommentdockError('DISK', 'A file of the export could not be removed. Close the program that has it open.', {
      cause: failed.reason,
    });
  }

  /** Removes whole files that no job knows: a process was killed between writing them and noting them. */
  removeStray(): void {
    const { exportsFolder, store } = this.#parts;
    for (const name of readdirSync(exportsFolder)) {
      if (OWN_NAME.test(name) && !store.jobs.knowsFile(name)) rmSync(join(exportsFolder, name), { force: true });
    }
  }

  /** Cuts short what is being written. */
  async close(reason: Error): Promise<void> {
    const writing = [...this.#writing.values()];
    for (const { abort } of writing) abort.abort(reason);
    await Promise.allSettled(writing.map(({ ended }) => ended));
  }

  #once<T>(guid: string, what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const key = `${guid} ${what}`;
    const standing = this.#writing.get(key);
    // What is asked for says what comes of it.
    if (standing !== undefined) return standing.ended as Promise<T>;
    const abort = new AbortController();
    const ended = work(abort.signal).finally(() => this.#writing.delete(key));
    this.#writing.set(key, { guid, abort, ended });
    return ended;
  }

  async #writeNoted(job: JobRecord, { name, format, layout }: JobFile, signal: AbortSignal): Promise<JobFile | null> {
    const kind = { baseName: name.slice(0, name.indexOf('.')), ...(layout === undefined ? {} : { layout }) };
    const { files } = await this.write(job, job.status, [format], signal, kind);
    if (this.#parts.store.jobs.knowsFile(name)) return files[0] ?? null;
    await this.remove(files);
    return null;
  }

  async #writeAndNote(job: JobRecord, formats: readonly FileFormat[], signal: AbortSignal, layout?: Layout): Promise<JobRecord> {
    // Whoever prepared for it may have taken long: files that are noted now would be lost at the end of the run.
    if (!isTerminal(job.status)) throw wentOn();
    const { store } = this.#parts;
    const written = await this.write(job, job.status, formats, signal, layout === undefined ? {} : { layout });
    const current = store.jobs.find(job.guid);
    if (current?.status !== job.status) {
      await this.remove(written.files);
      throw wentOn();
    }
    const laidOut = current.files.filter((file) => file.layout !== undefined);
    const tooOld = layout === undefined ? [] : laidOut.slice(0, Math.max(0, laidOut.length + formats.length - MOST_LAID_OUT));
    const goes = (file: JobFile): boolean => tooOld.includes(file) || fileOf(written, file.format, file.layout) !== undefined;
    const files = [...current.files.filter((file) => !goes(file)), ...written.files];
    const changed = store.jobs.update(job.id, { files });
    await this.remove(current.files.filter(goes));
    return changed;
  }
}

function newBaseName(job: JobRecord): string {
  return `${job.platform}-${job.target.type}_${randomBytes(16).toString('hex')}`;
}

function wentOn(): CommentdockError {
  return new CommentdockError('INVALID_REQUEST', 'The export went on while its file was written. Ask again when it has ended.');
}

/** Whoever asked for it hears how it went; what matters here is that it is over. */
function ignoreFailure(): void {}
