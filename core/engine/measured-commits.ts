import { channel } from 'node:diagnostics_channel';

/** What one commit of an export stored. */
export interface MeasuredCommit {
  /** Pages and failures of pages. */
  readonly answers: number;
  readonly items: number;
}

/** Told of each commit of an export, for whoever measures. Where nobody does, nothing is done. */
export const commits = channel('commentdock:commit');
