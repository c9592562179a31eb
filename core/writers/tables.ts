import { ColumnLearner, type FilledColumn } from '#core/writers/column-learner.ts';
import type { Row, RowWriter } from '#core/writers/row.ts';

/** Rows looked at before the first one is written. */
const SAMPLE_ROWS = 2_000;

/** Table writers for these columns, at the start of their files. */
export type OpenTables = (columns: readonly FilledColumn[]) => readonly RowWriter[];

/**
 * Writes tables while it learns their columns. A table's head must name every column, and the last row of a dataset
 * may be the first to fill one. So it starts with the columns of the first rows; if a later row fills a further one,
 * it gives up what was written, learns from the rows that remain and is `outgrown`: the rows must be given once more,
 * to tables of all `columns`. Most datasets are read once this way.
 */
export class LearningTables implements RowWriter {
  readonly #openTables: OpenTables;
  readonly #learner: ColumnLearner;
  #sample: Row[] = [];
  #writers: readonly RowWriter[] | null = null;
  #findingsWritten = 0;
  #outgrown = false;

  constructor(openTables: OpenTables, learner = new ColumnLearner()) {
    this.#openTables = openTables;
    this.#learner = learner;
  }

  async write(rows: readonly Row[]): Promise<void> {
    this.#learner.learn(rows);
    if (this.#outgrown) return;
    if (this.#writers === null) {
      this.#sample = this.#sample.concat(rows);
      if (this.#sample.length >= SAMPLE_ROWS) await this.#start();
      return;
    }
    this.#outgrown = this.#learner.findings > this.#findingsWritten;
    if (!this.#outgrown) for (const writer of this.#writers) await writer.write(rows);
  }

  async finish(): Promise<void> {
    if (this.#outgrown) return;
    for (const writer of this.#writers ?? (await this.#start())) await writer.finish();
  }

  /** What was written lacks a column, or has one of too narrow a kind. */
  get isOutgrown(): boolean {
    return this.#outgrown;
  }

  /** After the last row: the columns of the whole dataset. */
  columns(): readonly FilledColumn[] {
    return this.#learner.columns();
  }

  async #start(): Promise<readonly RowWriter[]> {
    const writers = this.#openTables(this.#learner.columns());
    this.#writers = writers;
    this.#findingsWritten = this.#learner.findings;
    for (const writer of writers) await writer.write(this.#sample);
    this.#sample = [];
    return writers;
  }
}
