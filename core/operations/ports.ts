import type { JobRecord } from '#core/contract/job-record.ts';
import type { Plan } from '#core/contract/job.ts';

/** Reading of jobs, synchronous and quick: the API thread's own read-only connection. */
export interface JobReader {
  find(guid: string): JobRecord | null;
  /** Newest first. `page` counts from 1. */
  list(request: { readonly page: number; readonly limit: number }): readonly JobRecord[];
  /** Exports that wait and that run; samples are not among them. */
  count(): { readonly queueing: number; readonly progress: number };
  /** How many exports wait or run, with those of `coming` that are not stored yet: one look at one state. Without samples. */
  countOpen(coming: readonly string[]): number;
  /** The exports of a batch, in the order of their creation. */
  ofBatch(batchId: string): readonly JobRecord[];
}

/** What API tokens created, for the limits of the plan. Instants are milliseconds since 1970. */
export interface CreationLog {
  /** The newest `count` instants, newest first. `single`: without the URLs of batches. */
  newest(kind: 'all' | 'single', count: number): readonly number[];
  /** How many after that instant. */
  countSince(fromMs: number): number;
  add(guids: readonly string[], creation: { readonly atMs: number; readonly inBatch: boolean }): void;
  /** Creations that came to nothing. */
  remove(guids: readonly string[]): Promise<void>;
  /** Forgets what happened until then. */
  prune(untilMs: number): void;
  /** All or nothing, and nobody else writes meanwhile. While another thread writes, other calls go on; then the work is done in one turn. */
  transaction<T>(work: () => T): Promise<T>;
}

export interface BatchRecord {
  readonly id: string;
  /** URLs that were given, duplicates and refused ones too. */
  readonly submitted: number;
  readonly createdAtMs: number;
}

export interface BatchStore {
  insert(batch: BatchRecord): void;
  find(id: string): BatchRecord | null;
  /** The batch alone, not its exports. */
  remove(id: string): void;
}

/** Requests of API tokens in the last minute, kept so that a restart does not forget them. */
export interface RequestLog {
  /** Since that instant, in order of time. */
  since(fromMs: number): readonly { readonly tokenUuid: string; readonly atMs: number }[];
  add(tokenUuid: string, atMs: number): void;
}

/** A token as stored: never its value, only its SHA-256. Instants are milliseconds since 1970. */
export interface TokenRecord {
  readonly uuid: string;
  readonly name: string;
  readonly sha256: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** Tokens of the owner. Written rarely, by the API thread itself. */
export interface TokenStore {
  insert(token: TokenRecord): void;
  list(): readonly TokenRecord[];
  find(uuid: string): TokenRecord | null;
  findBySha256(sha256: string): TokenRecord | null;
  remove(uuid: string): boolean;
}

/** Where token values are kept readable for the owner: the vault. */
export interface SecretVault {
  get(name: string): string | null;
  set(name: string, value: string): void;
  remove(name: string): void;
}

/** What the owner chose, all false at first. */
export interface Preferences {
  /** New exports run at half of each platform's pace. */
  readonly gentle: boolean;
  /** The first steps of the window were seen or skipped. */
  readonly welcomed: boolean;
}

/** Settings of the owner that outlive a start. */
export interface OwnerSettings {
  readonly userUuid: string;
  plan(): Plan;
  setPlan(plan: Plan): void;
  /** True where the owner paused all exports until they resume them. */
  isPaused(): boolean;
  setStanding(standing: 'paused' | 'running'): void;
  preferences(): Preferences;
  /** What is left out stays. */
  prefer(changes: Partial<Preferences>): void;
}
