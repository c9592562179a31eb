import type { RowPosition } from '#core/contract/columns.ts';
import type { Item } from '#core/contract/item.ts';

/** An item and where it stands in the file. */
export interface Row {
  readonly item: Item;
  readonly position: RowPosition;
}

/** Writes the rows of one dataset, in file order, into files that it was given. */
export interface RowWriter {
  /** Further rows may be given once the promise, if there is one, is fulfilled. @throws CommentdockError DISK */
  write(rows: readonly Row[]): Promise<void> | void;
  /** After the last row. @throws CommentdockError DISK */
  finish(): Promise<void> | void;
}

/** How deep a row stands below the top-level one of its thread, 0 for that itself. A reply whose parent is not in the thread hangs below the top. */
export class ReplyDepths {
  #depths = new Map<string, number>();

  of({ item, position }: Row): number {
    if (position.reply === null) this.#depths = new Map();
    const depth = position.reply === null ? 0 : 1 + (this.#depths.get(item.parentId ?? '') ?? 0);
    this.#depths.set(item.id, depth);
    return depth;
  }
}

/** A top-level row and how many of its replies came so far. */
interface Thread {
  readonly row: number;
  replies: number;
}

/**
 * Numbers rows in file order: `row` counts top-level rows, `reply` counts the replies below one.
 *
 * Only comments form threads; every message, post or account is a row of its own. So is a reply whose parent is not
 * among the rows since the last top-level one: lists of what one person wrote hold replies to things that are not
 * in the file.
 */
export class RowNumbering {
  #rows = 0;
  #threads = new Map<string, Thread>();

  next(item: Item): RowPosition {
    if (item.kind !== 'comment' && item.kind !== 'reply') return { row: this.#count(), reply: null };
    const thread = item.parentId === null ? undefined : this.#threads.get(item.parentId);
    if (thread !== undefined) {
      this.#threads.set(item.id, thread);
      thread.replies += 1;
      return { row: thread.row, reply: thread.replies };
    }
    if (item.parentId === null) this.#threads = new Map();
    const row = this.#count();
    this.#threads.set(item.id, { row, replies: 0 });
    return { row, reply: null };
  }

  #count(): number {
    this.#rows += 1;
    return this.#rows;
  }
}
