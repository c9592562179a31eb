/** In place of a request: the platform is at work before its first one, in finding out where it begins. */
export const BEFORE_PAGES = 0;

/** The work on one page: whoever stands outside of the thread knows by it whose answer it is at, should it stand still or die. */
export interface PageWork {
  /** An answer has come: until `end`, or until the event loop is given back, what runs is the work on this page. */
  begin(): void;
  /** The answer is, or would have become, many times larger than honest ones are: what it leaves behind is worth collecting soon. */
  large(): void;
  end(): void;
}

/** Where the work on pages is noted. */
export interface PageWatch {
  /** @param entryId of the request in the frontier */
  of(jobId: number, entryId: number): PageWork;
}

/** A page at whose answer the engine's thread died. `time`: it was ended there; `memory`: there was no more of it; `breakdown`: by an error. */
export interface PageDeath {
  readonly jobId: number;
  readonly entryId: number;
  readonly cause: 'time' | 'memory' | 'breakdown';
}
