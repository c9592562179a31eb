import type { Plan } from '#core/contract/job.ts';

/** What API tokens created, for the limits of the plan. Instants are milliseconds since 1970. */
export interface CreationLog {
  /** The newest `count` instants, newest first. `single`: without the URLs of batches. */
  newest(kind: 'all' | 'single', count: number): readonly number[];
  /** How many after that instant. */
  countSince(fromMs: number): number;
  /** Let through: they are counted, and on their way to the engine from then on. */
  add(guids: readonly string[], creation: { readonly atMs: number; readonly inBatch: boolean }): void;
  /** On their way, from whichever process: whoever asks meanwhile has to see them. Some may have been stored a moment ago. */
  coming(nowMs: number): readonly string[];
  /** The engine has stored or refused them. */
  arrived(guids: readonly string[]): void;
  /** Creations that came to nothing. */
  remove(guids: readonly string[]): Promise<void>;
  /** Forgets what happened until then. */
  prune(untilMs: number): void;
  /** All or nothing, and nobody else counts or writes creations meanwhile, on no machine. While another thread writes, other calls go on; then the work is done in one turn. */
  transaction<T>(work: () => T): Promise<T>;
}

/** Requests of API tokens in the last minute, kept so that a restart does not forget them. */
export interface RequestLog {
  /** True where others write to it too: what is remembered of it is not all. */
  readonly isShared: boolean;
  /** Since that instant, in order of time. */
  since(fromMs: number): readonly { readonly tokenUuid: string; readonly atMs: number }[];
  add(tokenUuid: string, atMs: number): void;
}

/** What the owner chose, all false at first. */
export interface Preferences {
  /** New exports run at half of each platform's pace. */
  readonly gentle: boolean;
  /** The first steps of the window were seen or skipped. */
  readonly welcomed: boolean;
  /** All platforms are checked once a week. */
  readonly weeklyCheck: boolean;
  /** Pictures of pages and people are fetched where they are shown. */
  readonly pictures: boolean;
}

/** Settings of the owner that outlive a start. */
export interface OwnerSettings {
  readonly userUuid: string;
  plan(): Plan;
  setPlan(plan: Plan): void;
  /** True where the owner paused all exports until they resume them. */
  isPaused(): boolean;
  setStanding(standing: 'paused' | 'running'): void;
  preferences(): Preferences;
  /** What is left out stays. */
  prefer(changes: Partial<Preferences>): void;
}
