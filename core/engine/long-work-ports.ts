/** Work that would hold the database for too long in one piece. Once done, the same work begun anew does nothing more. */
export interface SlicedWork extends Disposable {
  /** Does a page of it; false where nothing is left to do. Belongs into a transaction. */
  doSome(): boolean;
}

/**
 * Takes over what another job left: its frontier, and the kept items after the first `exported` in reading order. Those that it exported stay known,
 * so that they are not exported again; so do the requests it made. Calls belong into a transaction.
 */
export interface TakeOverStore {
  begin(jobId: number, fromId: number, exported: number): void;
  /** True until all is copied. The other job stays in the store for so long, be it removed, and may not change. */
  isPending(jobId: number): boolean;
  /** The jobs that still copy from this one. */
  from(fromId: number): readonly number[];
  /** Copies some hundred rows. Once all are there, tells from which job, and how many items are kept here. */
  copySome(jobId: number): { readonly fromId: number; readonly kept: number; readonly replies: number } | null;
}

/** Deletes what was removed, in slices: each is on disk when it returns, and holds the database for some milliseconds. */
export interface RemovalStore {
  /** Hides an export from everybody. Belongs into a transaction. */
  hide(jobId: number): void;
  /** Deletes some hundred rows of what is hidden; false where nothing is. @throws CommentdockError DISK */
  deleteSome(): boolean;
  /** Gives some of the room that is free in the file back to the disk; false where there is little. @throws CommentdockError DISK */
  shrinkSome(): boolean;
  /** Carries what was written over from the log. @throws CommentdockError DISK */
  settle(): void;
}

/**
 * Runs of a living dataset that are done share their rows: of its own each keeps only which rows those are. In slices; whoever reads a run finds
 * the same before, meanwhile and afterwards.
 */
export interface FoldingStore {
  /** Folds some hundred rows of a run; false where nothing is left, or it is none of these. Belongs into a transaction. */
  foldSome(jobId: number): boolean;
  /** Folds some hundred rows of any that is done; false where nothing is left. @throws CommentdockError DISK */
  foldNext(): boolean;
}
