import type { Caller, CallNote } from '#core/operations/context.ts';

/** Makes what is somebody's readable for all members, or no longer. Written by the API thread itself. */
export interface SharingStore {
  shareExport(guid: string, isShared: boolean): void;
  /** With all its exports, and those to come. */
  shareSchedule(uuid: string, isShared: boolean): void;
}

/** What was done, by whom, when (milliseconds since 1970) and from where (null: from the process itself). */
export interface AuditEntry extends CallNote {
  readonly atMs: number;
  /** Null: the owner. */
  readonly memberUuid: string | null;
  readonly caller: Caller['kind'];
  readonly tokenUuid: string | null;
  readonly clientId: string | null;
  readonly address: string | null;
}

/** What was done, for so many days. Holds ids alone, never what was said. */
export interface AuditLog {
  add(entry: AuditEntry): void;
  /** Newest first. `page` counts from 1; `memberUuid`: only what this member did; null: all. */
  list(request: { readonly page: number; readonly limit: number; readonly memberUuid: string | null }): readonly AuditEntry[];
  /** Forgets what happened before then. */
  prune(beforeMs: number): void;
}
