/** Something of a data folder that is not in a backup of it. */
interface LeftOut {
  readonly path: string;
  readonly why: string;
}

/** A backup that was made. */
export interface MadeBackup {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly left: readonly LeftOut[];
}

/** A data folder that was made of a backup. */
export interface RestoredBackup {
  readonly data_dir: string;
  readonly files: number;
  /** When the backup was made: ISO 8601, UTC. */
  readonly made_at: string;
  /** The version of Commentdock that made it. */
  readonly program: string;
  readonly left: readonly LeftOut[];
  /** What is left to be done by hand. */
  readonly advice: readonly string[];
}
