/** One statement of interface.md, in our words. Without more, a test below test/contract bears its id. */
export interface Statement {
  readonly words: string;
  /** Belongs to a part that is built later: why. */
  readonly later?: string;
  /** Its test stands and is skipped until the route is served: why. */
  readonly notYet?: string;
  /** Tested where a clock, a crash or a colleague of the process is at hand: `path > name of the test`. */
  readonly elsewhere?: string;
}

export type Statements = Readonly<Record<string, Statement>>;
