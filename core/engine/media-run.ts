import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CeilingExceeded, CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { type MediaLack, type MediaWish, wantedMedia } from '#core/contract/media.ts';
import { withTraffic } from '#core/engine/completeness.ts';
import { type MediaLedger, NO_MEDIA } from '#core/engine/media-account.ts';
import { MediaFile } from '#core/engine/media-file.ts';
import { partsOfFile } from '#core/engine/media-parts.ts';
import type { FetchedFile, MediaStore } from '#core/engine/media-ports.ts';
import type { EngineStore, RunSession } from '#core/engine/ports.ts';

/** Files at once; hosts have their own pace besides. */
const LANES = 4;
/** The part of the ceiling that one file may have. */
const PART_OF_ONE = 0.25;
/** Bytes that may come for each that may be kept: files that do not end, or are none, use up this much and no more. */
const RECEIVED_PER_KEPT = 4;
/** So many in a row that a host does not answer end its turn. */
const FAILURES_OF_HOST = 5;
const LONGEST_FILE_MS = 600_000;
/** Further addresses of one export are left out: each is remembered while it runs. */
const MOST_ADDRESSES = 100_000;
/** Longer ones are no addresses of files, and no index takes them. */
const LONGEST_ADDRESS_BYTES = 2_000;
const BYTES_OF_MB = 1_000_000;

interface MediaRunParts {
  readonly store: EngineStore;
  readonly job: JobRecord;
  readonly wish: MediaWish;
  readonly ceilingMb: number;
  /** Which rows the files have. */
  readonly choice: { readonly limit: number; readonly order: 'tree' | 'served' };
  readonly exportsFolder: string;
  /** What the export before had, of an incremental one. */
  readonly former: readonly FetchedFile[];
  readonly fetchFile: NonNullable<RunSession['fetchFile']>;
  readonly onCommit: (job: JobRecord) => void;
}

/**
 * Fetches the files that the rows of one export name, each address once, in the order of the rows. What is here is noted one by one: a run
 * that was cut off goes on behind it, and asks anew for what it did not get.
 */
export class MediaRun {
  readonly #parts: MediaRunParts;
  readonly #store: MediaStore;
  readonly #former: ReadonlyMap<string, FetchedFile>;
  readonly #failures = new Map<string, number>();
  readonly #counters = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };
  readonly #files = new Set<string>();
  readonly #ceiling: number;
  #received = 0;
  #isFull = false;
  #ledger: MediaLedger = NO_MEDIA;

  constructor(parts: MediaRunParts) {
    const { store, job, former, ceilingMb } = parts;
    this.#parts = parts;
    this.#store = store.media(job.id);
    this.#former = new Map(former.map((each) => [each.url, each]));
    this.#ceiling = ceilingMb * BYTES_OF_MB;
  }

  /** @throws CommentdockError DISK; the signal's reason. What was fetched is stored either way. */
  async fetchAll(signal: AbortSignal): Promise<void> {
    const failed = new AbortController();
    const within = AbortSignal.any([signal, failed.signal]);
    const queue = (await this.#toFetch(signal)).values();
    const lane = async (): Promise<void> => {
      for (const url of queue) {
        within.throwIfAborted();
        await this.#fetch(url, within);
      }
    };
    const lanes = Array.from({ length: LANES }, () => lane());
    try {
      await Promise.all(lanes);
    } catch (error) {
      failed.abort(error);
      await Promise.allSettled(lanes);
      throw error;
    } finally {
      this.#note();
    }
  }

  /** Addresses that are still to be asked for, with the account begun. */
  async #toFetch(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const { store, wish, choice } = this.#parts;
    const here = new Map(this.#store.fetched().map((each) => [each.url, each]));
    const wanted = new Set<string>();
    let left = 0;
    const { about } = store.jobs.ledger(this.#parts.job.id);
    if (about?.picture !== undefined) wanted.add(about.picture);
    for (const items of this.#store.rows(choice)) {
      await nextTurn();
      signal.throwIfAborted();
      for (const url of items.flatMap((item) => wantedMedia(item, wish))) {
        if (wanted.has(url) || wanted.size < MOST_ADDRESSES) wanted.add(url);
        else left += 1;
      }
    }
    this.#ledger = { ...NO_MEDIA, wanted: wanted.size + left, lacks: { ceiling: left } };
    for (const url of wanted) {
      const known = here.get(url);
      if (known === undefined || !this.#isHere(known)) continue;
      wanted.delete(url);
      this.#count(known);
    }
    store.transaction(() => this.#note());
    return wanted;
  }

  async #fetch(url: string, signal: AbortSignal): Promise<void> {
    const former = this.#former.get(url);
    if (former !== undefined && this.#isHere(former)) return this.#have(former);
    const address = webAddress(url);
    if (address === null) return this.#lack('address');
    const { host } = new URL(address);
    if (this.#isFull) return this.#lack('ceiling');
    if ((this.#failures.get(host) ?? 0) >= FAILURES_OF_HOST) return this.#lack('unreachable');
    const part = this.#ceiling * PART_OF_ONE;
    const mostBytes = Math.min(part, this.#ceiling - this.#ledger.bytes);
    const { exportsFolder, wish } = this.#parts;
    using file = new MediaFile({
      exportsFolder,
      mostBytes,
      wanted: wish === 'all' ? 'all' : 'pictures',
      received: (bytes) => this.#receive(bytes),
    });
    const lack = await this.#fetchInto(file, address, signal);
    if (lack === 'unreachable') this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
    else this.#failures.delete(host);
    if (lack !== null) {
      const isFull = lack === 'size' && mostBytes < part;
      if (isFull) this.#isFull = true;
      return this.#lack(isFull ? 'ceiling' : lack);
    }
    this.#keep(url, file);
  }

  /** Others may have filled the ceiling meanwhile. From here on nothing is waited for: what stands in the folder is named at once. */
  #keep(url: string, file: MediaFile): void {
    try {
      if (file.bytes > this.#ceiling - this.#ledger.bytes) {
        this.#isFull = true;
        return this.#lack('ceiling');
      }
      this.#have({ url, ...file.keep() });
    } catch (error) {
      if (file.lack === null) throw error;
      this.#lack(file.lack);
    }
  }

  /** Why it is not here; null: it is. @throws CommentdockError DISK, INTERNAL; the signal's reason */
  async #fetchInto(file: MediaFile, url: string, signal: AbortSignal): Promise<MediaLack | null> {
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_FILE_MS)]);
      const came = await this.#parts.fetchFile({ url, into: file, counters: this.#counters, signal: within });
      return came === 'notPublic' ? 'address' : null;
    } catch (error) {
      signal.throwIfAborted();
      if (this.#isFull) return 'ceiling';
      return file.lack ?? lackOf(error);
    }
  }

  #receive(bytes: number): void {
    this.#received += bytes;
    if (this.#received <= this.#ceiling * RECEIVED_PER_KEPT) return;
    this.#isFull = true;
    throw new CommentdockError('PLATFORM_CHANGED', 'More came than may be fetched of all files.');
  }

  #have(fetched: FetchedFile): void {
    const { store, exportsFolder } = this.#parts;
    const path = join(exportsFolder, fetched.file);
    store.transaction(() => {
      store.mediaBytes?.put(fetched.file, existsSync(path) ? partsOfFile(path) : []);
      this.#store.add(fetched);
      this.#count(fetched);
      this.#note();
    });
    // Whoever is asked for it fetches it, on this machine too.
    if (store.mediaBytes !== null) rmSync(path, { force: true });
  }

  #count({ file, bytes }: Pick<FetchedFile, 'file' | 'bytes'>): void {
    const { fetched, bytes: before } = this.#ledger;
    this.#ledger = { ...this.#ledger, fetched: fetched + 1, bytes: this.#files.has(file) ? before : before + bytes };
    this.#files.add(file);
  }

  #lack(lack: MediaLack): void {
    const { lacks } = this.#ledger;
    this.#ledger = { ...this.#ledger, lacks: { ...lacks, [lack]: (lacks[lack] ?? 0) + 1 } };
  }

  #isHere({ file }: FetchedFile): boolean {
    const { store, exportsFolder } = this.#parts;
    return store.mediaBytes?.has(file) ?? existsSync(join(exportsFolder, file));
  }

  #note(): void {
    const { store, job, onCommit } = this.#parts;
    const ledger = withTraffic(store.jobs.ledger(job.id), this.#counters);
    Object.assign(this.#counters, { requests: 0, retries: 0, waits: 0, waitedMs: 0 });
    onCommit(store.jobs.update(job.id, { ledger: { ...ledger, media: this.#ledger } }));
  }
}

/** As it is asked for: what is named without TLS mostly has it. Null: no address of the web. */
export function webAddress(url: string): string | null {
  if (Buffer.byteLength(url) > LONGEST_ADDRESS_BYTES) return null;
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'http:') parsed.protocol = 'https:';
  return parsed?.protocol === 'https:' ? parsed.href : null;
}

/** @throws CommentdockError what is no matter of the host */
function lackOf(error: unknown): MediaLack {
  // It took too long.
  if (error instanceof DOMException) return 'unreachable';
  if (!(error instanceof CommentdockError)) throw error;
  if (error instanceof CeilingExceeded) return 'size';
  if (error.code === 'DISK' || error.code === 'INTERNAL') throw error;
  return error.code === 'NOT_FOUND' ? 'gone' : error.code === 'NETWORK' ? 'unreachable' : 'refused';
}
