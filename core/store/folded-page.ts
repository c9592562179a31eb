import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** What an export says of one of its rows, and where that stands. */
export interface RowMark {
  /** Of the row that has the body: in a living dataset one that other runs have too. */
  readonly seq: number;
  readonly state: number;
  /** 1: it has a parent. */
  readonly reply: number;
  readonly position: number;
  /** In a living dataset: when the item was read last, and since when it is gone, in milliseconds since 1970; null: that is not known, or it is there. */
  readonly seenMs: number | null;
  readonly goneMs: number | null;
}

/** Columns, each number as its difference from the one above: most are alike then, and take hardly any room. */
const COLUMNS = ['seq', 'state', 'reply', 'position', 'seenMs', 'goneMs'] as const;
/** Stands for null, which no difference is: instants are no negative numbers. */
const NONE = -1;

/** The rows of a page in the room of about a byte for each. */
export function foldPage(marks: readonly RowMark[]): Buffer {
  const columns = COLUMNS.map((name) => {
    let before = 0;
    return marks.map((mark) => {
      const value = mark[name] ?? NONE;
      const step = value - before;
      before = value;
      return step;
    });
  });
  return deflateRawSync(JSON.stringify(columns));
}

export function unfoldPage(folded: Uint8Array): readonly RowMark[] {
  const columns = JSON.parse(inflateRawSync(folded).toString()) as number[][];
  const at = columns.map(() => 0);
  return (columns[0] ?? []).map((_, row) => {
    for (const [index, column] of columns.entries()) at[index] = (at[index] as number) + (column[row] as number);
    const [seq = 0, state = 0, reply = 0, position = 0, seenMs = 0, goneMs = 0] = at;
    return { seq, state, reply, position, seenMs: seenMs === NONE ? null : seenMs, goneMs: goneMs === NONE ? null : goneMs };
  });
}
