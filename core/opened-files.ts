import type { Config } from '#core/config/config.ts';
import { cacheBytes } from '#core/config/file-places.ts';
import type { MediaBytes } from '#core/engine/media-ports.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { BulkArchives, BulkStore, DatasetPort } from '#core/exports/bulk-ports.ts';
import type { ResultFiles } from '#core/exports/files.ts';
import { folderFiles } from '#core/exports/folder-files.ts';
import type { JobReader, MediaFiles, MediaReader } from '#core/exports/ports.ts';
import { storedArchives } from '#core/exports/stored-archives.ts';
import { mediaIn } from '#core/opened-media.ts';
import type { NodeFiles } from '#core/team/node-files.ts';
import { storePlace } from '#core/store/place.ts';
import { startDatasets } from '#core/threads/dataset-client.ts';

interface OpenedFilesParts {
  readonly config: Config;
  readonly exportsFolder: string;
  readonly jobs: JobReader;
  readonly bulk: BulkStore;
  readonly mediaReader: MediaReader;
  readonly mediaBytes: Pick<MediaBytes, 'partsOf'> | null;
  /** The engine that writes into the folder, and what its thread makes there besides. */
  readonly engine: EnginePort;
  readonly pack: DatasetPort['pack'];
  readonly merge: DatasetPort['merge'];
  warn(words: string): void;
}

interface OpenedFiles extends AsyncDisposable {
  readonly resultFiles: ResultFiles;
  readonly media: MediaFiles;
  readonly archives: BulkArchives;
  readonly datasets: DatasetPort;
  /** In the place of the one that was given: what it writes and removes is kept in step with. */
  readonly engine: EnginePort;
}

/** The files of this node: all of them in the folder, or a cache of those that are elsewhere too. @throws CommentdockError DISK */
export async function openFiles(parts: OpenedFilesParts): Promise<OpenedFiles> {
  const maxBytes = cacheBytes(parts.config);
  const datasets: DatasetPort = { ...startDatasets(storePlace(parts.config)), pack: parts.pack, merge: parts.merge };
  const media = await openMedia(parts, maxBytes);
  if (maxBytes === null) {
    const resultFiles = folderFiles(parts.exportsFolder);
    const archives = storedArchives({ ...parts, datasets, media, resultFiles });
    return { resultFiles, media, archives, datasets, engine: parts.engine, [Symbol.asyncDispose]: () => datasets.close() };
  }
  // Loaded where it is wanted: a desktop has no use for it.
  const { streamedArchives } = await import('#core/team/streamed-archives.ts');
  const resultFiles = await openNodeFiles(parts, maxBytes);
  const unsubscribe = parts.engine.subscribe((change) => resultFiles.follow(change));
  const engine = keptInStep(parts.engine, resultFiles);
  return {
    resultFiles,
    media,
    archives: streamedArchives({ ...parts, datasets, engine, media, resultFiles }),
    datasets,
    engine,
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await resultFiles.close();
      await datasets.close();
    },
  };
}

/** @param maxBytes what a cache of them may have */
async function openMedia(
  { exportsFolder, mediaReader: reader, mediaBytes: bytes }: OpenedFilesParts,
  maxBytes: number | null,
): Promise<MediaFiles> {
  if (bytes === null || maxBytes === null) return mediaIn(exportsFolder, reader);
  const { sharedMedia } = await import('#core/team/shared-media.ts');
  return sharedMedia({ exportsFolder, reader, bytes, maxBytes, now: Date.now });
}

async function openNodeFiles({ config, exportsFolder, warn, ...parts }: OpenedFilesParts, maxBytes: number): Promise<NodeFiles> {
  const [{ FileCache }, { NodeFiles: Files }] = await Promise.all([import('#core/team/file-cache.ts'), import('#core/team/node-files.ts')]);
  const cache = await FileCache.open({ folder: exportsFolder, maxBytes, now: Date.now });
  // The vendor's client is large: most have no bucket.
  const bucket = config.bucket === null ? null : (await import('#core/team/bucket.ts')).openBucket(config.bucket);
  return new Files({ ...parts, cache, bucket, warn, now: Date.now });
}

function keptInStep(engine: EnginePort, files: NodeFiles): EnginePort {
  return {
    ...engine,
    async writeFiles(guid, formats, layout) {
      const job = await engine.writeFiles(guid, formats, layout);
      await files.written(job);
      return job;
    },
    async remove(guid) {
      await files.clearBucket(guid);
      await engine.remove(guid);
    },
  };
}
