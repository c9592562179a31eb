import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { MEDIA_TYPES, type Picture, type PicturePort } from '#core/contract/media.ts';
import { mediaKindOf } from '#core/engine/media-kinds.ts';
import type { FileSink } from '#core/engine/media-ports.ts';
import { webAddress } from '#core/engine/media-run.ts';
import type { EngineStore, RunSession } from '#core/engine/ports.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';

/** Pictures that are shown small have some kilobytes. */
const MOST_PICTURE_BYTES = 2_000_000;
const LONGEST_PICTURE_MS = 15_000;

interface PictureParts {
  readonly store: Pick<EngineStore, 'jobs'>;
  platformOf(job: JobRecord): Promise<PlatformDefinition>;
  /** As whoever reads the rows. Whoever opens it closes it. */
  openSession(job: JobRecord, platform: PlatformDefinition): Promise<RunSession>;
}

/** Fetches single pictures for those who look at an export. */
export class Pictures implements PicturePort {
  readonly #parts: PictureParts;
  readonly #closing = new AbortController();

  constructor(parts: PictureParts) {
    this.#parts = parts;
  }

  async fetchPicture(guid: string, url: string): Promise<Picture | null> {
    const job = this.#parts.store.jobs.find(guid);
    const address = webAddress(url);
    if (job === null || job.sandbox || address === null) return null;
    try {
      return await this.#fetch(job, address);
    } catch (error) {
      if (error instanceof CommentdockError || error instanceof DOMException) return null;
      throw error;
    }
  }

  /** Ends those that are on their way. */
  close(): void {
    this.#closing.abort(new DOMException('The engine is closing.', 'AbortError'));
  }

  /** @throws CommentdockError, DOMException where it cannot be had */
  async #fetch(job: JobRecord, url: string): Promise<Picture | null> {
    const { platformOf, openSession } = this.#parts;
    const session = await openSession(job, await platformOf(job));
    try {
      const into = new PictureSink();
      const counters = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(LONGEST_PICTURE_MS)]);
      const came = await session.fetchFile?.({ url, into, counters, signal });
      return came === 'whole' ? into.picture() : null;
    } finally {
      await session.close();
    }
  }
}

/** Keeps the bytes of the last try. */
class PictureSink implements FileSink {
  readonly mostBytes = MOST_PICTURE_BYTES;
  #parts: Uint8Array[] = [];

  begin(): void {
    this.#parts = [];
  }

  write(bytes: Uint8Array): void {
    this.#parts.push(bytes);
  }

  /** Null where it is none. */
  picture(): Picture | null {
    const bytes = new Uint8Array(Buffer.concat(this.#parts));
    const kind = mediaKindOf(bytes);
    const type = kind === null ? null : MEDIA_TYPES[kind];
    return type?.startsWith('image/') === true ? { bytes, type } : null;
  }
}
