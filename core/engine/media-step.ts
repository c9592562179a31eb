import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { asCommentdockError, CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { MEDIA_FOLDER, USUAL_MEDIA_MB } from '#core/contract/media.ts';
import { tierOf } from '#core/contract/tier.ts';
import { exportRowOf } from '#core/engine/export-run.ts';
import { NO_MEDIA } from '#core/engine/media-account.ts';
import type { FetchedFile } from '#core/engine/media-ports.ts';
import { MediaRun } from '#core/engine/media-run.ts';
import type { EngineStore, RunSession } from '#core/engine/ports.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';

/** Files that go in one turn of the event loop. */
const FILES_AT_ONCE = 100;

interface MediaStepParts {
  readonly store: EngineStore;
  readonly exportsFolder: string;
  platformOf(job: JobRecord): Promise<PlatformDefinition>;
  /** As whoever reads the rows. Whoever opens it closes it. */
  openSession(job: JobRecord, platform: PlatformDefinition): Promise<RunSession>;
}

/** Fetches the files that rows name, once all rows are here, and removes those that no export names any more. */
export class MediaStep {
  readonly #parts: MediaStepParts;

  constructor(parts: MediaStepParts) {
    this.#parts = parts;
  }

  /**
   * As the options of the job want it. Files that cannot be had do not take the export with them: the ledger says what is lacking.
   * @throws CommentdockError DISK; the signal's reason
   */
  async afterFetching(job: JobRecord, signal: AbortSignal, onCommit: (job: JobRecord) => void): Promise<void> {
    if (job.options.media === undefined || job.sandbox) return;
    try {
      await this.#fetchFiles(job, job.options.media, signal, onCommit);
    } catch (error) {
      if (signal.aborted || !(error instanceof CommentdockError) || error.code === 'DISK') throw error;
      const { store } = this.#parts;
      const { media = NO_MEDIA, ...ledger } = store.jobs.ledger(job.id);
      store.jobs.update(job.id, { ledger: { ...ledger, media: { ...media, note: error.message } } });
    }
  }

  /** Removes what no export of the store names: a process was killed before it noted it, or another machine removed its export. */
  removeStray(): void {
    this.#parts.store.mediaBytes?.dropAllUnnamed();
    const folder = this.#folder();
    if (!existsSync(folder)) return;
    const named = this.#parts.store.mediaNames.all();
    for (const name of readdirSync(folder)) if (!named.has(`${MEDIA_FOLDER}/${name}`)) rmSync(join(folder, name), { force: true });
  }

  /** The files of an export, to be handed to `removeUnnamed` once it is removed. */
  filesOf({ id, options }: JobRecord): readonly FetchedFile[] {
    return options.media === undefined ? [] : this.#parts.store.media(id).fetched();
  }

  /** Removes those of these files that no other export names. What cannot be removed goes at the next start. */
  async removeUnnamed(files: readonly FetchedFile[]): Promise<void> {
    const { store, exportsFolder } = this.#parts;
    for (const [at, { file }] of files.entries()) {
      if (at % FILES_AT_ONCE === FILES_AT_ONCE - 1) await nextTurn();
      // In one turn: nobody names it in between.
      if (!store.mediaNames.isNamed(file)) tryTo(() => rmSync(join(exportsFolder, file), { force: true }));
      store.mediaBytes?.dropUnnamed(file);
    }
  }

  async #fetchFiles(
    job: JobRecord,
    wish: NonNullable<JobRecord['options']['media']>,
    signal: AbortSignal,
    onCommit: (job: JobRecord) => void,
  ): Promise<void> {
    const { store, exportsFolder, platformOf, openSession } = this.#parts;
    this.#makeFolder();
    const platform = await platformOf(job);
    const { limit } = toExportOptions(job.options, platform, tierOf(job.plan));
    const { order = 'tree' } = exportRowOf(platform, job.target);
    const { base = null } = store.jobs.ledger(job.id).incremental ?? {};
    const former = store.jobs.find(base?.guid ?? '');
    const session = await openSession(job, platform);
    try {
      const { fetchFile } = session;
      if (fetchFile === undefined) throw new CommentdockError('INTERNAL', 'Nobody is here who could fetch files.');
      const run = new MediaRun({
        store,
        job,
        wish,
        ceilingMb: job.options.mediaMb ?? USUAL_MEDIA_MB,
        choice: { limit, order },
        exportsFolder,
        former: former === null ? [] : store.media(former.id).fetched(),
        fetchFile: (file) => fetchFile.call(session, file),
        onCommit,
      });
      await run.fetchAll(signal);
    } finally {
      await session.close();
    }
  }

  #folder(): string {
    return join(this.#parts.exportsFolder, MEDIA_FOLDER);
  }

  #makeFolder(): void {
    try {
      mkdirSync(this.#folder(), { recursive: true, mode: 0o700 });
    } catch (error) {
      throw asCommentdockError(error);
    }
  }
}

function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // Something has it open.
  }
}
