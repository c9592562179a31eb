/** One statement of interface.md, in our words. Without more, a test below test/contract bears its id. */
export interface Statement {
  readonly words: string;
  /** Tested where a clock, a crash or a colleague of the process is at hand: `path > name of the test`. */
  readonly elsewhere?: string;
}

export type Statements = Readonly<Record<string, Statement>>;
