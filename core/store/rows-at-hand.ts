/** An item as it is stored, and where. */
export interface StoredRow {
  readonly seq: number;
  readonly id: string;
  readonly page_id: number;
  readonly state: number;
  readonly read_key: string;
  readonly body: string;
}

/** Rows that a commit meets again, all asked for at once: none of them is a question of its own. */
export class RowsAtHand {
  #asked: () => readonly StoredRow[];
  #rows: Map<number, StoredRow> | null = null;

  constructor(asked: () => readonly StoredRow[]) {
    this.#asked = asked;
  }

  get(seq: number): StoredRow | undefined {
    return this.#known().get(seq);
  }

  /** As the commit has stored it since. */
  set(row: StoredRow): void {
    this.#known().set(row.seq, row);
  }

  #known(): Map<number, StoredRow> {
    return (this.#rows ??= new Map(this.#asked().map((row) => [row.seq, row])));
  }
}
