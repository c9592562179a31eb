import type { RowChange } from '#core/contract/incremental.ts';

/** `items.state`. From CARRIED on only in incremental runs. */
export const ITEM_STATE = {
  /** Read and exported, as far as the limit reaches. In an incremental run: new. */
  kept: 0,
  /** Left out by the job's options. */
  filtered: 1,
  /** Exported by the job that this one continues: known, without a body. */
  before: 2,
  /** A row of the run before, not read again. */
  carried: 3,
  /** A row of the run before, read again: the same, edited, or back after it was gone. */
  same: 4,
  edited: 5,
  /** A row of the run before that the platform shows no more, since this run or since an earlier one. */
  gone: 6,
  goneEarlier: 7,
  returned: 8,
  /** Read, and left out later on by its language: it counts towards the limit and is no row. Never in incremental runs. */
  leftOut: 9,
} as const;

/** `reply_lists.state`: being read, read to its end, given up, and left unread or given up by the run before. */
export const LIST_STATE = { open: 0, ended: 1, givenUp: 2, lackedBefore: 3 } as const;

const { kept, filtered, before, same, edited, returned, gone, goneEarlier, leftOut } = ITEM_STATE;

/** What the files say of a row of an incremental run. */
export const CHANGE_OF_STATE: ReadonlyMap<number, RowChange> = new Map([
  [kept, 'new'],
  [returned, 'new'],
  [edited, 'edited'],
  [gone, 'gone'],
  [goneEarlier, 'gone'],
]);

const READ_BY_THIS_RUN: ReadonlySet<number> = new Set([kept, same, edited, returned, leftOut]);

/** True where this job itself read the item: it counts towards the limit. */
export function isReadHere(state: number): boolean {
  return READ_BY_THIS_RUN.has(state);
}

/** True where a row stays whatever the limit: the run before had it. */
function isInherited(state: number): boolean {
  return state !== kept && state !== filtered && state !== before && state !== leftOut;
}

/** Chooses rows in reading order: the first `limit` that were read, and all that the run before had. */
export class RowChoice {
  readonly #limit: number;
  #read: number;

  constructor(limit: number, alreadyRead = 0) {
    this.#limit = limit;
    this.#read = alreadyRead;
  }

  get read(): number {
    return this.#read;
  }

  isRow(state: number): boolean {
    if (isReadHere(state)) this.#read += 1;
    return isInherited(state) || (state === kept && this.#read <= this.#limit);
  }
}

/** What became of a row in this run itself. */
export function changeInRun(state: number): RowChange | null {
  return state === goneEarlier ? null : (CHANGE_OF_STATE.get(state) ?? null);
}

/** Whether a row stands on the page of the platform, as far as this run knows. */
export function isThere(state: number): boolean {
  return state !== gone && state !== goneEarlier;
}
