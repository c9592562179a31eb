/** An item as it is stored, and where. */
export interface StoredRow {
  readonly seq: number;
  readonly id: string;
  readonly page_id: number;
  readonly state: number;
  readonly read_key: string;
  /** Its own, or that of the row that it shares. */
  readonly body: string;
  /** In a living dataset, see 0032.sql. */
  readonly of_seq: number | null;
  readonly former_seq: number | null;
  readonly since_ms: number | null;
  readonly first_ms: number | null;
  readonly seen_ms: number | null;
  readonly gone_ms: number | null;
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
