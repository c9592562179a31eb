/** A platform that is used from elsewhere than the program itself. */
export type PlatformInUse = PackInUse | FolderInUse;

/** From a pack whose signature, range and laws were looked at when it was taken. */
export interface PackInUse {
  readonly origin: 'pack';
  readonly id: string;
  /** The file: absolute, and never changed once it stands there. */
  readonly path: string;
  /** Of the file, as it was when it was taken: what differs is not loaded. */
  readonly sha256: string;
}

/** Of a folder of the owner's own, for development: its code is that of the program, without a signature. */
export interface FolderInUse {
  readonly origin: 'folder';
  readonly id: string;
  /** Of its `index.ts` or `index.js`: absolute. */
  readonly path: string;
}

/**
 * Which platforms are used from elsewhere. Asked anew for every address and every run, by each thread for itself, so that what is taken or goes
 * meanwhile counts from the next export on.
 */
export interface PackShelf {
  /** At most one for each id. What cannot be read counts as not there: the built-in platform goes on. */
  inUse(): Promise<readonly PlatformInUse[]>;
}
