/** One line of the table: what was measured, what was found, and the bar it is held to. */
export interface BarResult {
  readonly what: string;
  readonly found: string;
  readonly bar: string;
  readonly holds: boolean;
  /** Of two sides of the same run: it says the same on every machine, and is compared with what was recorded. */
  readonly ratio?: { readonly name: string; readonly is: number; readonly better: 'more' | 'less' };
}

export interface BenchSize {
  /** Pairs of runs that a median is taken of. */
  readonly rounds: number;
  /** Comments of the video whose reading is timed. */
  readonly comments: number;
  /** Comments of the large export whose memory is measured. */
  readonly manyComments: number;
  /** Folder of an older state of the code, ready to run, that this one is measured against; null: none. */
  readonly against: string | null;
}

export type Bench = (size: BenchSize) => Promise<readonly BarResult[]>;
