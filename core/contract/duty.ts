/** What one machine does for all that share a store: schedules that come due, and messages that leave. */
export interface Duty {
  /** True where it is this machine's. Who has it keeps it; where that one is gone, whoever asks next has it. */
  isOurs(): boolean;
  /** Who has it asks again within so long, or another may have it; null: nobody else is there. */
  readonly keptMs: number | null;
}
