/** One thing that was tried: what it is, and what was not as it must be. */
export interface Trial {
  readonly words: string;
  readonly failures: readonly string[];
}
