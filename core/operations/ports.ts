import type { JobRecord } from '#core/contract/job-record.ts';
import type { Plan } from '#core/contract/job.ts';

/** Reading of jobs, synchronous and quick: the API thread's own read-only connection. */
export interface JobReader {
  find(guid: string): JobRecord | null;
  /** Newest first. `page` counts from 1. */
  list(request: { readonly page: number; readonly limit: number }): readonly JobRecord[];
  count(): { readonly queueing: number; readonly progress: number };
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

/** Settings of the owner that outlive a start. */
export interface OwnerSettings {
  readonly userUuid: string;
  plan(): Plan;
  setPlan(plan: Plan): void;
}
