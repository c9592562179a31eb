import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#core/config/config.ts';
import { withSettings } from '#core/config/given-settings.ts';
import type { Completeness } from '#core/contract/completeness.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { ExportedItem } from '#core/contract/exported-item-schema.ts';
import type { Commentdock, ExportedUrl, OpenOptions, UrlOptions } from '#core/library/interface.ts';

export { CommentdockError };
export type { Commentdock, Completeness, ExportedItem, ExportedUrl, OpenOptions, UrlOptions };
export type { ErrorCode } from '#core/contract/error.ts';
export type { JobStatus } from '#core/contract/job.ts';
export type { JobOptions } from '#core/contract/options.ts';
export type { FileFormat } from '#core/contract/tier.ts';
export type { ExportRun, ExportWish, Settings } from '#core/library/interface.ts';

/**
 * Opens a data folder for exports of this process. Several may be open at once, each on a folder of its own. Nothing of the process is
 * changed: no signal is caught, no variable set, nothing written to the console. Close it, or bind it with `await using`; Node ends by
 * itself then.
 * @throws CommentdockError DATA_DIR_IN_USE, DATA_DIR_NEWER, DISK; INVALID_REQUEST for a setting; the reason of the signal
 */
export async function openCommentdock(options: OpenOptions): Promise<Commentdock> {
  const { memory, dataDir, settings = {}, env = process.env, signal, onWarning = ignore } = options;
  signal?.throwIfAborted();
  if ((memory === true) === (typeof dataDir === 'string')) {
    throw new CommentdockError('INVALID_REQUEST', 'Give either `dataDir`, a folder of yours, or `memory: true`.');
  }
  // Threads of the engine share the database, so that it is a file: a private one, whose key is kept beside it.
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'commentdock-')));
  const remove = async (): Promise<void> => {
    if (memory === true) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    // Loaded when it is asked for: the core takes its time.
    const { guestOf, openDock } = await import('#core/library/dock.ts');
    const vault = memory === true ? ({ vault: 'file' } as const) : {};
    const config = withSettings(readConfig({ ...env, COMMENTDOCK_DATA_DIR: folder }), { ...vault, ...settings });
    const dock = await openDock(config, { host: guestOf(onWarning), onClosed: remove });
    signal?.addEventListener('abort', () => void dock.close(), { once: true, signal: dock.over });
    if (signal?.aborted !== true) return dock;
    await dock.close();
    throw signal.reason;
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * The items of a URL, as they are committed: opens, exports and closes with the loop, in memory where no folder is named. The export is
 * stopped where the loop is left.
 *
 *     for await (const item of exportUrl(url, { options: { limit: 100 } })) console.log(item.text);
 */
export function exportUrl(url: string, options: UrlOptions = {}): ExportedUrl {
  const { dataDir, settings, env, onWarning, save = [], ...wish } = options;
  const place = dataDir === undefined ? { memory: true as const } : { dataDir };
  let ledger: Completeness | null = null;
  async function* items(): AsyncGenerator<ExportedItem> {
    await using dock = await openCommentdock({ ...place, settings, env, onWarning });
    const run = await dock.export(url, wish);
    try {
      yield* run;
    } finally {
      await run.abort();
      for (const path of save) await run.save(path);
      ledger = run.ledger;
    }
  }
  return {
    [Symbol.asyncIterator]: items,
    get ledger() {
      return ledger;
    },
  };
}

/** For whoever wants to know of no warning. */
function ignore(): void {}
