import type { JobRecord } from '#core/contract/job-record.ts';
import { tellAll } from '#core/contract/tell-all.ts';
import type { JobChange } from '#core/engine/ports.ts';

/** A progress change per job is told at most this often. */
const PROGRESS_EVERY_MS = 100;

/** Tells those who listen what has become of exports. */
export class JobNews {
  readonly #now: () => number;
  readonly #listeners = new Set<(change: JobChange) => void>();
  readonly #toldAt = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  subscribe(listener: (change: JobChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(kind: JobChange['kind'], job: JobRecord): void {
    this.announce({ kind, job });
  }

  /** Not more often than anybody can read. */
  tellProgress(job: JobRecord): void {
    const now = this.#now();
    if (now - (this.#toldAt.get(job.guid) ?? 0) < PROGRESS_EVERY_MS) return;
    this.#toldAt.set(job.guid, now);
    this.tell('progress', job);
  }

  /** It has ended: what it tells next is new. */
  forget(guid: string): void {
    this.#toldAt.delete(guid);
  }

  announce(change: JobChange): void {
    tellAll(this.#listeners, change);
  }
}
